import { normalise } from '../terms/normalise.ts';
import { exactWords } from './exact-words.ts';
import { plainLanguage } from './plain-language.ts';

/** Units, as `Intl` names them. */
const units =
  'second minute hour day week month year percent millisecond byte kilobyte megabyte gigabyte terabyte meter centimeter kilometer gram kilogram liter'.split(
    ' ',
  );
const counts = [1, 2, 5, 1.5];
/** "March" and "may" are also everyday words: the German name replaces one, and the preceding word marks the other. */
const months =
  'january,february,märz,april,of May,june,july,august,september,october,november,december'.split(',');
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const regions =
  'AT AU BE BR CA CH CN CZ DE DK ES FI FR GB GR HU IE IN IT JP KR LU MX NL NO NZ PL PT RO RU SE TR UA US'.split(
    ' ',
  );
const spoken = 'de en es fr it ja ko nl pl pt ru sv tr uk zh'.split(' ');
const mondayMs = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** Languages that join words: "Urlaubstage" are days. */
const joined: Readonly<Record<string, RegExp>> = {
  de: /(?<=\p{L}{3})(?<!(?:mon|diens|donners|frei|sams|sonn))(tage?n?|wochen?|monate?n?|jahre?n?|stunden?|minuten?)(?!\p{L})/giu,
  nl: /(?<=\p{L}{3})(dag(?:en)?|weken|maanden|jaar|uren)(?!\p{L})/giu,
};
/** "4. Tag", "4e jour", "4.º día". */
const orderMarks: Readonly<Record<string, RegExp>> = {
  de: /(?<![\d.,])(\d{1,2})\.(?= \p{L})/gu,
  fr: /(\d{1,3})(?:ère|er|re|ème|e)(?!\p{L})/gu,
  es: /(\d{1,3})\.?[ºª°]/gu,
  it: /(\d{1,3})[ºª°]/gu,
  pt: /(\d{1,3})\.?[ºª°]/gu,
  nl: /(\d{1,3})(?:ste|de|e)(?!\p{L})/gu,
};

/** Languages without spaces: a unit follows its number directly. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'th']);
const beforeDigit = /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])(?=\d)/gu;
const unspacedDate = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/gu;

interface Terms {
  readonly pattern: RegExp;
  readonly english: ReadonlyMap<string, string>;
  readonly phrases: ReadonlyArray<readonly [RegExp, string]>;
}

const kept = new Map<string, Terms>();

/**
 * Replaces the exact terms of a text by the English ones from which facts are read: numbers, months, days of the week,
 * units, countries, negations and bounds. The result is for comparison, not for display: everything else stays unchanged.
 */
export function inEnglishTerms(text: string, language: string): string {
  const plain = plainLanguage(language);
  if (plain === 'en') return text;
  const terms = kept.get(plain) ?? readTerms(plain);
  kept.set(plain, terms);
  let said = normalise(text, 'NFC').replace(/[’ʼ]/gu, "'");
  for (const [pattern, english] of terms.phrases) said = said.replace(pattern, english);
  const { [plain]: ending } = joined;
  if (ending !== undefined) said = said.replace(ending, ' $1');
  const { [plain]: mark } = orderMarks;
  if (mark !== undefined) said = said.replace(mark, '$1th');
  if (unspaced.has(plain)) said = said.replace(beforeDigit, ' ').replace(unspacedDate, '$1-$2-$3 ');
  return said.replace(terms.pattern, (word) => {
    const meant = terms.english.get(word.toLowerCase()) ?? word;
    return unspaced.has(plain) ? ` ${meant} ` : meant;
  });
}

function readTerms(plain: string): Terms {
  const english = new Map<string, string>();
  const add = (word: string, meant: string) => {
    const lower = word.trim().toLowerCase();
    const isName = /^[\p{L}\p{M}][\p{L}\p{M} .'-]*$/u.test(lower);
    if (isName && (lower.length > 1 || unspaced.has(plain)) && !english.has(lower)) english.set(lower, meant);
  };
  addDates(plain, add);
  addNames(plain, add);
  addUnits(plain, add);
  const { cardinals = '', ordinals = '', phrases = [] } = exactWords.get(plain) ?? {};
  for (const [at, word] of cardinals.split(' ').entries()) if (word !== '') add(word, String(at + 2));
  const longestFirst = [...english.keys()].sort((one, other) => other.length - one.length);
  const inOrder = ordinals
    .split(' ')
    .flatMap(
      (pattern, at): Array<readonly [RegExp, string]> =>
        pattern === '' || pattern === '-' ? [] : [[wholeWords(pattern), `${at + 1}th`]],
    );
  const anyOf = longestFirst.map((word) => word.replaceAll('.', '\\.')).join('|');
  return {
    english,
    pattern: unspaced.has(plain) ? new RegExp(`(?<=\\d\\s?)(?:${anyOf})`, 'gu') : wholeWords(anyOf),
    phrases: [...phrases.map(([pattern, meant]) => [wholeWords(pattern), meant] as const), ...inOrder],
  };
}

type Add = (word: string, meant: string) => void;

function addDates(plain: string, add: Add): void {
  const inUtc = { timeZone: 'UTC' } as const;
  for (const also of [{}, { day: 'numeric' }] as const) {
    // Some languages have another form of a month's name for use with a day.
    const format = new Intl.DateTimeFormat(plain, { ...inUtc, ...also, month: 'long' });
    for (const [at, meant] of months.entries())
      for (const { type, value } of format.formatToParts(Date.UTC(2024, at, 15)))
        if (type === 'month') add(value, meant);
  }
  const named = new Intl.DateTimeFormat(plain, { ...inUtc, weekday: 'long' });
  for (const [at, meant] of weekdays.entries()) add(named.format(mondayMs + at * dayMs), meant);
}

function addNames(plain: string, add: Add): void {
  for (const [type, codes] of [
    ['region', regions],
    ['language', spoken],
  ] as const) {
    const [here, there] = [plain, 'en'].map((tag) => new Intl.DisplayNames(tag, { type }));
    for (const code of codes) add(here?.of(code) ?? '', there?.of(code) ?? '');
  }
}

function addUnits(plain: string, add: Add): void {
  for (const unit of units) {
    const format = new Intl.NumberFormat(plain, { style: 'unit', unit, unitDisplay: 'long' });
    const nameOf = (count: number) =>
      format
        .formatToParts(count)
        .filter(({ type }) => type === 'unit')
        .map(({ value }) => value)
        .join('');
    for (const count of counts) add(nameOf(count), unit.replace(/meter$/, 'metre'));
  }
}

function wholeWords(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\d])(?:${pattern})(?![\\p{L}\\p{M}\\d])`, 'giu');
}
