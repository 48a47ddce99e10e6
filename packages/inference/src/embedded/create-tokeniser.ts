import { type FoldedCharacter, foldCharacter } from './fold-character.ts';
import { indexVocabulary, type SpecialTokens, splitWord, type Vocabulary } from './split-word.ts';

/** The tokens of a text, one entry in each list per token. */
export interface Tokens {
  readonly ids: number[];
  /**
   * Where each token's characters stand in the text as it was given, in code points. A token reaches over the accents
   * taken off its last letter. Two tokens made of one character both cover it.
   */
  readonly starts: number[];
  readonly ends: number[];
}

export interface Tokeniser {
  readonly special: SpecialTokens;
  /** The id of a piece that a model was given a use for. Fails with a `UserError` where the vocabulary has none such. */
  readonly idOf: (piece: string) => number;
  /** Whether the token goes on with the word of the one before it. Every other token begins a word. */
  readonly continuesWord: (id: number | undefined) => boolean;
  /** At most the first `tokensMax` tokens of the text, none of them special. What comes after is not looked at. */
  readonly tokenise: (text: string, tokensMax: number) => Tokens;
}

/** A longer word is one unknown token. */
const wordCodePointsMax = 100;
/** No more characters than this are remembered. */
const rememberedMax = 20_000;
const asciiEnd = 128;

/** Splits text as BERT does: into words, and words into pieces of the vocabulary, in time linear in the text. */
export function createTokeniser(options: {
  /** In the order of their ids. */
  readonly vocabulary: readonly string[];
  readonly lowerCase: boolean;
}): Tokeniser {
  const vocabulary = indexVocabulary(options.vocabulary);
  const remembered = new Map<number, FoldedCharacter>();
  const fold = (codePoint: number): FoldedCharacter => {
    const known = remembered.get(codePoint);
    if (known !== undefined) return known;
    const folded = foldCharacter(codePoint, options);
    if (remembered.size < rememberedMax) remembered.set(codePoint, folded);
    return folded;
  };
  const asciiKinds = Array.from({ length: asciiEnd }, (_, code) => fold(code).kind);
  const asciiWords = {
    letters: asciiKinds.map((kind) => kind === 'letter'),
    ends: asciiKinds.map((kind) => kind === 'space' || kind === 'single'),
  };

  const tokenise = (text: string, tokensMax: number): Tokens => {
    const tokens: Tokens = { ids: [], starts: [], ends: [] };
    const word = createWord(vocabulary, tokens);
    let unit = 0;
    let codePoint = 0;
    while (unit < text.length && tokens.ids.length < tokensMax) {
      const plainEnd = word.isEmpty() ? endOfPlainWord(text, unit, asciiWords) : unit;
      if (plainEnd > unit) {
        addPlainWord({
          text,
          unit,
          end: plainEnd,
          codePoint,
          vocabulary,
          tokens,
          lowerCase: options.lowerCase,
        });
        codePoint += plainEnd - unit;
        unit = plainEnd;
        continue;
      }
      const code = text.codePointAt(unit) ?? 0;
      word.take(fold(code), codePoint);
      codePoint += 1;
      unit += code > 0xffff ? 2 : 1;
    }
    word.finish();
    for (const list of [tokens.ids, tokens.starts, tokens.ends])
      list.length = Math.min(list.length, tokensMax);
    return tokens;
  };
  const continuationIds = new Set<number | undefined>(vocabulary.continuations.values());
  const continuesWord = (id: number | undefined) => continuationIds.has(id);
  return { special: vocabulary.special, idOf: vocabulary.idOf, continuesWord, tokenise };
}

interface AsciiWords {
  readonly letters: readonly boolean[];
  readonly ends: readonly boolean[];
}

/** Where the word ends that begins here, if it is of ASCII letters alone and nothing after them belongs to it; else here. */
function endOfPlainWord(text: string, start: number, ascii: AsciiWords): number {
  let end = start;
  while (ascii.letters[text.charCodeAt(end)] === true) end += 1;
  return end === text.length || ascii.ends[text.charCodeAt(end)] === true ? end : start;
}

/** Most words by far: their characters stand one by one in the text, so nothing is kept of where. */
function addPlainWord(at: {
  readonly text: string;
  readonly unit: number;
  readonly end: number;
  readonly codePoint: number;
  readonly vocabulary: Vocabulary;
  readonly tokens: Tokens;
  readonly lowerCase: boolean;
}): void {
  const { codePoint, tokens, vocabulary } = at;
  const length = at.end - at.unit;
  if (length > wordCodePointsMax) {
    addToken(tokens, vocabulary.special.unknown, codePoint, codePoint + length);
    return;
  }
  const written = at.text.slice(at.unit, at.end);
  let start = 0;
  for (const { id, end } of splitWord(at.lowerCase ? written.toLowerCase() : written, vocabulary)) {
    addToken(tokens, id, codePoint + start, codePoint + end);
    start = end;
  }
}

/** Gathers a word character by character, and keeps for each unit of it where in the text it came from. */
function createWord(vocabulary: Vocabulary, tokens: Tokens) {
  let folded = '';
  let codePoints = 0;
  let starts: number[] = [];
  let ends: number[] = [];

  const finish = () => {
    if (codePoints === 0) return;
    if (codePoints > wordCodePointsMax) {
      addToken(tokens, vocabulary.special.unknown, starts[0] ?? 0, ends.at(-1) ?? 0);
    } else {
      let start = 0;
      for (const { id, end } of splitWord(folded, vocabulary)) {
        addToken(tokens, id, starts[start] ?? 0, ends[end - 1] ?? 0);
        start = end;
      }
    }
    folded = '';
    codePoints = 0;
    starts = [];
    ends = [];
  };

  const addLetter = (letter: string, codePoint: number) => {
    codePoints += codePointsOf(letter);
    // Of a word that is too long only its ends matter.
    if (codePoints > wordCodePointsMax) {
      ends.push(codePoint + 1);
      ends.splice(0, ends.length - 1);
      return;
    }
    folded += letter;
    for (let unit = 0; unit < letter.length; unit += 1) {
      starts.push(codePoint);
      ends.push(codePoint + 1);
    }
  };

  const addMark = (codePoint: number) => {
    const lists = codePoints > 0 ? ends : tokens.ends;
    const last = lists.length - 1;
    // A mark that follows a space is on no letter.
    if (codePoints > 0 || lists[last] === codePoint) lists[last] = codePoint + 1;
  };

  const take = (character: FoldedCharacter, codePoint: number) => {
    if (character.kind === 'letter') addLetter(character.folded, codePoint);
    else if (character.kind === 'mark') addMark(codePoint);
    else if (character.kind !== 'dropped') {
      finish();
      if (character.kind === 'single') addLetter(character.folded, codePoint);
      finish();
    }
  };
  return { isEmpty: () => codePoints === 0, take, finish };
}

function addToken(tokens: Tokens, id: number, start: number, end: number): void {
  tokens.ids.push(id);
  tokens.starts.push(start);
  tokens.ends.push(end);
}

function codePointsOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
