import { describe, expect, it } from 'vitest';
import { builtGuardrail, noParts, open } from '../contract/test-guardrails.ts';
import type { AnswerJudgement } from '../guardrail.ts';
import { buildRelevance } from './build-relevance.ts';

const guardrail = builtGuardrail(
  'relevance',
  buildRelevance,
  { stage: 'output', action: 'flag', settings: {} },
  { hasJudge: true },
);
const quotes = [{ quote: 'A.', stored: 'A.', shown: 'A.', follows: 'as_paragraph' }] as const;
const judged = (supported: number): AnswerJudgement => ({
  ...{ model: 'judge', supported, contradicted: 0, sentenceContradicted: 0, claimCount: 1 },
});

describe('relevance', () => {
  it('scores by how well a judge found the question answered', () => {
    const checked = (supported: number) =>
      guardrail.check({ text: 'A.', quotes, judgement: judged(supported) }, open);
    expect(checked(0.9)).toMatchObject({ kind: 'pass', score: 0.1 });
    expect(checked(0.3)).toMatchObject({ kind: 'flag', score: 0.7 });
  });

  it('goes by the model that read the passage for the question, where one did', () => {
    const checked = (answers: number) =>
      guardrail.check({ text: 'A.', quotes, judgement: { ...judged(0.1), answers } }, open);
    expect(checked(0.8)).toMatchObject({ kind: 'pass', score: 0.2 });
    expect(checked(0.4)).toMatchObject({ kind: 'flag', score: 0.6 });
  });

  it('passes a curated answer, and passes if there is no answer', () => {
    expect(guardrail.check({ text: 'A.', quotes }, open)).toMatchObject({ kind: 'pass', score: 0 });
    expect(guardrail.check({ text: 'Not covered.', quotes: [] }, open)).toMatchObject({ kind: 'pass' });
  });

  it('[CON-3-21] does not pass an answer that should have been judged and was not, and cannot be built without a judge', () => {
    expect(() => guardrail.check({ text: 'A.', quotes, judgement: null }, open)).toThrow();
    const given = { stage: 'output', action: 'flag', threshold: 0.5, timeout_ms: 1 } as const;
    expect(buildRelevance({ ...given, settings: {} }, noParts).kind).toBe('faulty');
  });
});
