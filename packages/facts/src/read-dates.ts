import type { Token } from './read-tokens.ts';

/** A day, as far as it is said. */
export interface DateFact {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  /** 1 is Monday. */
  readonly weekday: number | null;
  /** Day and month may be swapped: 3/4/2026. */
  readonly isEitherWay: boolean;
  readonly start: number;
  readonly end: number;
}

/** In minutes after midnight. */
export interface TimeFact {
  readonly minutes: number;
  /** Neither by a.m. or p.m. nor by 24 hours: twelve hours later may be meant. */
  readonly isEitherHalf: boolean;
  readonly start: number;
  readonly end: number;
}

export interface DatesRead {
  readonly dates: readonly DateFact[];
  readonly times: readonly TimeFact[];
  /** Positions of the tokens that they took. */
  readonly taken: ReadonlySet<number>;
}

const monthWords = [
  'january jan januar janvier enero jänner',
  'february feb februar février fevrier febrero',
  'march mar märz mars marzo',
  'april apr avril abril',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet julio',
  'august aug août aout agosto',
  'september sep sept septembre septiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez décembre decembre diciembre',
];
const weekdayWords = [
  'monday mondays mon montag montags lundi lunes',
  'tuesday tuesdays tue tues dienstag dienstags mardi martes',
  'wednesday wednesdays wed mittwoch mittwochs mercredi miércoles',
  'thursday thursdays thu thur thurs donnerstag donnerstags jeudi jueves',
  'friday fridays fri freitag freitags vendredi viernes',
  'saturday saturdays sat samstag samstags samedi sábado',
  'sunday sundays sun sonntag sonntags dimanche domingo',
];
const numbered = (lists: readonly string[]): ReadonlyMap<string, number> =>
  new Map(lists.flatMap((list, at) => list.split(' ').map((word): [string, number] => [word, at + 1])));
const months = numbered(monthWords);
const weekdays = numbered(weekdayWords);
/** Also words of everyday speech: a month or a day only beside a number, or after one of the words below. */
const everyday = new Set(
  'may mar mars march mai mayo jun jan sep dec mon sun sat wed fri thu tue'.split(' '),
);
const beforeMonth = new Set(
  'in by of since until till from to before after each every last next this during late early mid'.split(' '),
);
/** What may stand between the parts of a date: a comma before the year alone. */
const linkingToMonth = new Set(['de', 'of', '.', '-']);
const linkingToDay = new Set(['.', '-', 'the']);
const linkingToYear = new Set(['de', 'del', 'of', ',', '.', '-']);

/** Days of the calendar and times of the day. */
export function readDates(tokens: readonly Token[]): DatesRead {
  const dates: DateFact[] = [];
  const times: TimeFact[] = [];
  const taken = new Set<number>();
  const take = (from: number, count: number) => {
    for (let at = from; at < from + count; at += 1) taken.add(at);
  };
  for (let at = 0; at < tokens.length; at += 1) {
    if (taken.has(at)) continue;
    const time = readTime(tokens, at);
    if (time !== null) {
      times.push(time.fact);
      take(at, time.count);
      continue;
    }
    const date = readNumeric(tokens, at) ?? readNamed(tokens, at) ?? readWeekday(tokens, at);
    if (date === null) continue;
    dates.push(date.fact);
    take(date.from, date.count);
  }
  return { dates, times, taken };
}

type Found<Fact> = { readonly fact: Fact; readonly from: number; readonly count: number } | null;

function spanOf(tokens: readonly Token[], from: number, count: number) {
  return { start: tokens[from]?.start ?? 0, end: tokens[from + count - 1]?.end ?? 0 };
}

/** 5:30 pm, 17:00, 5pm, 17 Uhr, 14h30, noon. */
function readTime(tokens: readonly Token[], at: number): Found<TimeFact> {
  const first = tokens[at];
  if (first === undefined) return null;
  if (first.lower === 'noon' || first.lower === 'midnight') {
    const minutes = first.lower === 'noon' ? 720 : 0;
    return { fact: { minutes, isEitherHalf: false, ...spanOf(tokens, at, 1) }, from: at, count: 1 };
  }
  if (first.kind !== 'number' || !/^\d{1,2}(?:\.\d\d)?$/.test(first.text)) return null;
  const [hour = Number.NaN, pointed = 0] = first.text.split('.').map(Number);
  const colon = tokens[at + 1];
  const after = tokens[at + 2];
  const hasColon = colon?.isJoined === true && /^[:h]$/.test(colon.lower);
  const isClock = hasColon && after?.isJoined === true && /^[0-5]\d$/.test(after.text);
  let count = isClock ? 3 : 1;
  const half = tokens[at + count]?.lower.replace(/[^a-z]/g, '') ?? '';
  const dotted = tokens.slice(at + count, at + count + 4).map(({ text }) => text);
  const isDotted = /^[ap]\.m/i.test(dotted.join(''));
  const letter = half === 'am' || half === 'pm' || isDotted ? half[0] : null;
  const isHour = half === 'uhr' || half === 'oclock';
  if (!isClock && letter === null && !isHour) return null;
  if (!Number.isInteger(hour) || hour > 24 || (letter !== null && hour > 12)) return null;
  if (letter !== null) count += isDotted ? (dotted[3] === '.' ? 4 : 3) : 1;
  else if (isHour) count += 1;
  const ofHour = letter === 'p' ? (hour % 12) + 12 : letter === 'a' ? hour % 12 : hour;
  const minutes = ofHour * 60 + (isClock ? Number(after?.text) : pointed);
  const isEitherHalf = letter === null && !isHour && hour >= 1 && hour <= 12 && first.text.length < 2;
  return { fact: { minutes, isEitherHalf, ...spanOf(tokens, at, count) }, from: at, count };
}

