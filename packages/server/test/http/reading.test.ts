import { contradicted, scriptedReader, supported } from '@avow/answering/testing';
import { guardrailIds } from '@avow/guardrails/testing/checks';
import type { ClaimJudgement, ClaimToJudge, PassageToRead } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const handbook = `# Handbook 🥐

## Holiday

Every employee has 27 days of paid holiday 🏖 in a year. Unused days can be carried over until the end of March.

## Parking

Visitors park behind the hall. Bicycles are left in the yard.

## Deliveries

| Area     | Departure | Vehicle    |
| -------- | --------- | ---------- |
| Old town | 04:30     | cargo bike |
| Harbour  | 04:45     | small van  |
| North    | 05:10     | lorry      |

## Cards

The card of the canteen is 4111 1111 1111 1111. Ask the office for another.
`;

/** What the reader does in the test that runs: where it points, by passage, and how it judges. */
let pointed: (passage: PassageToRead) => string | null = () => null;
let judged: (claim: ClaimToJudge) => ClaimJudgement = () => supported;
let isLost = false;
let isJudgeLost = false;
const scripted = scriptedReader({
  point: (_, passage) => pointed(passage),
  judge: (claim) => judged(claim),
  isLost: () => isLost,
  isJudgeLost: () => isJudgeLost,
});
/** The time that each call was given. */
const timesMs: number[] = [];
const reader: typeof scripted = {
  ...scripted,
  read: (question, passages, limits) => {
    timesMs.push(limits.timeoutMs);
    return scripted.read(question, passages, limits);
  },
  judge: (claims, limits) => {
    timesMs.push(limits.timeoutMs);
    return scripted.judge(claims, limits);
  },
};
const pointAt =
  (...words: string[]) =>
  ({ text }: PassageToRead) =>
    words.find((word) => text.includes(word)) ?? null;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ reader });
  const tenantId = await service.createTenant('bakery');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, {
    'handbook.md': handbook,
    'pairs.qna.json': JSON.stringify([{ question: 'Where is the canteen?', answer: 'On the second floor.' }]),
  });
});

afterAll(() => service.close());

async function ask(
  prompt: string,
  {
    at,
    judge = () => supported,
    ...also
  }: {
    readonly at: string | readonly string[];
    readonly judge?: (claim: ClaimToJudge) => ClaimJudgement;
    readonly answer_format?: string;
  },
) {
  pointed = pointAt(...[at].flat());
  judged = judge;
  return await service.ask(key, { prompt, ...also });
}

const grounding = (response: Awaited<ReturnType<typeof ask>>) =>
  response.guardrails.find(({ guardrail_id }) => guardrail_id === guardrailIds.grounding);

