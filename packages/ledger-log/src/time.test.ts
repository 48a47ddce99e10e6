import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTime } from './time.ts';

/** What JavaScript's own calendar says. */
function isTimeByDate(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

describe('isTime', () => {
  it('accepts every valid time', () => {
    const dates = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    });
    fc.assert(
      fc.property(
        dates.filter((date) => !Number.isNaN(date.getTime())),
        (date) => isTime(date.toISOString()),
      ),
    );
  });

  it('rejects all others', () => {
    const number = (max: number) => fc.nat(max).map((value) => String(value).padStart(2, '0'));
    const parts = fc.tuple(
      fc.constantFrom('1900', '2000', '2023', '2024'),
      number(14),
      number(33),
      number(26),
      number(62),
    );
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute]) => {
        const text = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
        expect(isTime(text), text).toBe(isTimeByDate(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts only the canonical form', () => {
    const wrong = [
      '',
      '2026-01-02',
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04:05.6789Z',
      '2026-01-02t03:04:05.678z',
    ];
    for (const text of [
      ...wrong,
      '2026-01-02T03:04:05.678+00:00',
      '2026-01-02T03:04:60.000Z',
      '+002026-01-02T03:04:05.678Z',
    ]) {
      expect(isTime(text), text).toBe(false);
    }
    expect(isTime('2026-01-02T03:04:05.678Z\n')).toBe(false);
    expect(isTime('2026-01-02T03:04:05.678Z')).toBe(true);
  });
});
