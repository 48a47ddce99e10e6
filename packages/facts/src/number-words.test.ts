import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readNumberWords } from './number-words.ts';

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const germanOnes =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const germanTens = '_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

function inEnglish(value: number): string[] {
  if (value >= 1000)
    return [
      ...inEnglish(Math.floor(value / 1000)),
      'thousand',
      ...(value % 1000 === 0 ? [] : inEnglish(value % 1000)),
    ];
  if (value >= 100)
    return [
      ...inEnglish(Math.floor(value / 100)),
      'hundred',
      ...(value % 100 === 0 ? [] : ['and', ...inEnglish(value % 100)]),
    ];
  if (value < 20) return [ones[value] ?? ''];
  const ten = tens[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? [ten] : [ten, '-', ones[value % 10] ?? ''];
}

function inGerman(value: number): string {
  if (value >= 1000)
    return `${inGerman(Math.floor(value / 1000))}tausend${value % 1000 === 0 ? '' : inGerman(value % 1000)}`;
  if (value >= 100)
    return `${germanOnes[Math.floor(value / 100)]}hundert${value % 100 === 0 ? '' : inGerman(value % 100)}`;
  if (value < 20) return germanOnes[value] ?? '';
  const ten = germanTens[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? ten : `${germanOnes[value % 10]}und${ten}`;
}

it('reads what English spells, below ten thousand', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), (value) => {
      const words = inEnglish(value);
      expect(readNumberWords([...words, 'people'])).toEqual({ value, isOrdinal: false, count: words.length });
    }),
  );
});

it('reads what German spells as one word', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 99_999 }), (value) => {
      fc.pre(value % 1000 !== 1 && Math.floor(value / 1000) !== 1 && value % 100 !== 1);
      expect(readNumberWords([inGerman(value)])?.value).toBe(value);
    }),
  );
});

test.each<[string, number | null]>([
  ['dozen', 12],
  ['twice', 2],
  ['fifteenth', 15],
  ['twenty - first', 21],
  ['two three', 2],
  ['and five', null],
  ['handy', null],
  ['hunderten', null],
  ['', null],
])('%s', (words, value) => {
  expect(readNumberWords(words.split(' '))?.value ?? null).toBe(value);
});
