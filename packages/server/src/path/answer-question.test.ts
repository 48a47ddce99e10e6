import type { AnswerFound, AnsweringSteps, Draft } from '@avow/answering';
import type { Evidence } from '@avow/answering/score';
import { guardrailPolicySchema } from '@avow/contract/guardrails';
import type { Guard } from '@avow/guardrails';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type { UnderstoodQuery } from './query.ts';
import { retrievePassages } from './retrieve-passages.ts';

const draftOf = (toolScore: number, sourceType: 'qna' | 'document', quote = 'Ask us.') =>
  ({
    kind: 'quoted',
    sourceType,
    support: [{ quote }],
    found: { kind: sourceType === 'qna' ? 'curated_meaning' : 'read', probability: toolScore },
  }) as unknown as Draft;

interface Given {
  readonly pair: Draft | 'stale' | 'unread' | null;
  readonly document: Draft | null;
  readonly isDegraded?: boolean;
}

/** Scores are what the drafts say of themselves. */
async function answer({ pair, document, isDegraded = false }: Given) {
  const did: string[] = [];
  const read: AnswerFound = {
    ...{ draft: document, isStale: false, isDegraded, choices: ['one', 'other'] },
    models: { answering: 'reader', judging: null },
  };
  const steps = {
    tiers: [],
    retrieve: async () => ({ packs: [], curated: [], documents: [], further: [], isDegraded: false }),
    matchSimilar: async () => pair,
    read: async () => {
      did.push('read');
      return read;
    },
    keepScreened: () => undefined,
    addDisagreement: async (_: unknown, about: { readonly draft: Draft }) => about.draft,
  } as unknown as AnsweringSteps;
  const filtered = { results: [], blocked: null, degraded: false, dropped: new Set() };
  const guard = {
    answering: guardrailPolicySchema.parse({ guardrails: [] }).answering,
    filterPassages: async () => filtered,
  } as unknown as Guard;
  const path = {
    steps,
    telemetry: { step: (_: string, work: () => Promise<unknown>) => work() },
    scoring: {
      evidenceOf: ({ found }: Draft) => ({ toolScore: (found as { probability: number }).probability }),
    },
  } as unknown as PathDependencies;
  const query = {
    ...{ guard, mayAskModels: false, failedTiers: [], translator: null },
    admission: { request: {} },
    scorer: { probabilityOf: ({ toolScore }: Evidence) => toolScore },
    question: { text: 'How can I change my password?', language: 'en' },
    start: { tier: 0, by: 'policy' },
    timeLimit: { signal: new AbortController().signal, leftMs: () => 1_000 },
    report: { step: () => undefined, guardrails: () => undefined },
    tally: { audience: { addSource: () => undefined } },
  } as unknown as UnderstoodQuery;
  const retrieved = await retrievePassages(path, query);
  return { did, found: retrieved.kind === 'answered' ? retrieved : await answerQuestion(path, retrieved) };
}

describe('answerQuestion', () => {
  it('answers from a similar pair that is beyond doubt without reading documents', async () => {
    const pair = draftOf(0.96, 'qna');
    const { did, found } = await answer({ pair, document: draftOf(0.99, 'document') });
    expect(found).toMatchObject({ draft: pair, routing: 'qna_match' });
    expect(did).toEqual([]);
  });

  it('takes the higher score of pair and document, and reads once', async () => {
    const pair = draftOf(0.7, 'qna');
    for (const [score, wins] of [
      [0.69, false],
      [0.7, false],
      [0.71, true],
    ] as const) {
      const document = draftOf(score, 'document');
      const { did, found } = await answer({ pair, document });
      expect(found).toMatchObject({
        draft: wins ? document : pair,
        routing: wins ? 'retrieval' : 'qna_match',
      });
      expect(did).toEqual(['read']);
    }
  });

  it('prefers the pair to rows of a table that are not far ahead', async () => {
    const pair = draftOf(0.7, 'qna');
    const quote = '| Class | Price |\n| --- | --- |\n| Yoga | 9 € |';
    for (const [score, wins] of [
      [0.85, false],
      [0.86, true],
    ] as const) {
      const document = draftOf(score, 'document', quote);
      const { found } = await answer({ pair, document });
      expect(found.draft).toBe(wins ? document : pair);
      expect((await answer({ pair, document: draftOf(score, 'document') })).found.draft).not.toBe(pair);
    }
  });

  it('answers from the pair if the documents have no answer, and keeps what could be meant instead', async () => {
    const pair = draftOf(0.3, 'qna');
    const { found } = await answer({ pair, document: null });
    expect(found).toMatchObject({ draft: pair, routing: 'qna_match', choices: ['one', 'other'] });
    expect(found.isDegraded).toBe(false);
  });

  it('reports that the pair was compared with less than it should have been', async () => {
    const pair = draftOf(0.7, 'qna');
    expect((await answer({ pair, document: null, isDegraded: true })).found.isDegraded).toBe(true);
  });

  it('reads the documents if no pair is similar, and searches again if the pair is gone', async () => {
    const document = draftOf(0.4, 'document');
    expect((await answer({ pair: null, document })).found).toMatchObject({ draft: document });
    expect((await answer({ pair: 'stale', document })).found).toMatchObject({ draft: null, isStale: true });
  });

  it('is degraded if there was no time to read the pairs, whatever the documents say', async () => {
    const document = draftOf(0.4, 'document');
    expect((await answer({ pair: 'unread', document })).found).toMatchObject({
      draft: document,
      isDegraded: true,
    });
    expect((await answer({ pair: 'unread', document: null })).found).toMatchObject({
      ...{ draft: null, isDegraded: true },
    });
  });
});
