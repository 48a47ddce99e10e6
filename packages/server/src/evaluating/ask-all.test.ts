import type { QueryResponse } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { queryResponseExample } from '../../../contract/src/examples.ts';
import { askAll } from './ask-all.ts';
import type { AskedSubject } from './asked-subject.ts';
import { evaluationResult, goldenQuestion } from './test-support/golden-samples.ts';

const response: QueryResponse = {
  ...queryResponseExample,
  answer: 'There are 27 days.',
  citations: queryResponseExample.citations.map((citation) => ({ ...citation, source: 'leave.md' })),
};
const questions = Array.from({ length: 12 }, (_, position) => goldenQuestion(position));

function createSubject(ask: (asked: number) => void = () => undefined) {
  let [count, atOnce, most] = [0, 0, 0];
  const subject: AskedSubject = {
    subject: { kind: 'version', version: 1, draft_revision: null },
    ask: async () => {
      count += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      ask(count);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return { kind: 'replied', response, timeMs: 1, cost: null };
    },
    isStoredFor: () => async () => true,
  };
  return { subject, counts: () => ({ count, most }) };
}

const wish = (signal = new AbortController().signal) => ({
  ...{ questions, known: new Map(), atOnce: 3, signal },
  onProgress: () => undefined,
});

describe('a golden set', () => {
  it('is asked so many at once, and told in its order', async () => {
    const { subject, counts } = createSubject();
    const told: number[] = [];
    const results = await askAll(subject, { ...wish(), onProgress: ({ done }) => void told.push(done) });
    expect(results.map(({ golden_id }) => golden_id)).toEqual(questions.map(({ goldenId }) => goldenId));
    expect(results.every(({ outcome }) => outcome === 'right')).toBe(true);
    expect(counts()).toEqual({ count: 12, most: 3 });
    expect(told).toEqual(Array.from({ length: 13 }, (_, done) => done));
  });

  it('keeps what was asked where it is interrupted, and is taken up again from there', async () => {
    const stopping = new AbortController();
    const first = createSubject((asked) => asked === 5 && stopping.abort());
    const some = await askAll(first.subject, wish(stopping.signal));
    expect(some.length).toBeGreaterThanOrEqual(5);
    expect(some.length).toBeLessThan(12);
    const known = new Map(some.map((result) => [result.golden_id as string, result]));
    const second = createSubject();
    const all = await askAll(second.subject, { ...wish(), known });
    expect(all).toHaveLength(12);
    expect(second.counts().count).toBe(12 - some.length);
    expect(all.slice(0, some.length)).toEqual(some);
  });

  it('asks once more where something could not take part, unless that was paid for', async () => {
    const degraded = { ...response, processing: { ...response.processing, degraded_mode: true } };
    const cost = { currency: 'EUR', amount: 1, input_tokens: 1, output_tokens: 1 };
    for (const [first, asked, isDegraded] of [
      [{ kind: 'replied', response: degraded, timeMs: 1, cost: null }, 2, false],
      [{ kind: 'failed', problem: 'overloaded', timeMs: 1, cost: null }, 2, false],
      [{ kind: 'replied', response: degraded, timeMs: 1, cost }, 1, true],
    ] as const) {
      let count = 0;
      const { subject } = createSubject();
      const ask: AskedSubject['ask'] = async () => {
        count += 1;
        return count === 1 ? first : { kind: 'replied', response, timeMs: 1, cost: null };
      };
      const [result] = await askAll({ ...subject, ask }, { ...wish(), questions: questions.slice(0, 1) });
      expect([count, result?.outcome, result?.is_degraded]).toEqual([asked, 'right', isDegraded]);
    }
  });

  it('does not ask again what was asked, and does not take over what the set no longer has', async () => {
    const gone = evaluationResult(99, 'right');
    const { subject } = createSubject();
    const results = await askAll(subject, { ...wish(), known: new Map([[gone.golden_id as string, gone]]) });
    expect(results).toHaveLength(12);
  });
});
