import { functionWords } from '@avow/text/terms';
import { powers, readNumberWords } from './number-words.ts';
import { readDigits, shiftDecimal } from './read-digits.ts';
import type { Token } from './read-tokens.ts';
import { dayKindNamed, isCurrency, isShortUnit, unitNamed } from './units.ts';

/** A number, and what it counts where that is a unit. */
export interface Quantity {
  /** Every reading of it, as plain decimals. */
  readonly values: readonly string[];
  readonly unit: string | null;
  /** "A month", "per year": the time for which it counts. */
  readonly per: string | null;
  readonly isOrdinal: boolean;
  readonly start: number;
  readonly end: number;
}

/** A word between a number and its unit: "30 calendar days", "2 full weeks". */
const wordsBetweenMax = 2;
const rangeMarks: ReadonlySet<string> = new Set([
  '-',
  '–',
  '—',
  'to',
  'bis',
  'à',
  'and',
  'or',
  'und',
  'oder',
  'y',
  'et',
  'ou',
  'a',
]);
const articles: ReadonlySet<string> = new Set(
  'a an per each every single ein eine einen einem einer un une una'.split(' '),
);

export function readQuantities(tokens: readonly Token[], taken: ReadonlySet<number>): Quantity[] {
  const found: Array<Quantity & { readonly from: number; readonly to: number }> = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (taken.has(at)) continue;
    const number = readNumber(tokens, at, taken);
    if (number === null) continue;
    const unit = unitBefore(tokens, at) ?? unitAfter(tokens, at + number.count, taken);
    const last = at + number.count - 1;
    const per = periodAfter(tokens, last + 1);
    const quantity = { values: number.values, unit, per, isOrdinal: number.isOrdinal };
    const place = { start: tokens[at]?.start ?? 0, end: tokens[last]?.end ?? 0 };
    found.push({ ...quantity, ...place, from: at, to: last });
    at = last;
  }
  // "3 to 5 days", "€ 20–30": one unit for both.
  return found.map(({ from, to, ...quantity }, at) => {
    if (quantity.unit !== null) return quantity;
    const [before, after] = [found[at - 1], found[at + 1]];
    if (after !== undefined && isRange(tokens, to, after.from)) return { ...quantity, unit: after.unit };
    const isAfter = before !== undefined && isCurrency(tokens[before.from - 1]?.lower ?? '');
    return isAfter && isRange(tokens, before.to, from) ? { ...quantity, unit: before.unit } : quantity;
  });
}

function isRange(tokens: readonly Token[], from: number, to: number): boolean {
  const between = tokens.slice(from + 1, to).filter(({ lower }) => !isCurrency(lower));
  return between.length === 1 && rangeMarks.has(between[0]?.lower ?? '');
}

function readNumber(tokens: readonly Token[], at: number, taken: ReadonlySet<number>) {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.kind === 'number') return readWritten(tokens, at);
  if (token.kind !== 'word') return null;
  const rest = tokens.slice(at, at + 9).filter((_, offset) => !taken.has(at + offset));
  const words = readNumberWords(rest.map(({ lower }) => lower));
  if (words === null || isNoNumber(tokens, at, words.value, words.count)) return null;
  const isHalf = tokens[at - 2]?.lower === 'half' && token.lower === 'dozen';
  const value = isHalf ? '6' : String(words.value);
  const counted = { isOrdinal: words.isOrdinal, count: words.count };
  return withPower(tokens, at, { values: [value], ...counted });
}

/** "One of them", "one can", "first, open …" and "a second": words that only look like numbers. */
function isNoNumber(tokens: readonly Token[], at: number, value: number, count: number): boolean {
  if (count > 1) return false;
  const lower = tokens[at]?.lower;
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  if (lower === 'one' || lower === 'eins')
    return (
      next === undefined || (unitNamed(next.lower) === null && !powers.has(next.lower) && next.text !== '-')
    );
  if (lower === 'second')
    return (
      before?.kind === 'number' ||
      articles.has(before?.lower ?? '') ||
      readNumberWords([before?.lower ?? '']) !== null
    );
  return value === 1 && (before === undefined || before.kind === 'mark' || next?.text === ',');
}