describe('a service with a reader', () => {
  it('[CON-3-25] [CON-3-33] quotes the sentence that the reader selected, and names the model', async () => {
    const response = await ask('How many days of holiday are there?', { at: '27 days' });
    expect(response.answer).toBe('Every employee has 27 days of paid holiday 🏖 in a year.');
    expect(response.model_info).toEqual({
      refinement_model: 'none',
      summarization_model: 'scripted-reader',
      guardrail_model: expect.stringMatching(/^avow-ngrams@\w+, scripted-reader$/),
    });
    expect(response.processing).toMatchObject({
      model_tier: 0,
      degraded_mode: false,
      routing_source: 'retrieval',
    });
    const [citation] = response.citations;
    expect(citation?.quote).toBe(response.answer);
    expect([...handbook].slice(citation?.start ?? 0, citation?.end ?? 0).join('')).toBe(citation?.quote);
    expect(response.confidence.band).toBe('high');
    expect(grounding(response)).toMatchObject({ compliant: true, score: 0.06 });
    expect(response.agent_context.knowledge_grounded).toBe(true);
  });

  it('[CON-3-26] says yes or no if the judge is sure, outside of the citation', async () => {
    const judge = ({ claim }: ClaimToJudge) => (claim.endsWith(' No.') ? contradicted : supported);
    const response = await ask('Can unused days be carried over?', { at: 'carried over', judge });
    expect(response.answer).toBe('Yes. Unused days can be carried over until the end of March.');
    const [citation] = response.citations;
    const { answer_start: start, answer_end: end, quote } = citation ?? {};
    expect([...response.answer].slice(start, end).join('')).toBe(quote);
    expect(grounding(response)?.compliant).toBe(true);
  });

  it('only quotes if the judge is not sure of yes or no', async () => {
    const response = await ask('Can unused days be carried over?', { at: 'carried over' });
    expect(response.answer).toBe('Unused days can be carried over until the end of March.');
  });

  it.each(['structured_text', 'plain_text', 'markdown'])(
    '[CON-3-26] of a table the head and the row, each cited, in %s',
    async (answer_format) => {
      const response = await ask('When does the lorry for the north depart?', { at: '05:10', answer_format });
      expect(response.answer).toMatch(
        /^\| Area +\| Departure \| Vehicle +\|\n\| -[^\n]*\n\| North +\| 05:10/,
      );
      expect(response.citations).toHaveLength(2);
      for (const { answer_start, answer_end, quote, start, end } of response.citations) {
        const part = [...response.answer].slice(answer_start, answer_end).join('');
        expect(part.replace(/[ -]+/g, '')).toBe(quote?.replace(/[ -]+/g, ''));
        expect([...handbook].slice(start ?? 0, end ?? 0).join('')).toBe(quote);
      }
    },
  );

  it('combines two passages if the question has two parts', async () => {
    const response = await ask('How many days of holiday are there, and where do bicycles go?', {
      at: ['27 days', 'Bicycles'],
    });
    expect(response.citations).toHaveLength(2);
    expect(response.answer).toContain('27 days');
    expect(response.answer).toContain('Bicycles are left in the yard.');
  });

  it('[CON-3-06] does not answer if the reader finds no answer, and names the model', async () => {
    const response = await ask('How many days of holiday are there?', { at: 'not there' });
    expect(response).toMatchObject({ source_type: 'none', citations: [] });
    expect(response.model_info).toMatchObject({
      summarization_model: 'scripted-reader',
      guardrail_model: expect.stringMatching(/^avow-ngrams@\w+$/),
    });
  });

  it('[CON-3-06] [CON-3-07] does not answer if the judge contradicts the answer', async () => {
    const response = await ask('How many days of holiday are there?', {
      at: '27 days',
      judge: () => contradicted,
    });
    expect(response).toMatchObject({ source_type: 'none', status: 'delivered' });
    expect(response.model_info.guardrail_model).toMatch(/, scripted-reader$/);
    expect(response.guardrails.every(({ action }) => action === 'none')).toBe(true);
  });

  it('gives the next best answer if the judge rejects the first', async () => {
    const response = await ask('What days are there for parking?', {
      at: ['27 days', 'park behind'],
      judge: ({ evidence }) => (evidence.includes('27 days') ? contradicted : supported),
    });
    expect(response.answer).toBe('Visitors park behind the hall.');
  });

  it('answers by keywords if the reader times out, and says so', async () => {
    isLost = true;
    const response = await ask('How many days of paid holiday does an employee have?', { at: '' });
    isLost = false;
    expect(response.answer).toContain('27 days');
    expect(response.processing.degraded_mode).toBe(true);
    expect(response.model_info).toMatchObject({
      summarization_model: 'none',
      guardrail_model: expect.stringMatching(/^avow-ngrams@\w+$/),
    });
    expect(response.confidence.score).toBeLessThanOrEqual(0.6);
    expect(grounding(response)).toMatchObject({ compliant: false, action: 'flag', status: 'ok' });
  });

  it('[CON-3-21] answers without a verdict if the judge fails, and says so', async () => {
    isJudgeLost = true;
    const response = await ask('Can unused days be carried over?', { at: 'carried over' });
    isJudgeLost = false;
    expect(response.answer).toBe('Unused days can be carried over until the end of March.');
    expect(response.processing.degraded_mode).toBe(true);
    expect(grounding(response)).toMatchObject({ compliant: false, action: 'flag', status: 'ok' });
    expect(response.agent_context.knowledge_grounded).toBe(false);
    expect(response.model_info).toMatchObject({
      summarization_model: 'scripted-reader',
      guardrail_model: expect.stringMatching(/^avow-ngrams@\w+$/),
    });
  });

  it('treats an answer without a verdict as grounded if the policy does not require one, or only in shadow mode', async () => {
    const tenantId = await service.createTenant('other bakery');
    const otherKey = await service.createKey(tenantId, { scopes: ['query:write', 'guardrails:manage'] });
    await service.loadPack(tenantId, { 'handbook.md': handbook });
    pointed = pointAt('carried over');
    isJudgeLost = true;
    const entry = { name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' } as const;
    const found: boolean[] = [];
    for (const guardrails of [[], [{ ...entry, mode: 'shadow' }], [entry]]) {
      const response = await service.app.http.inject({
        ...{ method: 'PUT', url: '/v1/guardrails', payload: { guardrails } },
        headers: { authorization: `Bearer ${otherKey}` },
      });
      expect(response.statusCode).toBe(200);
      const { source_type, agent_context } = await service.ask(otherKey, {
        prompt: 'Can unused days be carried over?',
      });
      expect(source_type).toBe('document');
      found.push(agent_context.knowledge_grounded);
    }
    isJudgeLost = false;
    expect(found).toEqual([true, true, false]);
  });

  it('gives the model no more time than the deadline of the query', async () => {
    pointed = pointAt('27 days');
    judged = () => supported;
    timesMs.length = 0;
    await service.post(key, { prompt: 'How many days of holiday are there?' }, { prefer: 'wait=9' });
    expect(timesMs.length).toBeGreaterThan(0);
    expect(Math.max(...timesMs)).toBeLessThanOrEqual(9_000);
  });

  it('reads nothing for a curated answer', async () => {
    reader.calls.length = 0;
    const response = await ask('Where is the canteen?', { at: '' });
    expect([response.source_type, response.model_info.summarization_model]).toEqual(['qna', 'none']);
    expect(reader.calls).toEqual([]);
  });

  it('[CON-3-28] withholds what a guardrail redacted', async () => {
    const response = await ask('What is the number of the card?', { at: '4111' });
    expect(response.answer).toContain('[CARD_1]');
    expect(response.citations[0]).toMatchObject({ quote: null, start: null, end: null, answer_start: 0 });
  });
});
