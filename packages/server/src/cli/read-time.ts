import { formatTime } from '@avow/contract/values';
import { InvalidArgumentError } from 'commander';

/** A day, or a time with its zone: without one, it would mean something else on each machine. */
export function readTime(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  // Days that do not exist, such as 31 April, would be read as days of the next month.
  const day = text.slice(0, 'yyyy-mm-dd'.length);
  const isDay = isTime && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2));
  const atMs = isDay ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError(
      'Expected a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.',
    );
  return formatTime(atMs);
}
