import { LogError } from './log-error.ts';
import type { Range } from './tree/range.ts';

/** The limit of records in one expiry, which bounds the work of verification. */
export const expiredLeavesMax = 500;

const invalid = (message: string) => new LogError('entry_invalid', message);

/**
 * Formats leaf indexes for the detail `leaves` of an expiry: single indexes and ranges, such as `0-499,502`. They must
 * ascend.
 */
export function formatLeafRanges(indexes: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const index of indexes) {
    const open = ranges.at(-1);
    if (open !== undefined && index === open.last + 1) open.last = index;
    else ranges.push({ first: index, last: index });
  }
  const text = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
  parseLeafRanges(text);
  return text;
}

/** Parses leaf ranges: at least one leaf and at most `expiredLeavesMax`. */
export function parseLeafRanges(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let end = 0;
  let leaves = 0;
  for (const part of text.split(',', expiredLeavesMax + 1)) {
    const range = parseRange(part);
    if (range.start < end) throw invalid('the leaves of an expiry must be unique and ascending');
    end = range.end;
    leaves += range.end - range.start;
    if (leaves > expiredLeavesMax) throw invalid(`an expiry has at most ${expiredLeavesMax} leaves`);
    ranges.push(range);
  }
  return ranges;
}

function parseRange(part: string): Range {
  const [, firstDigits = '', lastDigits = firstDigits] =
    /^(0|[1-9]\d{0,15})(?:-([1-9]\d{0,15}))?$/.exec(part) ?? [];
  const first = Number(firstDigits);
  const last = Number(lastDigits);
  const isRange = lastDigits === firstDigits ? !part.includes('-') : last > first;
  if (firstDigits === '' || !isRange || !Number.isSafeInteger(last + 1)) {
    throw invalid('the leaves of an expiry must be comma-separated indexes and ranges');
  }
  return { start: first, end: last + 1 };
}
