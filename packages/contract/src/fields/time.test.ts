import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime } from '../values/format-time.ts';
import { dateTimeSchema, timeSchema } from './time.ts';

test('[CON-1-12] [INT-RF-02] every time the service can write has the one form', () => {
  const lastMs = Date.UTC(9999, 11, 31);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastMs }), (timeMs) => {
      const text = formatTime(timeMs);
      expect(timeSchema.parse(text)).toBe(text);
      expect(Date.parse(text)).toBe(timeMs);
      expect(dateTimeSchema.safeParse(text).success).toBe(true);
    }),
  );
});

test.each([
  '2024-11-21T09:14:03Z',
  '2024-11-21T09:14:03.23Z',
  '2024-11-21T09:14:03.231+00:00',
  '2024-11-21 09:14:03.231Z',
  '2024-02-30T09:14:03.231Z',
  '2024-11-21T24:00:00.000Z',
  '2024-11-21T09:14:03.231z',
])('[CON-1-12] not the form of a time: %s', (text) => {
  expect(timeSchema.safeParse(text).success).toBe(false);
});

test('a client may write any RFC 3339 date-time', () => {
  for (const text of [
    '2024-11-21T09:14:03Z',
    '2024-11-21T09:14:03.5+02:00',
    '2024-02-29T00:00:00.123456-11:30',
  ]) {
    expect(dateTimeSchema.safeParse(text).success).toBe(true);
  }
  const wrong = [
    '2024-11-21',
    '2024-11-21T09:14Z',
    '2023-02-29T00:00:00Z',
    '2024-11-21T09:14:60Z',
    '',
    'now',
  ];
  for (const text of wrong) expect(dateTimeSchema.safeParse(text).success).toBe(false);
});
