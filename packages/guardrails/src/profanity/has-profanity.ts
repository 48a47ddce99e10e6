import { foldWords } from '../fold-words.ts';
import { swearWords } from './swear-words.ts';

/** Signs that are read as letters where they stand among letters. */
const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '€': 'e',
};

const mask = '*';
const swearWordUnitsMax = Math.max(...Array.from(swearWords, (word) => word.length));

/** Swear words of each length, by their first letter: what a masked word is compared with. */
const byOutline: ReadonlyMap<string, readonly string[]> = Map.groupBy(swearWords, outlineOf);

function outlineOf(word: string): string {
  return `${word.charAt(0)}${word.length}`;
}

/** Whether a text swears: in whole words, and as people write them who half hide it. */
export function hasProfanity(text: string): boolean {
  const words = foldWords(text);
  return words.some(isSwearWord) || isSpelledOut(words) || hasDisguised(text);
}

function isSwearWord(word: string): boolean {
  return swearWords.has(word) || isDrawnOut(word);
}

/** Letters said longer than they are: fuuuuck. */
function isDrawnOut(word: string): boolean {
  if (!/(.)\1\1/su.test(word)) return false;
  // A letter can be double by itself, as in "piss".
  return [/(.)\1+/gsu, /(.)\1{2,}/gsu].some((run, index) =>
    swearWords.has(word.replace(run, index === 0 ? '$1' : '$1$1')),
  );
}

const lettersSpelledMin = 4;

/** Letter by letter: f u c k. */
function isSpelledOut(words: readonly string[]): boolean {
  let letters = '';
  for (const word of [...words, '']) {
    if (word.length === 1) {
      letters += word;
      continue;
    }
    if (letters.length >= lettersSpelledMin && swearWords.has(letters)) return true;
    letters = '';
  }
  return false;
}

/** Runs in which something else than letters stands between letters. */
const mixedRun = /[a-z0-9@$!|+€*#_.-]+/g;
const edges = /^[^a-z0-9@$]+|[^a-z0-9@$]+$/g;
const maskSigns = /[*#_.-]/g;

function hasDisguised(text: string): boolean {
  for (const [run] of text.toLowerCase().matchAll(mixedRun)) {
    if (run.length > 3 * swearWordUnitsMax || /^[a-z]+$/.test(run)) continue;
    const core = run.replace(edges, '');
    if (core.length <= swearWordUnitsMax && isSwearInDisguise(core)) return true;
  }
  return false;
}

function isSwearInDisguise(core: string): boolean {
  const read = Array.from(core, (character) => signs[character] ?? character).join('');
  // With nothing but digits and signs it is a number or code, not a word.
  if (!/[a-z]/.test(core)) return false;
  return swearWords.has(read) || isMasked(read.replace(maskSigns, mask));
}

/** A masked word shows its first letter and at least one more. */
function isMasked(masked: string): boolean {
  const shown = masked.replaceAll(mask, '');
  if (shown.length === masked.length || shown.length < 2 || !/^[a-z]+$/.test(shown)) return false;
  const candidates = byOutline.get(outlineOf(masked)) ?? [];
  return candidates.some((word) =>
    Array.from(masked).every((character, index) => character === mask || character === word.charAt(index)),
  );
}
