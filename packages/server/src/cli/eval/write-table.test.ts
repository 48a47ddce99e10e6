import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEvaluations } from '../../evaluating/compare-evaluations.ts';
import { hostileReports, hostileText } from '../../evaluating/report/test-support/hostile-reports.ts';
import { evaluationReport, evaluationResult } from '../../evaluating/test-support/golden-samples.ts';
import { cleanLine } from '../clean-line.ts';
import { judgeRun } from './judge-run.ts';
import { showProgress } from './show-progress.ts';
import { writeComparisonTable, writeTable } from './write-table.ts';

const many = (count: number, outcome: 'right' | 'wrong', from = 0) =>
  Array.from({ length: count }, (_, index) => evaluationResult(from + index, outcome));

describe('a run in the terminal', () => {
  it('says its figures in columns, and what went wrong below', () => {
    const lines = writeTable(evaluationReport([...many(3, 'right'), ...many(1, 'wrong', 3)])).split('\n');
    expect(lines[0]).toBe(
      'Handbook, version 1: 4 of 4 questions, tier as the policy says, policy in force (built-in)',
    );
    expect(lines[2]).toMatch(/^FIGURE {2,}VALUE {2,}95 % INTERVAL {2,}OF$/);
    expect(lines.find((line) => line.includes('right outcomes'))).toMatch(
      /^ {2}right outcomes +75 % +30 % to 95 % +3 of 4$/,
    );
    expect(lines).toContain('wrong: How many days in year 3?');
    expect(lines).toContain('  expected: It says “27 days”. It cites leave.md.');
    expect(lines).toContain('  said (score 0.80): 27 days.');
  });

  it('shows as many failures as somebody reads', () => {
    const text = writeTable(evaluationReport(many(14, 'wrong')));
    expect(text.match(/^wrong: /gm)).toHaveLength(10);
    expect(text).toContain('and 4 more: --html and --json-file keep all of them.');
  });

  it('compares two', () => {
    const base = evaluationReport(many(12, 'right'));
    const text = writeComparisonTable(compareEvaluations(base, evaluationReport(many(12, 'wrong'))));
    expect(text).toContain('12 questions in common');
    expect(text).toMatch(/right outcomes +100 % +0 % +−100 points .* worse/);
    expect(text).toContain('worse: How many days in year 0? (right → wrong)');
    expect(text).toContain('  and 2 more');
  });

  it('shows nothing that moves the cursor or colours it, whatever was asked and said', () => {
    fc.assert(
      fc.property(hostileReports, hostileReports, (report, base) => {
        const text = `${writeTable(report)}${writeComparisonTable(compareEvaluations(base, report))}`;
        expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps to a line and its length', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 2, max: 20 }), (text, max) => {
        const line = cleanLine(text, max);
        expect([...line].length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/\n/);
      }),
    );
  });
});

describe('whether a run is good enough', () => {
  const report = evaluationReport([...many(9, 'right'), ...many(1, 'wrong', 9)]);
  const before = evaluationReport(many(10, 'right'));
  const comparison = compareEvaluations(before, report);

  it('is so where nothing was asked of it', () => {
    expect(judgeRun(report, null, { minAccuracy: null, tolerance: 0 })).toEqual([]);
  });

  it('is not where less came out right than was asked for', () => {
    expect(judgeRun(report, null, { minAccuracy: 0.9, tolerance: 0 })).toEqual([]);
    expect(judgeRun(report, null, { minAccuracy: 0.91, tolerance: 0 })).toEqual([
      '90 % came out right, and --min-accuracy asks for 91 %.',
    ]);
  });

  it('is not where it got worse beyond the tolerance', () => {
    // 1 − 0.9 is a little more than 0.1 to a machine, and no more to us.
    expect(judgeRun(report, comparison, { minAccuracy: null, tolerance: 0.1 })).toEqual([]);
    expect(judgeRun(report, comparison, { minAccuracy: null, tolerance: 0.09 })).toEqual([
      'It got worse: 90 % came out right, before 100 %; the tolerance is 9 %.',
    ]);
    const better = compareEvaluations(report, before);
    expect(judgeRun(before, better, { minAccuracy: null, tolerance: 0 })).toEqual([]);
  });

  it('is not where it was interrupted, or has nothing in common with what it is compared with', () => {
    const partial = { ...report, status: 'partial' as const, question_count: 20 };
    const limits = { minAccuracy: null, tolerance: 0 };
    expect(judgeRun(partial, null, limits)).toEqual([
      'The run was interrupted: 10 of 20 questions were asked.',
    ]);
    const apart = compareEvaluations(
      { ...evaluationReport(many(3, 'right', 50)), status: 'partial' },
      report,
    );
    expect(judgeRun(report, apart, limits)).toEqual([
      'What it is compared with was interrupted: only a part of it could be compared.',
      'The two runs have no question in common: nothing could be compared.',
    ]);
  });
});

describe('progress', () => {
  it('is a line now and then for whoever is no terminal, however many are asked', () => {
    let said = '';
    const terminal = {
      ...{ out: () => undefined, write: () => undefined, isInteractive: false },
      err: (text: string) => {
        said += text;
      },
    };
    const progress = showProgress(terminal, 'Evaluating');
    progress.update({ step: 'encoding', done: 5, total: 5, rightCount: 0 });
    for (let done = 0; done <= 1000; done += 1)
      progress.update({ step: 'asking', done, total: 1000, rightCount: Math.floor(done / 2) });
    progress.end();
    expect(said.trim().split('\n')).toHaveLength(10);
    expect(said).toContain('Evaluating: 1000 of 1000 asked, 500 right\n');
  });
});
