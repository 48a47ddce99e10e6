import type { QueryResponse } from '@avow/contract/query';
import { queryResponseExample } from '@avow/contract/testing';
import { describe, expect, it } from 'vitest';
import { evaluationResult, goldenQuestion } from '../golden/test-support/golden-samples.ts';
import { askQuestions } from './ask-questions.ts';
import type { PreparedSubject } from './evaluation-subject.ts';

const response: QueryResponse = {
  ...queryResponseExample,
  answer: 'There are 27 days.',
  citations: queryResponseExample.citations.map((citation) => ({ ...citation, source: 'leave.md' })),
};
const questions = Array.from({ length: 12 }, (_, position) => goldenQuestion(position));

function createSubject(ask: (asked: number) => void = () => undefined) {
  let [count, concurrency, most] = [0, 0, 0];
  const subject: PreparedSubject = {
    subject: { kind: 'version', version: 1, draft_revision: null },
    ask: async () => {
      count += 1;
      concurrency += 1;
      most = Math.max(most, concurrency);
      ask(count);
      await new Promise((resolve) => setImmediate(resolve));
      concurrency -= 1;
      return { kind: 'replied', response, timeMs: 1, cost: null };
    },
    isStoredFor: () => async () => true,
  };
  return { subject, counts: () => ({ count, most }) };
}

const options = (signal = new AbortController().signal) => ({
  ...{ questions, known: new Map(), concurrency: 3, signal },
  onProgress: () => undefined,
});

describe('askQuestions', () => {
  it('asks concurrently and returns results in the order of the questions', async () => {
    const { subject, counts } = createSubject();
    const reported: number[] = [];
    const results = await askQuestions(subject, {
      ...options(),
      onProgress: ({ done }) => void reported.push(done),
    });
    expect(results.map(({ golden_id }) => golden_id)).toEqual(questions.map(({ goldenId }) => goldenId));
    expect(results.every(({ outcome }) => outcome === 'right')).toBe(true);
    expect(counts()).toEqual({ count: 12, most: 3 });
    expect(reported).toEqual(Array.from({ length: 13 }, (_, done) => done));
  });

  it('keeps results when it is interrupted, and resumes from there', async () => {
    const stopping = new AbortController();
    const first = createSubject((asked) => asked === 5 && stopping.abort());
    const some = await askQuestions(first.subject, options(stopping.signal));
    expect(some.length).toBeGreaterThanOrEqual(5);
    expect(some.length).toBeLessThan(12);
    const known = new Map(some.map((result) => [result.golden_id as string, result]));
    const second = createSubject();
    const all = await askQuestions(second.subject, { ...options(), known });
    expect(all).toHaveLength(12);
    expect(second.counts().count).toBe(12 - some.length);
    expect(all.slice(0, some.length)).toEqual(some);
  });

  it('asks again if a component was unavailable, unless the question had a cost', async () => {
    const degraded = { ...response, processing: { ...response.processing, degraded_mode: true } };
    const cost = { currency: 'EUR', amount: 1, input_tokens: 1, output_tokens: 1 };
    for (const [first, asked, isDegraded] of [
      [{ kind: 'replied', response: degraded, timeMs: 1, cost: null }, 2, false],
      [{ kind: 'failed', problem: 'overloaded', timeMs: 1, cost: null }, 2, false],
      [{ kind: 'replied', response: degraded, timeMs: 1, cost }, 1, true],
    ] as const) {
      let count = 0;
      const { subject } = createSubject();
      const ask: PreparedSubject['ask'] = async () => {
        count += 1;
        return count === 1 ? first : { kind: 'replied', response, timeMs: 1, cost: null };
      };
      const [result] = await askQuestions(
        { ...subject, ask },
        { ...options(), questions: questions.slice(0, 1) },
      );
      expect([count, result?.outcome, result?.is_degraded]).toEqual([asked, 'right', isDegraded]);
    }
  });

  it('does not repeat known questions, and drops those that the set no longer has', async () => {
    const gone = evaluationResult(99, 'right');
    const { subject } = createSubject();
    const results = await askQuestions(subject, {
      ...options(),
      known: new Map([[gone.golden_id as string, gone]]),
    });
    expect(results).toHaveLength(12);
  });
});
