import { knownWords } from './known-words.ts';
import { type Reading, type Replacement, replaceParts, type Source } from './source.ts';

/** Signs that have no business in a word, unless to break it; others stand in part-time, and/or, key=value. */
const odd = /^(?:[*~^•·|]{1,2}|[^\p{ASCII}\p{L}\p{N}‐‑–—’‘“”…×→]{1,3})$/u;
/** What may stand inside a word that was broken on purpose. */
const joint = /^[^\p{L}\p{N}\s()[\]{}"`“”«»,;?!<>]{1,3}$/u;
/** The end of a line within a word, and what is left of it where lines were joined. */
const lineJoint = /^[-‐‑]\s{1,3}$/u;
/** "We'll" is not "well". */
const apostrophe = /^['’]$/u;
const contractions: ReadonlySet<string> = new Set(['ll', 're', 've', 's', 't', 'd', 'm']);
const brokenShareMin = 0.3;
const pieceWordMax = 14;

interface Chain {
  readonly pieces: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly isOdd: boolean;
}

/** Words of one or more pieces with a sign or two between them. */
function findChains({ text, words }: Source): readonly Chain[] {
  const chains: Chain[] = [];
  let open: { pieces: string[]; start: number; end: number; isOdd: boolean } | null = null;
  for (const { word, start, end } of words()) {
    const gap = open === null ? '' : text.slice(open.end, start);
    const isContraction = apostrophe.test(gap) && contractions.has(word);
    if (open !== null && !isContraction && (joint.test(gap) || lineJoint.test(gap))) {
      open.pieces.push(word);
      open.end = end;
      open.isOdd ||= odd.test(gap);
    } else {
      if (open !== null) chains.push(open);
      open = { pieces: [word], start, end, isOdd: false };
    }
  }
  if (open !== null) chains.push(open);
  return chains;
}

function isJoinedWord({ pieces }: Chain): boolean {
  if (pieces.length > pieceWordMax || !knownWords.has(pieces.join(''))) return false;
  // "can-not" and "to-day" are words however they are written: only where a piece is none was a word broken.
  return pieces.some((piece) => !knownWords.has(piece));
}

/** Words with signs inside ("ig.no.re", "ig-" at the end of a line), joined. */
export const brokenWordReading: Reading = {
  name: 'signs within words',
  isDisguise: false,
  read(source) {
    if (source.text.search(/[A-Za-z][^A-Za-z0-9\s]/) < 0) return null;
    const chains = findChains(source);
    const broken = chains.filter(({ pieces }) => pieces.length > 1);
    const all = broken.length >= chains.length * brokenShareMin && chains.length > 1;
    const joined = broken.filter((chain) => all || chain.isOdd || isJoinedWord(chain));
    return replaceParts(
      source.text,
      joined.map(({ pieces, start, end }) => ({ start, end, text: pieces.join('') })),
    );
  },
};

const splitPiecesMax = 3;

/** Words with a space inside ("ign ore prev ious"): where pieces that are no words make one that is. */
export const splitWordReading: Reading = {
  name: 'spaces within words',
  isDisguise: false,
  read(source) {
    const words = source.words();
    const known = words.map(({ word }) => knownWords.has(word));
    const parts: Replacement[] = [];
    for (let index = 0; index < words.length - 1; ) {
      const isWhole = known[index] && known[index + 1] !== false && known[index + 2] !== false;
      const count = isWhole ? 1 : countPieces(source, index);
      const first = words[index];
      const last = words[index + count - 1];
      if (count > 1 && first !== undefined && last !== undefined) {
        const pieces = words.slice(index, index + count);
        parts.push({ start: first.start, end: last.end, text: pieces.map(({ word }) => word).join('') });
      }
      index += count;
    }
    return replaceParts(source.text, parts);
  },
};

/** How many words from here on are the pieces of one; 1 where they are not. */
function countPieces({ text, words }: Source, from: number): number {
  const all = words();
  let joined = all[from]?.word ?? '';
  let isWhole = knownWords.has(joined);
  for (let count = 2; count <= splitPiecesMax; count++) {
    const piece = all[from + count - 1];
    const before = all[from + count - 2];
    if (piece === undefined || before === undefined) return 1;
    if (text.slice(before.end, piece.start).trim() !== '' || piece.start === before.end) return 1;
    joined += piece.word;
    isWhole &&= knownWords.has(piece.word);
    if (!isWhole && joined.length >= 5 && knownWords.has(joined)) return count;
  }
  return 1;
}