function readWritten(tokens: readonly Token[], at: number) {
  const token = tokens[at] as Token;
  const before = tokens[at - 1];
  // Of an identifier: S3, x86.
  if (token.isJoined && before?.kind === 'word') return null;
  let count = 1;
  let values = readDigits(token.text);
  const isNegative =
    token.isJoined && /^[-−]$/.test(before?.text ?? '') && before?.isJoined === false && at > 0;
  // Groups apart by a plain space: 1 234 567.
  const groups: string[] = [token.text];
  while (/^\d{1,3}$/.test(groups[0] ?? '') && isGroup(tokens[at + count])) {
    groups.push(tokens[at + count]?.text ?? '');
    count += 1;
  }
  if (groups.length > 1) values = readDigits(groups.join('_'));
  const suffix = tokens[at + count];
  const isOrdinal = suffix?.isJoined === true && /^(?:st|nd|rd|th)$/.test(suffix.lower);
  if (isOrdinal) count += 1;
  if (isNegative) values = values.map((value) => `-${value}`);
  return withPower(tokens, at, { values, isOrdinal, count });
}

const isGroup = (token: Token | undefined) =>
  token?.kind === 'number' && !token.isJoined && /^\d{3}$/.test(token.text);

interface NumberRead {
  readonly values: readonly string[];
  readonly isOrdinal: boolean;
  readonly count: number;
}

/** "5 million", "12k", "2 dozen". */
function withPower(tokens: readonly Token[], at: number, read: NumberRead): NumberRead {
  const next = tokens[at + read.count];
  const isThousand = next?.isJoined === true && next.lower === 'k';
  const places = isThousand ? 3 : powers.get(next?.lower ?? '');
  if (places === undefined) return read;
  // Only what a power can follow: of readings, the first.
  const [first = ''] = read.values;
  return { ...read, values: [shiftDecimal(first, places)], count: read.count + 1 };
}

function unitBefore(tokens: readonly Token[], at: number): string | null {
  const before = tokens[at - 1]?.lower ?? '';
  return isCurrency(before) ? unitNamed(before) : null;
}

function unitAfter(tokens: readonly Token[], from: number, taken: ReadonlySet<number>): string | null {
  let dayKind = '';
  let words = 0;
  for (let at = from; at < tokens.length && at < from + 5 && !taken.has(at); at += 1) {
    const token = tokens[at] as Token;
    if (token.text === '-' || token.text === '°') continue;
    if (token.lower === 'per' && /^cent/.test(tokens[at + 1]?.lower ?? '')) return '%';
    const unit = unitNamed(token.lower);
    const isNear = at === from || (at === from + 1 && tokens[from]?.text === '-');
    if (tokens[at - 1]?.text === '°' && /^[cf]$/.test(token.lower))
      return token.lower === 'c' ? 'celsius' : 'fahrenheit';
    if (unit !== null && (isNear || !isShortUnit(token.lower)))
      return unit === 'day' ? `${dayKind}day` : unit;
    if (token.kind !== 'word' || functionWords.has(token.lower) || words === wordsBetweenMax) return null;
    dayKind ||= dayKindNamed(token.lower);
    words += 1;
  }
  return null;
}

const periods: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'fortnight', 'month', 'year']);
const adverbs = /^(?:hour|dai|week|month|year|annual)ly$/;
const periodTokensMax = 8;

/** "200 euros for repairs a year": what follows in the clause, before the next number. */
function periodAfter(tokens: readonly Token[], from: number): string | null {
  for (let at = from; at < tokens.length && at < from + periodTokensMax; at += 1) {
    const { kind, text, lower } = tokens[at] as Token;
    if (kind === 'number' || (kind === 'mark' && /[.,;:!?()]/.test(text))) return null;
    const unit = unitNamed(lower);
    if (unit === null || !periods.has(unit)) continue;
    const before = tokens[at - 1]?.lower ?? '';
    if (adverbs.test(lower) || (at > from && (before === '/' || perWords.has(before)))) return unit;
  }
  return null;
}

const perWords: ReadonlySet<string> = new Set(
  'a an per each every pro je jede jeden jedes im par por al cada'.split(' '),
);

/** Units that are named, with or without a number: "the price in EUR", "per day". */
export function readUnitsNamed(tokens: readonly Token[]): Set<string> {
  const units = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const unit = unitNamed(token.lower);
    if (unit === null || (isShortUnit(token.lower) && tokens[at - 1]?.kind !== 'number')) continue;
    const dayKind = unit === 'day' ? dayKindNamed(tokens[at - 1]?.lower ?? '') : '';
    units.add(`${dayKind}${unit}`);
  }
  return units;
}

/** "A day" is one day: it may support "one day" or "1 day". */
export function readSingleUnits(tokens: readonly Token[]): Set<string> {
  const units = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    const unit = articles.has(tokens[at - 1]?.lower ?? '') ? unitNamed(token.lower) : null;
    if (unit !== null) units.add(unit);
  }
  return units;
}
