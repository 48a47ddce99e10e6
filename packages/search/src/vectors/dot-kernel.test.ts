import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantiseVector } from './quantise-vector.ts';
import { RowStore } from './row-store.ts';
import { VectorArena } from './vector-arena.ts';

const byte = fc.integer({ min: -128, max: 127 });

test('the kernel counts as plain arithmetic does, for every size of vector', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }).chain((dimensions) =>
        fc.record({
          dimensions: fc.constant(dimensions),
          query: fc.int8Array({ minLength: dimensions, maxLength: dimensions }),
          rows: fc.array(fc.int8Array({ minLength: dimensions, maxLength: dimensions }), {
            minLength: 1,
            maxLength: 70,
          }),
        }),
      ),
      ({ dimensions, query, rows }) => {
        const store = new RowStore(arena, dimensions);
        for (const values of rows) store.add({ values, scale: 1 });
        store.setQuery({ values: query, scale: 1 });
        const dots = new Float32Array(rows.length);
        store.compare({ start: 0, end: rows.length, into: dots });
        const expected = rows.map((row) => row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
        expect([...dots]).toEqual(expected.map((value) => Math.fround(value)));
        expect(store.get(rows.length - 1).values).toEqual(rows.at(-1));
        store.free();
      },
    ),
    { numRuns: 60 },
  );
});

const arena = new VectorArena();

test('extremes do not overflow', () => {
  const store = new RowStore(arena, 4096);
  for (const [one, other] of [
    [-128, -128],
    [-128, 127],
    [127, 127],
  ] as const) {
    const row = store.add({ values: new Int8Array(4096).fill(one), scale: 1 });
    store.setQuery({ values: new Int8Array(4096).fill(other), scale: 1 });
    const dots = new Float32Array(1);
    store.compare({ start: row, end: row + 1, into: dots });
    expect(dots[0]).toBe(one * other * 4096);
  }
  store.free();
});

test('what is given back is lent again, and nothing of it shows', () => {
  const before = arena.bytesTaken;
  const first = new RowStore(arena, 100);
  for (let row = 0; row < 1_000; row += 1) first.add({ values: new Int8Array(100).fill(99), scale: 1 });
  first.free();
  expect(arena.bytesTaken).toBe(before);
  const second = new RowStore(arena, 97);
  second.reserve(500);
  second.setQuery({ values: new Int8Array(97).fill(1), scale: 1 });
  const dots = new Float32Array(500);
  second.compare({ start: 0, end: 500, into: dots });
  expect(dots.every((dot) => dot === 0)).toBe(true);
  second.free();
});

test('a quantised vector points where the vector does', () => {
  fc.assert(
    fc.property(
      fc.array(byte, { minLength: 2, maxLength: 384 }),
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      (list, by) => {
        fc.pre(list.some((value) => value !== 0));
        const vector = Float32Array.from(list, (value) => value * by);
        const length = Math.hypot(...vector);
        const { values, scale } = quantiseVector(vector);
        // Half a step in each number is the most that rounding takes.
        for (const [at, value] of values.entries())
          expect(Math.abs(value * scale - (vector[at] ?? 0) / length)).toBeLessThanOrEqual(scale * 0.5001);
      },
    ),
  );
});
