import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDifference } from './find-difference.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });

it('finds the range of a view that differs from the plain one', () => {
  expect(findDifference({ plain: 'a b0mb here', view: 'a bomb here' })).toEqual({ start: 3, end: 4 });
  expect(findDifference({ plain: 'same', view: 'same' })).toEqual({ start: 4, end: 4 });
  fc.assert(
    fc.property(letters, letters, letters, letters, (before, written, meant, after) => {
      const plain = before + written + after;
      const view = before + meant + after;
      const { start, end } = findDifference({ plain, view });
      expect(start).toBeLessThanOrEqual(end);
      expect(plain.startsWith(view.slice(0, start))).toBe(true);
      expect(plain.endsWith(view.slice(end))).toBe(true);
      expect(end - start).toBeLessThanOrEqual(meant.length + Math.max(0, written.length - meant.length));
    }),
  );
});
