import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpans, type ScoredWindow } from './find-spans.ts';
import { splitWindows } from './split-windows.ts';

const limits = { spansMax: 3, spanTokensMax: 6 };
const scores = fc.float({ min: -20, max: 20, noNaN: true });

/** Texts of some tokens, each of one to three characters, some two of one character; in windows with any scores. */
const cases = fc
  .record({
    tokens: fc.array(
      fc.record({ gap: fc.nat(2), length: fc.integer({ min: 1, max: 3 }), isSame: fc.boolean() }),
      {
        maxLength: 30,
      },
    ),
    headLength: fc.integer({ min: 2, max: 6 }),
    room: fc.integer({ min: 4, max: 20 }),
  })
  .chain(({ tokens, headLength, room }) => {
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { gap, length, isSame } of tokens) {
      const repeats = isSame && starts.length > 0;
      const start = repeats ? (starts.at(-1) ?? 0) : (ends.at(-1) ?? 0) + gap;
      starts.push(start);
      ends.push(repeats ? (ends.at(-1) ?? 0) : start + length);
    }
    const windows = splitWindows({
      head: new Array(headLength).fill(1),
      text: tokens.map(() => 7),
      separator: 3,
      tokensMax: headLength + room + 1,
      overlapTokens: 3,
    });
    const scored = fc.tuple(
      ...windows.map((window) => {
        const values = fc.float32Array({
          minLength: window.ids.length,
          maxLength: window.ids.length,
          min: -20,
          max: 20,
          noNaN: true,
        });
        return fc.record({ window: fc.constant(window), start: values, end: values });
      }),
    );
    return scored.map((list): { text: { starts: number[]; ends: number[] }; windows: ScoredWindow[] } => ({
      text: { starts, ends },
      windows: list,
    }));
  });

/** Every span there is, found without thought. */
function allSpans({
  windows,
  text,
}: {
  windows: readonly ScoredWindow[];
  text: { starts: number[]; ends: number[] };
}) {
  return windows.flatMap(({ window, start, end }) => {
    const count = window.ids.length - 1 - window.textAt;
    return Array.from({ length: count }, (_, first) => first).flatMap((first) =>
      Array.from({ length: Math.min(limits.spanTokensMax, count - first) }, (_, length) => ({
        start: text.starts[window.firstToken + first] ?? -1,
        end: text.ends[window.firstToken + first + length] ?? -1,
        score: (start[window.textAt + first] ?? 0) + (end[window.textAt + first + length] ?? 0),
      })),
    );
  });
}

describe('findSpans', () => {
  it('gives spans within the text, none empty, no two with a character in common, best first', () => {
    fc.assert(
      fc.property(cases, ({ windows, text }) => {
        const spans = findSpans(windows, text, limits);
        expect(spans.length).toBeLessThanOrEqual(limits.spansMax);
        expect(spans.length > 0).toBe(text.starts.length > 0);
        for (const [at, span] of spans.entries()) {
          expect(text.starts).toContain(span.start);
          expect(text.ends).toContain(span.end);
          expect(span.start).toBeLessThan(span.end);
          expect(span.score).toBeLessThanOrEqual(spans[at - 1]?.score ?? Number.POSITIVE_INFINITY);
          for (const other of spans.slice(0, at))
            expect(span.start >= other.end || span.end <= other.start).toBe(true);
        }
      }),
    );
  });

  it('gives each time the best of those that are left', () => {
    fc.assert(
      fc.property(cases, ({ windows, text }) => {
        let left = allSpans({ windows, text });
        for (const span of findSpans(windows, text, limits)) {
          expect(left).toContainEqual(span);
          expect(span.score).toBe(Math.max(...left.map(({ score }) => score)));
          left = left.filter((other) => other.start >= span.end || other.end <= span.start);
        }
      }),
    );
  });

  it('never finds an answer in the question, the context or a separator, however high their scores', () => {
    fc.assert(
      fc.property(cases, scores, ({ windows, text }, high) => {
        const raised = windows.map(({ window, start, end }) => {
          const raise = (values: Float32Array) =>
            values.map((value, at) =>
              at < window.textAt || at === window.ids.length - 1 ? 1_000 + high : value,
            );
          return { window, start: raise(start), end: raise(end) };
        });
        expect(findSpans(raised, text, limits)).toEqual(findSpans(windows, text, limits));
      }),
    );
  });
});
