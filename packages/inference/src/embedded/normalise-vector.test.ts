import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseVector } from './normalise-vector.ts';

it('returns a vector of length 1 in the same direction, or zeros, and never NaN', () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, maxLength: 40 }), (vector) => {
      const length = Math.hypot(...vector);
      const scaled = normaliseVector(vector);
      if (length > 1e-30 && Number.isFinite(length)) {
        expect(Math.hypot(...scaled)).toBeCloseTo(1, 4);
        for (const [at, value] of vector.entries()) expect(scaled[at]).toBeCloseTo(value / length, 4);
      }
      expect(scaled.every(Number.isFinite)).toBe(true);
    }),
  );
  expect(normaliseVector(Float32Array.of(0, 0))).toEqual(Float32Array.of(0, 0));
  expect(normaliseVector(Float32Array.of(Number.NaN, 1))).toEqual(Float32Array.of(0, 0));
});
