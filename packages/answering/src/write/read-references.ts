import { findQuotingReferences, openQuotingReference } from './find-quoting-references.ts';

/** A reference to sources in what a model wrote. */
interface FoundReference {
  /** Where it stood: an offset into the text without references. */
  readonly at: number;
  /** How many UTF-16 units it took up, with the white space before it. */
  readonly length: number;
  readonly numbers: readonly number[];
  /** The words of sources in it. */
  readonly quotes: readonly string[];
}

/** What a model was asked for. */
export interface ReferenceForm {
  /** The words of its source in each reference. */
  readonly withQuotes: boolean;
}

export const plainReferences: ReferenceForm = { withQuotes: false };

export interface ReadReferences {
  readonly text: string;
  readonly references: readonly FoundReference[];
}

/** No reference is longer, so what has been open for longer is none. */
const referenceUnitsMax = 240;
const quotingUnitsMax = 700;
const numbersMax = 16;
const rangeMax = 8;

const gap = String.raw`[ \t]{0,2}`;
const list = String.raw`\d{1,2}(?:${gap}(?:[,;&–-]|and|und|et|y)${gap}\d{1,2}){0,5}`;
const word = '(?:sources?|src|refs?|references?|quellen?|fuentes?|fonti|fonte)';
const lead = String.raw`(?:(?:see|cf\.?|from|per|siehe|vgl\.?)[ \t])?`;
const bracket = String.raw`\[(?:\^|#|${lead}${word}[ \t:#]{0,2})?${list}\]`;

/** `[1]`, `[1, 2]`, `[1–3]`, `[source 2]`, `[^1]`, `[1](…)`, `(source 2)`, `(see [2])`, `【1†…】`, `^1^`, `<sup>1</sup>`. */
const reference = new RegExp(
  String.raw`\s{0,4}(?:` +
    [
      String.raw`${bracket}(?:\([^()\s]{0,80}\))?`,
      String.raw`\(${lead}${bracket}(?:[ \t,;]{0,2}${bracket})?\)`,
      String.raw`\(${lead}${word}[ \t:#]{1,2}${list}\)`,
      String.raw`【${list}[^】\n]{0,30}】`,
      String.raw`\^\[?\d{1,2}(?:[,;][ ]?\d{1,2}){0,5}\]?\^`,
      String.raw`<sup>\[?${list}\]?</sup>`,
    ].join('|') +
    ')',
  'giu',
);

/** The beginning of what may yet become a reference. */
const openReference =
  /(?:\([^)\n]*|\[[^\]\n]*\]?|\[[^\]\n]*\]\([^()\s]*|【[^】\n]*|\^\[?[\d ,;]*\]?|<(?:\/?[a-z]*|sup>(?:(?!<\/sup>)[^\n])*))$/iu;

/**
 * Takes references out of a text, and reports the place of each. White space before one goes with it, so that it is
 * directly after the words that it is for, whether it was written before a full stop or behind it.
 */
export function readReferences(written: string, { withQuotes } = plainReferences): ReadReferences {
  const quoting = withQuotes ? findQuotingReferences(written) : [];
  const plain = [...written.matchAll(reference)].map(({ 0: text, index: start }) => ({
    ...{ start, end: start + text.length, rest: text, quotes: [] },
  }));
  // Words of a source may have references of their own.
  const isWithin = (one: { readonly start: number; readonly end: number }) =>
    quoting.some(({ start, end }) => start < one.end && one.start < end);
  const found = [...quoting, ...plain.filter((one) => !isWithin(one))];
  found.sort((one, other) => one.start - other.start);
  const references: FoundReference[] = [];
  let text = '';
  let from = 0;
  for (const { start, end, rest, quotes } of found) {
    text += written.slice(from, start);
    from = end;
    references.push({ at: text.length, length: end - start, numbers: readNumbers(rest), quotes });
  }
  return { text: text + written.slice(from), references };
}

/** How much of a text that still grows can be read for references: no further text changes them there. */
export function settledLength(written: string, { withQuotes } = plainReferences): number {
  const quoting = withQuotes ? openQuotingReference(written) : null;
  if (quoting !== null) return written.slice(0, quoting).trimEnd().length;
  const from = Math.max(0, written.length - (withQuotes ? quotingUnitsMax : referenceUnitsMax));
  const tail = written.slice(from);
  const open = openReference.exec(tail)?.index ?? tail.length;
  return from + tail.slice(0, open).trimEnd().length;
}

function readNumbers(found: string): number[] {
  const numbers = new Set<number>();
  const named = found.replace(/†.*|\]\(.*/su, '');
  for (const [, first = '', last] of named.matchAll(/(\d{1,2})(?:\s{0,2}[–-]\s{0,2}(\d{1,2}))?/gu)) {
    const from = Number(first);
    const to = last === undefined ? from : Math.min(Number(last), from + rangeMax);
    for (let number = from; number <= to; number++) numbers.add(number);
    if (last !== undefined) numbers.add(Number(last));
  }
  return [...numbers].slice(0, numbersMax);
}
