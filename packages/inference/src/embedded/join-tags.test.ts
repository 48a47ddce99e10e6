import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTags } from './join-tags.ts';
import { tagCount } from './screening-rules.ts';
import { splitWindows } from './split-windows.ts';

/** Each window gives its own number to the tags of each of its tokens, and none that counts to its frame. */
function taggedWindows(shape: { readonly length: number; readonly room: number; readonly overlap: number }) {
  const windows = splitWindows({
    head: [1],
    text: Array.from({ length: shape.length }, (_, at) => 10 + at),
    separator: 2,
    tokensMax: shape.room + 2,
    overlapTokens: shape.overlap,
  });
  return windows.map((window, number) => ({
    window,
    tags: Float32Array.from({ length: window.ids.length * tagCount }, (_, at) => {
      const place = Math.floor(at / tagCount);
      const isFrame = place === 0 || place === window.ids.length - 1;
      return isFrame ? Number.NaN : number * 1_000 + window.firstToken + place - 1;
    }),
  }));
}

describe('joinTags', () => {
  it('takes a token from the window in whose middle it stands', () => {
    const joined = joinTags(taggedWindows({ length: 16, room: 10, overlap: 4 }));
    const from = joined.map((tags) => Math.floor((tags[0] ?? 0) / 1_000));
    // Tokens 6 to 9 are in both: the first two of them stand nearer to the second window's edge, or as near.
    expect(from).toEqual([...new Array(8).fill(0), ...new Array(8).fill(1)]);
  });

  it('gives each token its own logits, from a window that has it furthest from an edge', () => {
    const shapes = fc.record({
      length: fc.nat(120),
      room: fc.integer({ min: 1, max: 30 }),
      overlap: fc.nat(29),
    });
    fc.assert(
      fc.property(shapes, (shape) => {
        const windows = taggedWindows(shape);
        const joined = joinTags(windows);
        expect(joined).toHaveLength(shape.length);
        const depth = (at: number, number: number) => {
          const { window } = windows[number] ?? {};
          const inside = at - (window?.firstToken ?? 0);
          return Math.min(inside, (window?.ids.length ?? 0) - 3 - inside);
        };
        for (const [at, tags] of joined.entries()) {
          const number = Math.floor((tags[0] ?? 0) / 1_000);
          expect([...tags]).toEqual(new Array(tagCount).fill(number * 1_000 + at));
          const best = Math.max(...windows.map((_, other) => depth(at, other)));
          expect(depth(at, number)).toBe(best);
        }
      }),
    );
  });
});
