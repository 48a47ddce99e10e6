import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWindows } from './split-windows.ts';

const separator = 3;
const shapes = fc
  .record({
    head: fc.array(fc.integer({ min: 4, max: 9 }), { minLength: 1, maxLength: 12 }),
    textLength: fc.nat(200),
    room: fc.integer({ min: 1, max: 40 }),
    overlapTokens: fc.nat(20),
  })
  .map(({ head, textLength, room, overlapTokens }) => ({
    head,
    // Each token tells its place.
    text: Array.from({ length: textLength }, (_, at) => 100 + at),
    separator,
    tokensMax: head.length + room + 1,
    overlapTokens,
  }));

describe('splitWindows', () => {
  it('has every token of the text in a window, in its place, behind the head', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const windows = splitWindows(shape);
        const seen = new Set<number>();
        for (const { ids, textAt, firstToken } of windows) {
          expect(ids.length).toBeLessThanOrEqual(shape.tokensMax);
          expect(ids.slice(0, textAt)).toEqual(shape.head);
          expect(ids.at(-1)).toBe(separator);
          const inside = ids.slice(textAt, -1);
          expect(inside).toEqual(shape.text.slice(firstToken, firstToken + inside.length));
          for (const id of inside) seen.add(id);
        }
        expect([...seen].sort((one, other) => one - other)).toEqual(shape.text);
      }),
    );
  });

  it('lets neighbours overlap by as much as is asked, where there is room', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const room = shape.tokensMax - shape.head.length - 1;
        const windows = splitWindows(shape);
        for (const [at, { firstToken }] of windows.entries()) {
          const before = windows[at - 1];
          if (before === undefined) continue;
          const common = before.firstToken + (before.ids.length - 1 - before.textAt) - firstToken;
          expect(common).toBe(Math.min(shape.overlapTokens, room - 1));
        }
      }),
    );
  });

  it('gives no window more than the text needs, and one to a text without tokens', () => {
    const shape = { head: [1], separator, tokensMax: 12, overlapTokens: 4 };
    const count = (length: number) => splitWindows({ ...shape, text: new Array(length).fill(9) }).length;
    expect([0, 1, 10, 11, 16, 17].map(count)).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('refuses a head that leaves no room', () => {
    const shape = { text: [9], separator, overlapTokens: 0 };
    expect(() => splitWindows({ ...shape, head: [1, 2], tokensMax: 3 })).toThrow(RangeError);
  });
});
