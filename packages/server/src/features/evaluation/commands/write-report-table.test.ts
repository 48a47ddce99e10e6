import {
  compareEvaluations,
  evaluationReport,
  evaluationResult,
  hostileReports,
  hostileText,
} from '@avow/evaluation/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine } from '../../../cli/clean-line.ts';
import { judgeRun } from './run-evaluation.ts';
import { showProgress } from './show-progress.ts';
import { writeComparisonTable, writeReportTable } from './write-report-table.ts';

const many = (count: number, outcome: 'right' | 'wrong', from = 0) =>
  Array.from({ length: count }, (_, index) => evaluationResult(from + index, outcome));

describe('a run in the terminal', () => {
  it('shows figures in columns, and failures below', () => {
    const lines = writeReportTable(evaluationReport([...many(3, 'right'), ...many(1, 'wrong', 3)])).split(
      '\n',
    );
    expect(lines[0]).toBe(
      'Handbook, version 1: 4 of 4 questions, tier set by the policy, policy in force (built-in)',
    );
    expect(lines[2]).toMatch(/^FIGURE {2,}VALUE {2,}95 % INTERVAL {2,}OF$/);
    expect(lines.find((line) => line.includes('right outcomes'))).toMatch(
      /^ {2}right outcomes +75 % +30 % to 95 % +3 of 4$/,
    );
    expect(lines).toContain('wrong: How many days in year 3?');
    expect(lines).toContain('  expected: It says “27 days”. It cites leave.md.');
    expect(lines).toContain('  said (score 0.80): 27 days.');
  });

  it('limits the number of failures', () => {
    const text = writeReportTable(evaluationReport(many(14, 'wrong')));
    expect(text.match(/^wrong: /gm)).toHaveLength(10);
    expect(text).toContain('and 4 more: --html and --json-file keep all of them.');
  });

  it('compares two runs', () => {
    const base = evaluationReport(many(12, 'right'));
    const text = writeComparisonTable(compareEvaluations(base, evaluationReport(many(12, 'wrong'))));
    expect(text).toContain('12 questions in common');
    expect(text).toMatch(/right outcomes +100 % +0 % +−100 points .* worse/);
    expect(text).toContain('worse: How many days in year 0? (right → wrong)');
    expect(text).toContain('  and 2 more');
  });

  it('removes control sequences from questions and answers', () => {
    fc.assert(
      fc.property(hostileReports, hostileReports, (report, base) => {
        const text = `${writeReportTable(report)}${writeComparisonTable(compareEvaluations(base, report))}`;
        expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('cuts long texts to one line', () => {
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

  it('is true without requirements', () => {
    expect(judgeRun(report, null, { minAccuracy: null, tolerance: 0 })).toEqual([]);
  });

  it('is false below the minimum accuracy', () => {
    expect(judgeRun(report, null, { minAccuracy: 0.9, tolerance: 0 })).toEqual([]);
    expect(judgeRun(report, null, { minAccuracy: 0.91, tolerance: 0 })).toEqual([
      'The accuracy is 90 %, below the --min-accuracy of 91 %.',
    ]);
  });

  it('is false if the accuracy fell beyond the tolerance', () => {
    // 1 − 0.9 is a little more than 0.1 to a machine, and no more to us.
    expect(judgeRun(report, comparison, { minAccuracy: null, tolerance: 0.1 })).toEqual([]);
    expect(judgeRun(report, comparison, { minAccuracy: null, tolerance: 0.09 })).toEqual([
      'The accuracy fell from 100 % to 90 %; the tolerance is 9 %.',
    ]);
    const better = compareEvaluations(report, before);
    expect(judgeRun(before, better, { minAccuracy: null, tolerance: 0 })).toEqual([]);
  });

  it('is false if it was interrupted, or shares no question with the base', () => {
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
      'The run to compare with was interrupted: only a part of it could be compared.',
      'The two runs have no question in common: nothing could be compared.',
    ]);
  });
});

describe('progress', () => {
  it('is an occasional line without a terminal, however many questions there are', () => {
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
