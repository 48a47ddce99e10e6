import { foldText, foldVerbatim } from '@avow/facts';
import { stripEnd } from '@avow/text';
import { asVisibleData } from '../write/as-visible-data.ts';
import type { Piece, ReadSource } from './read-quotable-source.ts';

/** Whole sentences of a source: the positions of the first and the last of its pieces. */
export interface WordsPlace {
  readonly read: ReadSource;
  readonly from: number;
  readonly to: number;
}

/** Words that run over more sentences are a passage, and no quote. */
const piecesMax = 3;
const wordsUnitsMax = 1_000;

/**
 * The sentences that have these words, one after the other; null: no source has them. They are compared as quotations are, in the form
 * in which a model was given its sources. Of several places, the first.
 */
export function findQuotedWords(words: string, sources: readonly ReadSource[]): WordsPlace | null {
  if (words.length > wordsUnitsMax) return null;
  const wanted = stripEnd(foldShown(words.replace(listMark, '')), /[.,;:!?…"']/u).replace(/^["']+/u, '');
  if (!/[\p{L}\d]/u.test(wanted)) return null;
  for (let count = 1; count <= piecesMax; count += 1)
    for (const read of sources)
      for (let from = 0; from + count <= read.pieces.length; from += 1) {
        const pieces = read.pieces.slice(from, from + count);
        if (mayBeQuoted(pieces) && hasWords(pieces.map((piece) => foldPiece(read, piece)).join(' '), wanted))
          return { read, from, to: from + count - 1 };
      }
  return null;
}

const listMark = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/u;

/** Headings are not quoted, and a row by itself alone. */
function mayBeQuoted(pieces: readonly Piece[]): boolean {
  return pieces.every(({ kind }) => kind !== 'heading' && (kind !== 'row' || pieces.length === 1));
}

const known = new WeakMap<Piece, string>();

function foldPiece({ source }: ReadSource, piece: Piece): string {
  const folded = known.get(piece) ?? foldShown(source.text.slice(piece.start, piece.end));
  known.set(piece, folded);
  return folded;
}

function foldShown(text: string): string {
  return foldVerbatim(foldText(asVisibleData(text))).toLowerCase();
}

/** As whole words. */
function hasWords(text: string, wanted: string): boolean {
  const isWord = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{M}\d]/u.test(unit);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isCut =
      (isWord(text[at - 1]) && isWord(wanted[0])) ||
      (isWord(text[at + wanted.length]) && isWord(wanted.at(-1)));
    if (!isCut) return true;
  }
  return false;
}
