import { stripEnd } from '@avow/text';
import { knownWords } from './known-words.ts';
import { wordLikelihood } from './likely-english.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
  '€': 'e',
  '£': 'l',
  '¡': 'i',
};

const piece = /[^\s"'“”.,;:?)\]}]+/gu;
const sign = /[0-9@$!|+€£¡]/u;
/** A digit or symbol next to a letter, other than punctuation at the end of a word. */
const trace = /[0-9@$!|+€£¡][A-Za-z]|[A-Za-z][0-9@$|+€£¡]/u;
const likelyMin = -2.4;
const lengthMax = 40;
const goodAmongNumbersMin = 3;

/** A digit can represent two letters: the interpretation that is a word, or looks more like one, is chosen. */
function readWord(written: string): string | null {
  const word = stripEnd(written.toLowerCase(), /!/u);
  if (!sign.test(word) || !/[a-z]/.test(word) || word.length > lengthMax) return null;
  const first = Array.from(word, (character) => letterOf[character] ?? character).join('');
  if (!/^[a-z]+$/.test(first)) return null;
  const second = Array.from(word, (character) =>
    character === '1' || character === '!'
      ? 'l'
      : character === '|'
        ? 'i'
        : (letterOf[character] ?? character),
  ).join('');
  if (knownWords.has(first) || first === second) return first;
  return knownWords.has(second) || wordLikelihood(second) > wordLikelihood(first) ? second : first;
}

/** A number that also spells a word is read as one only among other such words. */
function readNumber(written: string): string | null {
  if (!/^[0-9@$!|+]{1,12}$/.test(written)) return null;
  const word = Array.from(written, (character) => letterOf[character] ?? character).join('');
  return knownWords.has(word) ? word : null;
}

function isGood(word: string): boolean {
  return word.length >= 2 && (knownWords.has(word) || (word.length >= 4 && wordLikelihood(word) > likelyMin));
}

/** Digits and symbols in place of the letters they look like. */
export const leetspeakReading: ViewReading = {
  name: 'leetspeak',
  isDisguise: true,
  read({ text }) {
    if (!trace.test(text)) return null;
    const parts: ViewPart[] = [];
    const numbers: ViewPart[] = [];
    let good = 0;
    for (const match of text.matchAll(piece)) {
      const place = { start: match.index, end: match.index + match[0].length };
      const word = readWord(match[0]);
      const number = word === null ? readNumber(match[0]) : null;
      if (number !== null) numbers.push({ ...place, text: number });
      if (word === null) continue;
      if (isGood(word)) good++;
      parts.push({ ...place, text: word });
    }
    if (good === 0 || good * 2 < parts.length) return null;
    if (good < goodAmongNumbersMin) return replaceParts(text, parts);
    return replaceParts(
      text,
      [...parts, ...numbers].sort((one, other) => one.start - other.start),
    );
  },
};
