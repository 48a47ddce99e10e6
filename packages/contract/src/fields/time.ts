import { z } from 'zod';
import { formatTime } from '../values/format-time.ts';

const timePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

const dateTimePattern =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/;

function isCanonicalTime(text: string): boolean {
  const timeMs = Date.parse(text);
  // Writing it back catches days that do not exist, which `Date.parse` may roll over.
  return !Number.isNaN(timeMs) && formatTime(timeMs) === text;
}

/** February 30 parses in some engines: a day exists if it survives being written back. */
function isExistingDay(text: string): boolean {
  const day = text.slice(0, 10);
  const dayMs = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(dayMs) && formatTime(dayMs).slice(0, 10) === day;
}

/** A time as the service writes it. */
export const timeSchema = z
  .string()
  .regex(timePattern)
  .refine(isCanonicalTime, { error: 'Must be an existing time', abort: true })
  .meta({ format: 'date-time' });

/** A day in UTC from a client. */
export const calendarDaySchema = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, { error: 'Must be a day such as 2026-01-31', abort: true })
  .refine(isExistingDay, { error: 'Must be an existing day', abort: true })
  .meta({ format: 'date', examples: ['2026-01-31'] });

/** A time from a client: any RFC 3339 date-time with any offset. */
export const dateTimeSchema = z
  .string()
  .regex(dateTimePattern, { error: 'Must be an RFC 3339 date-time', abort: true })
  .refine(isExistingDay, { error: 'Must be an existing day', abort: true })
  .meta({ format: 'date-time' });
