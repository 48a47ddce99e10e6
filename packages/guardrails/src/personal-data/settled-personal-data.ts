import { smallest } from '@avow/foundation/statistics';
import type { DataType } from './data-types.ts';
import { findCandidates } from './find-personal-data.ts';
import { foldCharacters } from './fold-characters.ts';
import { ibanLengths } from './iban-numbers.ts';

/**
 * Distances in folded characters: the most a number has before its first digit or between two digits, and how far a label
 * may be after a number, including what may still be added to the number.
 */
const beforeDigits = 24;
const betweenDigits = 20;
const wordReach = 64;
const zoneReach = 140;
const spelledReach = 300;
const nameLineUnits = 48;
const spelledNameUnits = 44;
const quotedNameUnits = 70;

/** Shorter numbers have no label after them, unless they contain letters. */
const labelledDigitsMin = 3;
const mixed = /(?=\w{6})\w*[A-Za-z]\w*\d|(?=\w{6})\w*\d\w*[A-Za-z]/;
/** Words that digits may follow: months, and words before an extension. */
const digitsMayFollow =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|fev|fév|mär|avr|jui|aoû|aou|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mrt|mei|maa|exten|durchwahl|poste)/iu;
const bankCode = /(?<!\w)[A-Z]{6}[A-Z0-9]{2}/g;
const lastWord = /[\p{L}\p{N}][^\s]*$/u;

interface DigitCluster {
  readonly first: number;
  readonly last: number;
  readonly digits: number;
}

/** Groups digits that are close enough to be part of one number. */
function clustersOf(text: string): readonly DigitCluster[] {
  const clusters: DigitCluster[] = [];
  for (const { 0: run, index } of text.matchAll(/\d+/g)) {
    const before = clusters.at(-1);
    const last = index + run.length;
    if (before !== undefined && index - before.last <= betweenDigits)
      clusters[clusters.length - 1] = { ...before, last, digits: before.digits + run.length };
    else clusters.push({ first: index, last, digits: run.length });
  }
  return clusters;
}

/** Whether a word after a number shows that it has ended. Account numbers may contain groups of four letters. */
function hasEnded(text: string, { first, last }: DigitCluster): boolean {
  const words = text.slice(last).match(/(?<![\p{L}\p{N}])\p{Ll}{4,}(?![\p{L}\p{N}])/gu) ?? [];
  const country = /([A-Z]{2})[ -]{0,3}$/i.exec(text.slice(0, first))?.[1]?.toUpperCase() ?? '';
  const lettersMin = ibanLengths.has(country) ? 5 : 4;
  return words.some((word) => word.length >= lettersMin && !digitsMayFollow.test(word));
}

function mayStillChange(text: string, cluster: DigitCluster): boolean {
  const behind = text.length - cluster.last;
  if (behind <= betweenDigits && !hasEnded(text, cluster)) return true;
  if (behind > wordReach) return false;
  const around = text.slice(Math.max(0, cluster.first - beforeDigits), cluster.last + beforeDigits);
  return cluster.digits >= labelledDigitsMin || mixed.test(around);
}

/** Whether the last word may begin a number that continues in later text. */
function mayBegin(word: string): boolean {
  if (digitsMayFollow.test(word)) return true;
  if (/[.!?。！？]["')\]]?$/.test(word)) return false;
  return !/^\p{Ll}{6,}[,:;]?$/u.test(word) || !/[aeiouy]/.test(word);
}

/** The offset in a folded text from which later text may still turn something into personal data. */
function findOpen(text: string, wanted: ReadonlySet<DataType>): number {
  const open = [text.length];
  for (const cluster of clustersOf(text))
    if (mayStillChange(text, cluster)) open.push(cluster.first - beforeDigits);
  const word = lastWord.exec(text.trimEnd());
  if (word !== null && mayBegin(word[0])) open.push(word.index - beforeDigits);
  const hold = (pattern: RegExp, { reach, before }: { readonly reach: number; readonly before: number }) => {
    const first = Array.from(text.matchAll(pattern)).find(({ index }) => index >= text.length - reach);
    if (first !== undefined) open.push(first.index - before);
  };
  hold(bankCode, { reach: wordReach, before: 0 });
  if (wanted.has('mrz')) hold(/</g, { reach: zoneReach, before: nameLineUnits });
  if (wanted.has('email')) {
    hold(/\bat\b/gi, { reach: spelledReach, before: spelledNameUnits });
    hold(/"/g, { reach: quotedNameUnits, before: 0 });
  }
  return Math.max(0, smallest(open));
}

/**
 * The length of the prefix, in UTF-16 units, whose findings cannot change if the text continues with white space and
 * anything after it. Does not cover street addresses, which may consist of many words.
 */
export function settledPersonalData(text: string, types: readonly DataType[]): number {
  const folded = foldCharacters(text);
  let open = findOpen(folded.text, new Set(types));
  if (open >= folded.text.length) return text.length;
  // Which of two overlapping findings is kept depends on both.
  const candidates = findCandidates(folded.text, { types, repeats: 'further_on' }).toSorted(
    (one, other) => other.end - one.end,
  );
  for (const { start, end } of candidates) if (start < open && end > open) open = start;
  return folded.originalRange(open, open + 1).start;
}
