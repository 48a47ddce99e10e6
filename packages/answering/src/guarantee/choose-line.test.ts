import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOfAttempt } from './answers-needed.ts';
import { type CheckedLine, chooseLine } from './choose-line.ts';
import { planLines } from './plan-lines.ts';

const rule = { wrongMax: 0.05, error: errorOfAttempt(1) };

/** Lines as a draw has them: each has all that the ones before have. */
const checkedLines = fc
  .array(fc.record({ more: fc.nat(90), wrong: fc.nat(4) }), { maxLength: 12 })
  .map((steps) => {
    let [drawn, right] = [0, 0];
    return steps.map(({ more, wrong }, index): CheckedLine => {
      drawn += more;
      right += Math.max(0, more - wrong);
      return { line: 0.99 - index / 100, drawn, right };
    });
  });

describe('chooseLine', () => {
  it('goes down to the last line before the first that fails', () => {
    const lines = [
      { line: 0.95, drawn: 100, right: 99 },
      { line: 0.9, drawn: 140, right: 138 },
      { line: 0.85, drawn: 160, right: 151 },
      { line: 0.8, drawn: 400, right: 398 },
    ];
    expect(chooseLine(lines, rule)).toMatchObject({ line: 0.9, answers: 140, wrong: 2 });
    expect(chooseLine(lines.slice(2, 3), rule)).toBeNull();
    expect(chooseLine([], rule)).toBeNull();
  });

  it('states a bound that keeps the promise', () => {
    fc.assert(
      fc.property(checkedLines, (lines) => {
        const chosen = chooseLine(lines, rule);
        if (chosen !== null) expect(chosen.wrongAtMost).toBeLessThanOrEqual(rule.wrongMax + 1e-9);
      }),
    );
  });

  it('never gains by what is not checked or not right', () => {
    const changed = fc.tuple(checkedLines, fc.nat(11), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(changed, ([lines, from, fewer]) => {
        const worse = lines.map((one, index) =>
          index < from ? one : { ...one, right: Math.max(0, one.right - fewer) },
        );
        const [line, lineOfWorse] = [chooseLine(lines, rule)?.line, chooseLine(worse, rule)?.line];
        if (lineOfWorse !== undefined) expect(line).toBeLessThanOrEqual(lineOfWorse);
      }),
    );
  });

  it('never gains by a stricter promise', () => {
    fc.assert(
      fc.property(checkedLines, fc.double({ min: 0.01, max: 0.05, noNaN: true }), (lines, wrongMax) => {
        const strict = chooseLine(lines, { ...rule, wrongMax });
        if (strict !== null) expect(chooseLine(lines, rule)?.line).toBeLessThanOrEqual(strict.line);
      }),
    );
  });
});

describe('planLines', () => {
  const scores = fc.array(
    fc.integer({ min: 5_000, max: 9_999 }).map((score) => score / 10_000),
    { maxLength: 800 },
  );

  it('begins where enough answers can be expected, and goes down to the floor', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 400 }), (given, count) => {
        const lines = planLines({ scores: given, count, floor: 0.5, ...rule });
        for (const [index, { line, answers }] of lines.entries()) {
          expect(answers).toBe(given.filter((score) => score >= line).length);
          expect(line).toBeGreaterThanOrEqual(0.5);
          const before = lines[index - 1];
          if (before !== undefined) expect(line).toBeLessThan(before.line);
          expect(Math.min(1, count / given.length) * answers).toBeGreaterThanOrEqual(63);
        }
        if (lines.length > 0) expect(lines.at(-1)?.line).toBe(0.5);
      }),
    );
  });

  it('has no line if the draw is too small to show anything', () => {
    const given = new Array<number>(500).fill(0.9);
    expect(planLines({ scores: given, count: 62, floor: 0.5, ...rule })).toEqual([]);
    expect(planLines({ scores: given, count: 63, floor: 0.5, ...rule })).not.toEqual([]);
    expect(planLines({ scores: [], count: 63, floor: 0.5, ...rule })).toEqual([]);
  });
});
