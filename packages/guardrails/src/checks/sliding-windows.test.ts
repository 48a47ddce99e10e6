import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slidingWindows } from './sliding-windows.ts';

const textOf = (units: number): string => Array.from({ length: units }, (_, at) => at % 10).join('');

it('splits a long text so that every short range lies in one window, and a short text not at all', () => {
  expect([...slidingWindows(textOf(200), null)]).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 201, max: 3_000 }), fc.nat(), (units, at) => {
      const start = at % (units - 100);
      const parts = [...slidingWindows(textOf(units), null)];
      expect(parts.some((part) => part.start <= start && part.start + part.text.length >= start + 100)).toBe(
        true,
      );
      expect(parts.every((part) => part.text === textOf(units).slice(part.start, part.start + 200))).toBe(
        true,
      );
    }),
  );
});

it('returns exactly the windows that touch a range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 201, max: 3_000 }), fc.nat(), fc.nat(300), (units, at, length) => {
      const start = at % units;
      const range = { start, end: Math.min(units, start + length) };
      const all = [...slidingWindows(textOf(units), null)];
      const touching = all.filter(
        (part) => part.start <= range.end && part.start + part.text.length >= range.start,
      );
      expect([...slidingWindows(textOf(units), range)]).toEqual(touching);
    }),
  );
});