/** 2026-11-15, 15.11.2026, 11/15/2026. */
function readNumeric(tokens: readonly Token[], at: number): Found<DateFact> {
  const first = tokens[at];
  if (first?.kind !== 'number') return null;
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(first.text);
  if (dotted !== null) return numericDate(tokens, { from: at, count: 1 }, dotted.slice(1).map(Number), '.');
  const five = tokens.slice(at, at + 5);
  const [, mark, second, other, third] = five;
  const isWhole = five.length === 5 && five.slice(1).every(({ isJoined }) => isJoined);
  if (!isWhole || mark?.text !== other?.text || !/^[-/]$/.test(mark?.text ?? '')) return null;
  const written = [first.text, second?.text ?? '', third?.text ?? ''];
  if (written.some((part) => !/^\d{1,4}$/.test(part))) return null;
  return numericDate(tokens, { from: at, count: 5 }, written.map(Number), mark?.text ?? '');
}

function numericDate(
  tokens: readonly Token[],
  place: { readonly from: number; readonly count: number },
  [one = 0, two = 0, three = 0]: readonly number[],
  mark: string,
): Found<DateFact> {
  const [year, month, day] = one > 31 ? [one, two, three] : [three, two, one];
  const isSwapped = month > 12 && day <= 12;
  const date = isSwapped ? { year, month: day, day: month } : { year, month, day };
  if (year < 100 || date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return null;
  const isEitherWay = mark === '/' && one <= 12 && two <= 12 && one !== two;
  return {
    fact: { ...date, weekday: null, isEitherWay, ...spanOf(tokens, place.from, place.count) },
    ...place,
  };
}

/** 15 November 2026, November 15th, 15. November, Nov. 2026, in May. */
function readNamed(tokens: readonly Token[], at: number): Found<DateFact> {
  let next = at;
  const skip = (linking: ReadonlySet<string>) => {
    while (linking.has(tokens[next]?.lower ?? '') && next - at < 8) next += 1;
  };
  const dayFirst = dayAt(tokens, next);
  if (dayFirst !== null) {
    next += dayFirst.count;
    skip(linkingToMonth);
  }
  const monthToken = tokens[next];
  const month = monthToken?.kind === 'word' ? months.get(monthToken.lower) : undefined;
  if (monthToken === undefined || month === undefined) return null;
  next += 1;
  let end = next;
  let day = dayFirst?.day ?? null;
  let year: number | null = null;
  skip(linkingToDay);
  const dayAfter = day === null ? dayAt(tokens, next) : null;
  if (dayAfter !== null) {
    day = dayAfter.day;
    next += dayAfter.count;
    end = next;
  }
  skip(linkingToYear);
  if (/^(?:1[0-9]|20)\d\d$/.test(tokens[next]?.text ?? '')) {
    year = Number(tokens[next]?.text);
    end = next + 1;
  }
  const isBare = day === null && year === null;
  const isCapital = /^\p{Lu}/u.test(monthToken.text);
  if (isBare && everyday.has(monthToken.lower)) {
    if (!isCapital || !beforeMonth.has(tokens[at - 1]?.lower ?? '')) return null;
  }
  const count = end - at;
  const fact = { year, month, day, weekday: null, isEitherWay: false, ...spanOf(tokens, at, count) };
  return { fact, from: at, count };
}

function dayAt(
  tokens: readonly Token[],
  at: number,
): { readonly day: number; readonly count: number } | null {
  const token = tokens[at];
  if (token === undefined || !/^(?:[1-9]|[12]\d|3[01]|0[1-9])$/.test(token.text)) return null;
  const suffix = tokens[at + 1];
  const isOrdinal = suffix?.isJoined === true && /^(?:st|nd|rd|th|er)$/.test(suffix.lower);
  // A number that continues is not a day: "November 5 %".
  if (!isOrdinal && suffix?.isJoined === true && /^[%:]$/.test(suffix.text)) return null;
  return { day: Number(token.text), count: isOrdinal ? 2 : 1 };
}

function readWeekday(tokens: readonly Token[], at: number): Found<DateFact> {
  const token = tokens[at];
  const weekday = token?.kind === 'word' ? weekdays.get(token.lower) : undefined;
  if (token === undefined || weekday === undefined) return null;
  if (everyday.has(token.lower) && !/^\p{Lu}/u.test(token.text)) return null;
  const fact = { year: null, month: null, day: null, weekday, isEitherWay: false, ...spanOf(tokens, at, 1) };
  return { fact, from: at, count: 1 };
}
