import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutShort } from './cut-short.ts';

const textOf = (units: number): string => Array.from({ length: units }, (_, at) => at % 10).join('');

it('cuts a long text so that what is short stands whole in a part, and a short one not at all', () => {
  expect([...cutShort(textOf(200), null)]).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 201, max: 3_000 }), fc.nat(), (units, at) => {
      const start = at % (units - 100);
      const parts = [...cutShort(textOf(units), null)];
      expect(parts.some((part) => part.start <= start && part.start + part.text.length >= start + 100)).toBe(
        true,
      );
      expect(parts.every((part) => part.text === textOf(units).slice(part.start, part.start + 200))).toBe(
        true,
      );
    }),
  );
});

it('cuts of a range exactly those parts that touch it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 201, max: 3_000 }), fc.nat(), fc.nat(300), (units, at, length) => {
      const start = at % units;
      const range = { start, end: Math.min(units, start + length) };
      const all = [...cutShort(textOf(units), null)];
      const touching = all.filter(
        (part) => part.start <= range.end && part.start + part.text.length >= range.start,
      );
      expect([...cutShort(textOf(units), range)]).toEqual(touching);
    }),
  );
});
