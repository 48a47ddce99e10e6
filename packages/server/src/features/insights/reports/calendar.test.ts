import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, daysOf, weekOf, weeksOf } from './calendar.ts';

const at = (text: string) => Date.parse(text);

describe('days and weeks', () => {
  it('assigns a week to the year of its Thursday', () => {
    expect(weekOf(at('2026-11-15T23:59:59.999Z'))).toBe('2026-W46');
    expect(weekOf(at('2026-11-16T00:00:00.000Z'))).toBe('2026-W47');
    expect(weekOf(at('2021-01-03T12:00:00.000Z'))).toBe('2020-W53');
    expect(weekOf(at('2018-12-31T00:00:00.000Z'))).toBe('2019-W01');
    expect(weekOf(at('1970-01-01T00:00:00.000Z'))).toBe('1970-W01');
  });

  it('lists the days and weeks that a period touches, once and in order', () => {
    const period = { fromMs: at('2026-11-13T22:00:00.000Z'), untilMs: at('2026-11-16T00:00:00.001Z') };
    expect(daysOf(period)).toEqual(['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16']);
    expect(weeksOf(period)).toEqual(['2026-W46', '2026-W47']);
    expect(daysOf({ ...period, untilMs: at('2026-11-16T00:00:00.000Z') })).toHaveLength(3);
  });

  it('covers every instant of a period', () => {
    const timeMs = fc.integer({ min: 0, max: at('2100-01-01T00:00:00.000Z') });
    fc.assert(
      fc.property(
        timeMs,
        fc.integer({ min: 1, max: 92 * 86_400_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fromMs, lengthMs, share) => {
          const untilMs = fromMs + lengthMs;
          const inside = fromMs + Math.floor(share * (lengthMs - 1));
          const days = daysOf({ fromMs, untilMs });
          const weeks = weeksOf({ fromMs, untilMs });
          expect(days).toContain(dayOf(inside));
          expect(weeks).toContain(weekOf(inside));
          expect(days).toEqual([...new Set(days)].sort());
          expect(weeks).toEqual([...new Set(weeks)].sort());
        },
      ),
    );
  });
});
