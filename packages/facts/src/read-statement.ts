import { functionWords } from '@avow/text/terms';
import { visibleWords } from './shingles.ts';

/** A number, month or day that a sentence states, with its spelling and unit. */
export interface StatedValue {
  readonly value: string;
  /** As the sentence has it: `thirty`. */
  readonly written: string;
  /** What it counts; empty if the sentence does not say. */
  readonly unit: string;
  /** The word before it: "week 3" names a week, "3 weeks" counts them. */
  readonly before: string;
}

/** What a sentence says, separated into its values, its negations and the rest. */
export interface Statement {
  /** Equal for sentences that differ only in values and negations. */
  readonly frame: string;
  readonly values: readonly StatedValue[];
  readonly isDenied: boolean;
  /** The number of negations. */
  readonly denials: number;
  /** The number of content words in the frame. */
  readonly contentWords: number;
}

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety hundred';
const numberWords: ReadonlyMap<string, string> = new Map([
  // "One" is more often a pronoun than a number.
  ...smallNumbers
    .split(' ')
    .flatMap((word, value) => (word === 'one' ? [] : [[word, String(value)] as const])),
  ...tens.split(' ').map((word, index) => [word, String((index + 2) * 10)] as const),
]);
const months = 'january february march april june july august september october november december';
const days = 'monday tuesday wednesday thursday friday saturday sunday';
const named: ReadonlySet<string> = new Set(`${months} ${days}`.split(' '));
const denyingWords: ReadonlySet<string> = new Set(['not', 'never', 'no', 'cannot', 'neither', 'nor']);
/** The word that is left without the negation: "won’t" is "will" negated. */
const contractions: ReadonlyMap<string, string> = new Map([
  ['cannot', 'can'],
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
]);
/** Words that come with a negation: "they do not pay", "they pay". */
const denialSupport: ReadonlySet<string> = new Set(['do', 'does', 'did', 'any', 'a', 'an', 'the', 'ever']);
const number = /^\p{Nd}+(?:[.,:]\p{Nd}+)*(?:st|nd|rd|th|%|k|m)?$/u;

export function readStatement(sentence: string): Statement {
  const words = visibleWords(spellSigns(sentence));
  const frame: string[] = [];
  const values: StatedValue[] = [];
  let denials = 0;
  let contentWords = 0;
  for (const [position, written] of words.entries()) {
    const word = written.replace(/[’‘]/g, "'");
    const value = readValue(word);
    if (value !== null) {
      const before = words[position - 1] ?? '';
      values.push({ value, unit: unitOf(words, position), written, before });
      frame.push('#');
    } else if (denyingWords.has(word) || word.endsWith("n't")) {
      denials += 1;
      const rest = contractions.get(word) ?? (word.endsWith("n't") ? word.slice(0, -3) : '');
      if (rest !== '' && !denialSupport.has(rest)) frame.push(rest);
    } else if (!denialSupport.has(word)) {
      frame.push(word);
      if (!functionWords.has(word)) contentWords += 1;
    }
  }
  return { frame: frame.join(' '), values, isDenied: denials % 2 === 1, denials, contentWords };
}

const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'dollars'],
  ['€', 'euros'],
  ['£', 'pounds'],
]);
const currencyNames: ReadonlySet<string> = new Set(currencies.values());

function spellSigns(sentence: string): string {
  return sentence
    .replace(/(?<=\p{Nd})\s?%/gu, ' percent')
    .replace(/([$€£])\s?(?=\p{Nd})/gu, (_, sign: string) => ` ${currencies.get(sign)} `);
}

function unitOf(words: readonly string[], position: number): string {
  const before = words[position - 1] ?? '';
  if (currencyNames.has(before)) return before;
  const next = words[position + 1] ?? '';
  return /^\p{L}/u.test(next) && !functionWords.has(next) && readValue(next) === null ? next : '';
}

function readValue(word: string): string | null {
  if (named.has(word)) return word;
  const spelled = numberWords.get(word);
  if (spelled !== undefined) return spelled;
  if (!number.test(word)) return null;
  return word
    .replace(/,(?=\p{Nd}{3}(?:\P{Nd}|$))/gu, '')
    .replace(/(?:st|nd|rd|th)$/u, '')
    .replace(/^0+(?=\p{Nd})/u, '');
}
