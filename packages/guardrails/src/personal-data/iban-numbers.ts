import { getCountrySpecifications, isValidIBAN } from 'ibantools';
import { type FoundData, scores } from './data-types.ts';
import type { DigitRegion } from './digit-regions.ts';
import { isGroupGap, splitWords, type Word } from './split-words.ts';

/** The length of an IBAN by its country code. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars] as const],
  ),
);

/** Account numbers may contain letters, but always have at least this many digits. */
const digitsMin = 6;
const lengthMax = Math.max(...ibanLengths.values());

/** The printed format: groups of four, with the remainder at the end. */
function isInFours(groups: readonly Word[]): boolean {
  const last = groups.length - 1;
  return groups.every(({ folded }, index) => (index === last ? folded.length <= 4 : folded.length === 4));
}

/**
 * Groups of other sizes are as common in sentences ("at 12 …") as in account numbers. There, the letters must be capitals
 * and at least half of the characters after the check digits must be digits.
 */
function isPlausible(written: string, folded: string, groups: readonly Word[]): boolean {
  if (groups.length === 1 || isInFours(groups)) return true;
  const account = folded.slice(4);
  return !/\p{Ll}/u.test(written) && account.replace(/\D/g, '').length * 2 >= account.length;
}

/** The groups of the IBAN that begins with the word at `first`, or none. */
function findIban(text: string, words: readonly Word[], first: number): readonly Word[] {
  // Most words do not begin with a country code and are skipped before anything is allocated.
  const begin = words[first]?.folded ?? '';
  if (begin.length > 1 && !ibanLengths.has(begin.slice(0, 2))) return [];
  const groups: Word[] = [];
  let folded = '';
  for (let index = first; index < Math.min(words.length, first + lengthMax); index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const last = groups.at(-1);
    if (last !== undefined && !isGroupGap(text.slice(last.end, word.start))) return [];
    groups.push(word);
    folded += word.folded;
    const length = ibanLengths.get(folded.slice(0, 2));
    if (length === undefined || folded.length > length) return [];
    if (folded.length < length) continue;
    const written = text.slice(groups[0]?.start, word.end);
    return isValidIBAN(folded) && isPlausible(written, folded, groups) ? groups : [];
  }
  return [];
}

/** International bank account numbers, recognized by country, format and checksum. */
export function findIbanNumbers(text: string, regions: readonly DigitRegion[]): readonly FoundData[] {
  if (!regions.some(({ digits }) => digits >= digitsMin)) return [];
  const words = splitWords(text);
  const found: FoundData[] = [];
  for (let first = 0; first < words.length; ) {
    const groups = findIban(text, words, first);
    const [start, end] = [groups[0]?.start, groups.at(-1)?.end];
    if (start !== undefined && end !== undefined)
      found.push({ type: 'iban', start, end, score: scores.sure });
    first += Math.max(1, groups.length);
  }
  return found;
}
