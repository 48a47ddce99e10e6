import { smallest } from '@avow/foundation';
import type { DataType } from './data-types.ts';
import { findCandidates } from './find-personal-data.ts';
import { foldCharacters } from './fold-characters.ts';
import { ibanLengths } from './iban-numbers.ts';

/**
 * In folded characters: no number has more before its first digit, or between two of its digits; and how far a word may
 * stand behind a number and still say what it is, with what the number itself may still get.
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
/** What may go on with digits: months, and what stands before an extension. */
const goesOn =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|fev|fév|mär|avr|jui|aoû|aou|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mrt|mei|maa|exten|durchwahl|poste)/iu;
const bankCode = /(?<!\w)[A-Z]{6}[A-Z0-9]{2}/g;
const lastWord = /[\p{L}\p{N}][^\s]*$/u;

interface DigitCluster {
  readonly first: number;
  readonly last: number;
  readonly digits: number;
}

/** Digits that stand so close that they may be of one number. */
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

/** Whether a word behind a number shows that it is over. Groups of four letters may stand within an account number. */
function isCut(text: string, { first, last }: DigitCluster): boolean {
  const words = text.slice(last).match(/(?<![\p{L}\p{N}])\p{Ll}{4,}(?![\p{L}\p{N}])/gu) ?? [];
  const country = /([A-Z]{2})[ -]{0,3}$/i.exec(text.slice(0, first))?.[1]?.toUpperCase() ?? '';
  const lettersMin = ibanLengths.has(country) ? 5 : 4;
  return words.some((word) => word.length >= lettersMin && !goesOn.test(word));
}

function mayStillChange(text: string, cluster: DigitCluster): boolean {
  const behind = text.length - cluster.last;
  if (behind <= betweenDigits && !isCut(text, cluster)) return true;
  if (behind > wordReach) return false;
  const around = text.slice(Math.max(0, cluster.first - beforeDigits), cluster.last + beforeDigits);
  return cluster.digits >= labelledDigitsMin || mixed.test(around);
}

/** Whether the last word may be the beginning of a number that comes with what follows. */
function mayBegin(word: string): boolean {
  if (goesOn.test(word)) return true;
  if (/[.!?。！？]["')\]]?$/.test(word)) return false;
  return !/^\p{Ll}{6,}[,:;]?$/u.test(word) || !/[aeiouy]/.test(word);
}

/** Where something begins that what follows may make personal data, or part of it: an offset in a folded text. */
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
 * Up to where a text that goes on with white space holds the personal data that is found in it now, whatever follows. Not
 * of street addresses, which may be of many words. An offset in UTF-16 units.
 */
export function settledPersonalData(text: string, types: readonly DataType[]): number {
  const folded = foldCharacters(text);
  let open = findOpen(folded.text, new Set(types));
  if (open >= folded.text.length) return text.length;
  // Which of two findings counts that overlap is decided by both.
  const candidates = findCandidates(folded.text, { types, repeats: 'further_on' }).toSorted(
    (one, other) => other.end - one.end,
  );
  for (const { start, end } of candidates) if (start < open && end > open) open = start;
  return folded.originalRange(open, open + 1).start;
}
