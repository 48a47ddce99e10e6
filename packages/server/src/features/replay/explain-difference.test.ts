import type { ReviewEntry } from '@avow/contract/review';
import { describe, expect, it } from 'vitest';
import type { Circumstances } from './circumstances.ts';
import type { ReplayDifference } from './compare-answers.ts';
import { explainDifference } from './explain-difference.ts';
import { circumstancesOf, facts, factsWith, guardrail, scored } from './test-support/answer-samples.ts';

const otherAnswer = { answer: 'Thirty days.' };

/** The kinds of causes that are reported for a difference. */
function causesOf(kind: ReplayDifference['kind'], given: Partial<Circumstances>, part?: string): string[] {
  const circumstances = circumstancesOf(given);
  const difference = circumstances.differences.find(
    (one) => one.kind === kind && (part === undefined || ('part' in one && one.part === part)),
  );
  if (difference === undefined) return expect.fail(`no difference of the kind ${kind}`);
  return explainDifference(difference, circumstances).map((cause) => cause.kind);
}

const wordsOf = (kind: ReplayDifference['kind'], given: Partial<Circumstances>): string => {
  const circumstances = circumstancesOf(given);
  const difference = circumstances.differences.find((one) => one.kind === kind);
  if (difference === undefined) return expect.fail(`no difference of the kind ${kind}`);
  return explainDifference(difference, circumstances)
    .map(({ words }) => words)
    .join(' ');
};

