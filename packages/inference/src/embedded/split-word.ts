import { UserError } from '@avow/foundation';

/** The tokens that are in no text: what is written like them in a text is read as any other text. */
export interface SpecialTokens {
  readonly padding: number;
  readonly unknown: number;
  /** Before the first text of an input. */
  readonly start: number;
  /** After each text of an input. */
  readonly separator: number;
}

/** The pieces that a model knows, by their text. */
export interface Vocabulary {
  readonly special: SpecialTokens;
  /** The id of a piece that must be there. */
  readonly idOf: (piece: string) => number;
  /** Pieces that begin a word. */
  readonly beginnings: ReadonlyMap<string, number>;
  /** Pieces that go on with one, without the prefix that says so. */
  readonly continuations: ReadonlyMap<string, number>;
  readonly pieceUnitsMax: number;
}

/** Where one piece of a word ends, in UTF-16 units of the word. */
interface Piece {
  readonly id: number;
  readonly end: number;
}

const continuationPrefix = '##';

/** Takes the pieces in the order of their ids. */
export function indexVocabulary(pieces: readonly string[]): Vocabulary {
  const beginnings = new Map<string, number>();
  const continuations = new Map<string, number>();
  let pieceUnitsMax = 1;
  pieces.forEach((piece, id) => {
    if (piece.startsWith(continuationPrefix)) continuations.set(piece.slice(continuationPrefix.length), id);
    else beginnings.set(piece, id);
    pieceUnitsMax = Math.max(pieceUnitsMax, piece.length);
  });
  const idOf = (piece: string) => {
    const id = beginnings.get(piece);
    if (id === undefined) throw new UserError(`vocab.txt has no ${piece}`);
    return id;
  };
  const special = {
    padding: idOf('[PAD]'),
    unknown: idOf('[UNK]'),
    start: idOf('[CLS]'),
    separator: idOf('[SEP]'),
  };
  return { special, idOf, beginnings, continuations, pieceUnitsMax };
}

/** The longest pieces that the vocabulary has, left to right; a word that cannot be made of them is unknown as a whole. */
export function splitWord(word: string, vocabulary: Vocabulary): readonly Piece[] {
  const whole = vocabulary.beginnings.get(word);
  if (whole !== undefined) return [{ id: whole, end: word.length }];
  const pieces: Piece[] = [];
  let start = 0;
  while (start < word.length) {
    const piece = longestPiece(word, start, vocabulary);
    if (piece === null) return [{ id: vocabulary.special.unknown, end: word.length }];
    pieces.push(piece);
    start = piece.end;
  }
  return pieces;
}

function longestPiece(word: string, start: number, vocabulary: Vocabulary): Piece | null {
  const known = start === 0 ? vocabulary.beginnings : vocabulary.continuations;
  // No piece ends within a surrogate pair, so units need no care here.
  for (let end = Math.min(word.length, start + vocabulary.pieceUnitsMax); end > start; end -= 1) {
    const id = known.get(word.slice(start, end));
    if (id !== undefined) return { id, end };
  }
  return null;
}
