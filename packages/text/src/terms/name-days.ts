import type { TextRange } from '../markdown/show-links.ts';

/** Words for days of the week, and the days that they stand for. */
export interface NamedDays extends TextRange {
  /** In words that a question may have: "Saturday, Sunday". */
  readonly names: string;
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const day = '(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?:s|days?|nesdays?|sdays?|rsdays?|urdays?)?';
/** `weekend` is also said as two days; a single short form needs a sign that it is not a word, as in "The Sun". */
const daysOfWeek = new RegExp(
  [
    `(?<![\\p{L}\\d])(?<from>${day})\\.?\\s{0,2}(?:[-–—]|to|till?|until|through|thru)\\s{0,2}(?<to>${day})(?![\\p{L}\\d])`,
    `(?<![\\p{L}\\d])(?<both>sat(?:urdays?)?\\.?\\s{0,2}(?:,|&|\\/|\\+|and|or)\\s{0,2}sun(?:days?)?)(?![\\p{L}\\d])`,
    '(?<![\\p{L}\\d])(?<week>week-?(?:end|day)s?)(?![\\p{L}\\d])',
    '(?<![\\p{L}\\d])(?<short>Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?=\\.?\\s{0,2}(?:$|[\\d,;:|/&(+]|and\\b|from\\b))',
  ].join('|'),
  'giu',
);

/**
 * The days that ranges, short forms, weekdays and weekends stand for: "Mon–Fri" does not say "Wednesday", and answers questions
 * about it.
 */
export function nameDays(text: string): NamedDays[] {
  return [...text.matchAll(daysOfWeek)].flatMap((found) => {
    const names = namesOf(found.groups ?? {});
    return names === null ? [] : [{ start: found.index, end: found.index + found[0].length, names }];
  });
}

/** A day, or a part of the week, as a question names it. */
const askedDay =
  /(?<![\p{L}\d])(?:(?<week>week-?(?:end|day)s?)|(?<name>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?)(?![\p{L}\d])/giu;

/** The same, but only as far as a question asks about these days: "weekends" is Sunday to who asks for Sunday. */
export function nameAskedDays(text: string, question: string): NamedDays[] {
  const asked = new Set(
    [...question.matchAll(askedDay)].map(({ groups }) =>
      groups?.['name'] === undefined
        ? /end/iu.test(groups?.['week'] ?? '')
          ? 'weekend'
          : 'weekdays'
        : days[numberOf(groups['name'])],
    ),
  );
  if (asked.size === 0) return [];
  return nameDays(text).flatMap(({ names, ...range }) => {
    const meant = names.split(', ').filter((name) => asked.has(name));
    return meant.length === 0 ? [] : [{ ...range, names: meant.join(', ') }];
  });
}

function namesOf({ from, to, both, week, short }: Record<string, string | undefined>): string | null {
  if (both !== undefined) return 'weekend';
  if (week !== undefined) return (/end/iu.test(week) ? days.slice(5) : days.slice(0, 5)).join(', ');
  // Without its capital it is a word, such as "sat" or "sun".
  if (short !== undefined) return /^\p{Lu}/u.test(short) ? (days[numberOf(short)] ?? null) : null;
  const [first, last] = [numberOf(from ?? ''), numberOf(to ?? '')];
  if (first === -1 || last === -1) return null;
  const named =
    first <= last ? days.slice(first, last + 1) : [...days.slice(first), ...days.slice(0, last + 1)];
  const isAllOf = (from: number, to: number) => first === from && last === to;
  return [...named, ...(isAllOf(0, 4) ? ['weekdays'] : []), ...(isAllOf(5, 6) ? ['weekend'] : [])].join(', ');
}

function numberOf(written: string): number {
  const start = written.slice(0, 3).toLowerCase();
  return days.findIndex((name) => name.toLowerCase().startsWith(start));
}
