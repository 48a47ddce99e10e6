import { normalise } from './normalise.ts';
import { stem } from './stem.ts';
import { functionWords, genericWords, questionWords } from './stop-words.ts';

// Letters with their marks, digits with the separators inside a number, apostrophes and hyphens inside a word.
const token = /\d+(?:[.,]\d+)*(?![\p{L}\p{M}\d])|[\p{L}\p{N}\p{M}]+(?:['’\-‐‑][\p{L}\p{N}\p{M}]+)*/gu;
const unspacedScript =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const negativeContraction = /n['’]t$/u;
const negations: ReadonlySet<string> = new Set([
  'not',
  'never',
  'cannot',
  'without',
  'neither',
  'nor',
  'nobody',
  'nothing',
  'none',
]);
/** In capitals these are names; in lower case they are function words. */
const capitalNames: ReadonlySet<string> = new Set(['IT', 'US', 'AM', 'OR', 'ME', 'WHO']);
/** Without "one", which is more often a pronoun than a number. */
const numberWords: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, position) => [word, String(position + 2)]),
);

const genericStems: ReadonlySet<string> = new Set(genericWords.map(stem));

/** Whether a term of `contentTerms` says little about the topic. */
export function isGenericTerm(term: string): boolean {
  return genericStems.has(term);
}

/** The words as written, in order, with inner hyphens and apostrophes but without punctuation. */
export function wordsOf(text: string): string[] {
  return normalise(text, 'NFKC').match(token) ?? [];
}

/** The stems of the content words, in order, with repetitions. Numbers are kept, as digits. */
export function contentTerms(text: string): string[] {
  const terms: string[] = [];
  const shouted = !/\p{Ll}/u.test(text);
  for (const written of wordsOf(text)) {
    if (!shouted && capitalNames.has(written)) {
      terms.push(written);
      continue;
    }
    for (const part of splitWord(written)) {
      const word = withoutPossessive(part.toLowerCase());
      if (word === '' || functionWords.has(word) || questionWords.has(word)) continue;
      if (unspacedScript.test(word)) for (const pair of pairsOfCharacters(word)) terms.push(pair);
      else terms.push(termOf(word));
    }
  }
  return terms;
}

/** Whether a term contains a digit. Such terms must match exactly. */
export function isNumberTerm(term: string): boolean {
  return /\p{Nd}/u.test(term);
}

/** Whether the text contains a negation. "No. 5" is a number. */
export function hasNegation(text: string): boolean {
  const words = wordsOf(text);
  return words.some((written, position) => {
    const word = written.toLowerCase();
    if (negations.has(word) || negativeContraction.test(word)) return true;
    return word === 'no' && !/^\d/.test(words[position + 1] ?? '');
  });
}

function termOf(word: string): string {
  const digits = numberWords.get(word);
  if (digits !== undefined) return digits;
  if (/^\d/.test(word)) return word.replace(/,(?=\d{3}(?:\D|$))/g, '');
  return stem(foldAccents(word));
}

/** "e-mail", "wi-fi" and "co-worker" are one word, "part-time" is two; a contraction is its first half. */
function splitWord(written: string): string[] {
  if (!/['’\-‐‑]/u.test(written)) return [written];
  if (negativeContraction.test(written)) return [];
  const parts = written.split(/[-‐‑]/u);
  const joins = parts.length === 2 && parts.some((part) => part.length <= 2 && isPrefix(part));
  return joins ? [parts.join('')] : parts;
}

function isPrefix(part: string): boolean {
  return /^\p{L}+$/u.test(part) && !functionWords.has(part.toLowerCase());
}

function withoutPossessive(word: string): string {
  return word.replace(/['’](?:s|re|ve|ll|d|m)?$/u, '').replace(/['’]/gu, '');
}

function foldAccents(word: string): string {
  return /^\p{sc=Latin}[\p{sc=Latin}\p{M}]*$/u.test(word)
    ? normalise(word, 'NFD').replace(/\p{M}/gu, '')
    : word;
}

/** In scripts without spaces, overlapping pairs of characters serve as words. */
function pairsOfCharacters(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, position) => `${characters[position] ?? ''}${character}`);
}