describe('explainDifference', () => {
  it('gives no cause if none is known', () => {
    expect(causesOf('answer', { now: factsWith(otherAnswer) })).toEqual([]);
  });

  it('names another embedded model', () => {
    const now = factsWith({ ...otherAnswer, model_info: { summarization_model: 'reader-2' } });
    expect(causesOf('answer', { now })).toEqual(['embedded_model']);
    expect(causesOf('model', { now })).toEqual(['embedded_model']);
    expect(wordsOf('answer', { now })).toContain('reader-1 then, reader-2 now');
  });

  it('names another release, other models and other settings than the log says', () => {
    const now = factsWith(otherAnswer);
    const changes = [
      { kind: 'software', was: '1.0.0', now: '1.1.0' },
      { kind: 'models', was: 'aa', now: 'bb' },
      { kind: 'settings', was: 'cc', now: 'dd' },
    ] as const;
    expect(causesOf('answer', { now, changes })).toEqual(['software', 'installed_models', 'settings']);
    expect(wordsOf('answer', { now, changes })).toContain('Avow 1.0.0 answered, and this is Avow 1.1.0.');
    const tier = factsWith({ processing: { model_tier: 2 } });
    expect(causesOf('processing', { now: tier, changes }, 'tier')).not.toContain('software');
  });

  it('names a missing model', () => {
    const installed = { tiers: [], refinement: null, reader: null, isBudgetSpent: false };
    const now = factsWith({ ...otherAnswer, model_info: { summarization_model: 'none' } });
    expect(causesOf('answer', { now, installed })).toEqual(['missing_model']);
    const written = factsWith({ processing: { model_tier: 2 }, model_info: { summarization_model: 'big' } });
    expect(wordsOf('answer', { was: written, now, installed })).toContain('big answered at tier 2');
    const refined = factsWith({ model_info: { refinement_model: 'small' } });
    const reader = { ...installed, reader: 'reader-1' };
    expect(wordsOf('answer', { was: refined, now: factsWith(otherAnswer), installed: reader })).toContain(
      'small refined the question',
    );
  });

  it('names a language model, which may answer differently each time', () => {
    const written = { processing: { model_tier: 1 }, model_info: { summarization_model: 'big' } };
    const installed = {
      ...{ tiers: [{ tier: 1, name: 'big' }], refinement: null, reader: null, isBudgetSpent: false },
    };
    const [was, now] = [factsWith(written), factsWith({ ...written, ...otherAnswer })];
    expect(causesOf('answer', { was, now, installed })).toEqual(['language_model']);
    expect(wordsOf('answer', { was, now, installed })).toContain('big took part');
    const spent = { ...installed, isBudgetSpent: true };
    expect(causesOf('answer', { was, now: factsWith(otherAnswer), installed: spent })).toContain('budget');
  });

  it('names the scoring model or calibration, also for an answer withheld for its score', () => {
    const confidence = { ...facts.response.confidence, score: 0.7 };
    const calibrated = factsWith({ confidence }, { scored: { ...scored, calibration: 2 } });
    expect(causesOf('confidence', { now: calibrated })).toEqual(['calibration']);
    const model = factsWith({ confidence }, { scored: { ...scored, model: 'confidence-2', calibration: 2 } });
    expect(causesOf('confidence', { now: model })).toEqual(['confidence_model']);
    expect(causesOf('answer', { now: factsWith(otherAnswer, { scored: calibrated.scored }) })).toEqual([]);
    const withheld = factsWith(otherAnswer, { scored: { ...scored, calibration: 2, isWithheld: true } });
    expect(causesOf('answer', { now: withheld })).toEqual(['calibration']);
  });

  it('names the evidence if the answer is the same, and the answer if it differs', () => {
    const confidence = { ...facts.response.confidence, score: 0.7 };
    const evidence = { ...scored.evidence, features: { relevance: 0.8 } };
    const measured = { scored: { ...scored, evidence } };
    const given = { now: factsWith({ confidence }, measured) };
    expect(causesOf('confidence', given)).toEqual(['evidence']);
    expect(wordsOf('confidence', given)).toContain('relevance 0.9000 then, 0.8000 now');
    expect(causesOf('confidence', { now: factsWith({ confidence, ...otherAnswer }, measured) })).toEqual([
      'other_answer',
    ]);
  });

  it('names a source that is restricted to groups', () => {
    const restricted = [{ title: 'Pay', groups: ['board', 'finance'] }];
    const given = { now: factsWith(otherAnswer), restricted, groups: ['staff'] };
    expect(causesOf('answer', given)).toEqual(['groups']);
    expect(wordsOf('answer', given)).toContain('“Pay” is kept to board, finance');
    expect(wordsOf('answer', given)).toContain('as a member of staff');
  });

  it('names a missing previous message, which changes the question', () => {
    const now = factsWith(otherAnswer, { refinedQuestion: 'And then?' });
    expect(causesOf('looked_up_as', { now, goneBefore: 2 })).toEqual(['history_gone']);
    expect(causesOf('answer', { now, goneBefore: 2 })).toEqual(['history_gone', 'other_question']);
    expect(causesOf('answer', { now })).toEqual(['other_question']);
  });

  it('names a cached answer, or the failure of an earlier tier', () => {
    const cached = factsWith({ processing: { routing_source: 'cache' } });
    expect(causesOf('processing', { was: cached }, 'routing')).toEqual(['cache']);
    const fell = factsWith({ processing: { routing_source: 'fallback', degraded_mode: true } });
    const now = factsWith({ processing: { routing_source: 'client' } });
    expect(causesOf('processing', { was: fell, now, tierAsked: 0 }, 'routing')).toEqual(['fallback']);
    expect(causesOf('processing', { was: fell, now, tierAsked: 0 }, 'degraded')).toEqual(['fallback']);
  });

  it('names degraded operation on either side', () => {
    const was = factsWith({ processing: { degraded_mode: true } });
    expect(wordsOf('answer', { was, now: factsWith(otherAnswer) })).toMatch(/^Then a model or the search/);
    const now = factsWith({ ...otherAnswer, processing: { degraded_mode: true } });
    expect(wordsOf('answer', { now })).toMatch(/^In the replay a model or the search/);
  });

  it('names a reviewer’s decision', () => {
    const review: ReviewEntry = {
      ...{ outcome: 'block', reason: 'incorrect', comment: null, decided_by: null, proposed_answer: null },
      decided_at: '2026-11-01T09:14:03.231Z',
    };
    const was = factsWith({ status: 'blocked', answer: 'Nothing.' });
    expect(causesOf('status', { was, review })).toEqual(['review']);
    expect(causesOf('status', { was, review: { ...review, outcome: 'deliver' } })).toEqual([]);
  });

  it('names the placeholders in the question, only for the checks of the question', () => {
    const redacted = { ...guardrail, compliant: false, action: 'redact' } as const;
    const was = factsWith({ guardrails: [redacted, { ...redacted, stage: 'output' }] });
    const now = factsWith({ guardrails: [guardrail, { ...guardrail, stage: 'output' }] });
    const circumstances = circumstancesOf({ was, now, isQuestionRedacted: true });
    const kinds = circumstances.differences.map((one) =>
      explainDifference(one, circumstances).map(({ kind }) => kind),
    );
    expect(kinds).toEqual([['redacted_question'], []]);
  });
});
