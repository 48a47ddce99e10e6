import { describe, expect, it } from 'vitest';
import type { CandidateRow } from './collect-candidates.ts';
import { fitWeights, weigh } from './fit-weights.ts';
import { followLines, markWithVerdict, presentLines } from './follow-lines.ts';
import type { AnswerQuestion } from './question-file.ts';

const none = {
  ...{ spanLead: 0, relevance: 0, searchRank: 0, nearness: 0, wordShare: 0 },
  ...{ headingShare: 0, headingShareOfSteps: 0, lacksNumber: 0 },
};

function rowOf({
  id = 'one',
  spanMargin = 0,
  contradicted = 0,
  mark = 'right' as CandidateRow['mark'],
  verdict,
  verdicts = null,
}: {
  readonly id?: string;
  readonly spanMargin?: number;
  readonly contradicted?: number;
  readonly mark?: CandidateRow['mark'];
  readonly verdict?: 'yes' | 'no';
  readonly verdicts?: CandidateRow['judged']['verdicts'];
}): CandidateRow {
  const question: AnswerQuestion = {
    ...{ id, kind: 'fact', part: 'tune', question: 'How long?', answerable: true, why: 'known' },
    ...{ sources: ['a.md'], facts: [['one day']] },
    ...(verdict === undefined ? {} : { verdict }),
  };
  const judgement = {
    ...{ model: 'judge', supported: 0.9, contradicted, sentenceContradicted: 0, claimCount: 1 },
  };
  return {
    ...{ corpus: 'pages', question, shape: 'fact', rank: 0, mark },
    features: { ...none, spanMargin },
    judged: { judgement, firstAlone: judgement, verdict: '', lead: '', verdicts },
  };
}

const weights = { constant: 0, weights: { ...none, spanMargin: 1 } };
const lines = {
  ...presentLines,
  tried: { ...presentLines.tried, answerMin: 0.4, second: { aloneMin: 0.6, behindMax: 0.2, secondMin: 0.3 } },
};

describe('followLines', () => {
  it('gives the most probable answer', () => {
    const rows = [rowOf({ spanMargin: 1, mark: 'wrong' }), rowOf({ spanMargin: 2 })];
    expect(followLines(rows, weights, lines)).toBe('right');
  });

  it('tries the second if the first is contradicted, but not a third', () => {
    const fallen = { spanMargin: 3, contradicted: 1, mark: 'wrong' } as const;
    expect(followLines([rowOf(fallen), rowOf({ spanMargin: 1 })], weights, lines)).toBe('right');
    expect(followLines([rowOf(fallen), rowOf(fallen), rowOf({ spanMargin: 1 })], weights, lines)).toBe(
      'refused',
    );
  });

  it('abstains if no answer is probable', () => {
    expect(followLines([rowOf({ spanMargin: -0.6 })], weights, lines)).toBe('refused');
  });

  it('takes the better of two that are not sure, and not the second of one that is', () => {
    const next = rowOf({ spanMargin: -0.2 });
    const given = (spanMargin: number) =>
      followLines([rowOf({ spanMargin, mark: 'wrong' }), next], weights, lines);
    expect(given(0)).toBe('right');
    expect(given(1)).toBe('wrong');
  });

  it('gives a verdict that one passage has from a lower line on', () => {
    const verdicts = {
      yes: { supported: 0.9, contradicted: 0.05, neither: 0.05 },
      no: { supported: 0.05, contradicted: 0.9, neither: 0.05 },
    };
    const asked = rowOf({ spanMargin: 0, verdict: 'yes', verdicts });
    const question = { ...asked.question, question: 'Is it long?' };
    const given = (verdictMin: number) =>
      followLines([{ ...asked, question }], weights, {
        ...lines,
        tried: { ...lines.tried, answerMin: 0.7, verdictMin },
      });
    expect(given(0.45)).toBe('right');
    expect(given(0.55)).toBe('refused');
  });
});

describe('markWithVerdict', () => {
  const sure = { supported: 0.9, contradicted: 0.05, neither: 0.05 };
  const unsure = { supported: 0.05, contradicted: 0.9, neither: 0.05 };
  const line = { yesLeadMin: 0.2, noLeadMin: 0.1, supportedMin: 0.3 };

  it.each([
    ['yes', { yes: sure, no: unsure }, 'right'],
    ['no', { yes: sure, no: unsure }, 'wrong'],
    ['no', { yes: unsure, no: sure }, 'right'],
    ['yes', { yes: sure, no: sure }, 'partly'],
  ] as const)('of %s: %j is %s', (verdict, verdicts, mark) => {
    expect(markWithVerdict(rowOf({ verdict, verdicts }), line)).toBe(mark);
  });

  it('does not apply to a question that is not yes-or-no', () => {
    expect(markWithVerdict(rowOf({ verdicts: { yes: sure, no: unsure } }), line)).toBe('right');
  });
});

describe('fitWeights', () => {
  it('finds the features that distinguish answers, and only those', () => {
    const rows = Array.from({ length: 60 }, (_, at) => {
      const isRight = at % 2 === 0;
      return rowOf({
        id: String(at),
        spanMargin: (isRight ? 2 : -2) + (at % 5),
        mark: isRight ? 'right' : 'wrong',
      });
    });
    const fitted = fitWeights(rows);
    expect(fitted.weights.spanMargin).toBeGreaterThan(0);
    expect(fitted.weights.nearness).toBeCloseTo(0);
    expect(weigh(fitted, { features: { ...none, spanMargin: 8 } })).toBeGreaterThan(0.5);
    expect(weigh(fitted, { features: { ...none, spanMargin: -8 } })).toBeLessThan(0.5);
  });
});
