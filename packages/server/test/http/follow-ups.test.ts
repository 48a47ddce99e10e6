import { defaultScopes } from '@avow/contract/roles';
import { auditRecordSchema } from '@avow/contract/testing';
import type { Encoder, LanguageModel } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import {
  officePack,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/test-service.ts';

/** What the refinement model says next; null: it must not be asked. */
let says: string | null = null;
const refinement: LanguageModel = {
  name: 'test/refinement',
  write: () => {
    if (says === null) throw new Error('The model was asked');
    const said = says;
    async function* pieces() {
      yield said;
    }
    const cost = { currency: 'USD', amount: 0.002, inputTokens: 150, outputTokens: 12 };
    return { pieces: pieces(), cost: Promise.resolve(cost), logProbability: Promise.resolve(null) };
  },
};

async function askTwice(service: TestService, key: string, [before, prompt]: readonly [string, string]) {
  const first = await service.ask(key, { prompt: before });
  const second = await service.ask(key, { prompt, thread_id: first.thread_id });
  const record = await service.get(key, `/v1/messages/${second.message_id}/audit`);
  return { first, second, record: auditRecordSchema.parse(record.json()) };
}

async function start(models: NonNullable<TestServiceOptions['models']>, also: TestServiceOptions = {}) {
  const service = await startTestService({ ...also, models });
  const tenantId = await service.createTenant('office');
  const key = await service.createKey(tenantId, { scopes: [...defaultScopes, 'guardrails:manage'] });
  await service.loadPack(tenantId, officePack);
  return { service, key };
}

const opening = 'When does the office in Rotterdam open?';

describe('follow-ups, by rules', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    ({ service, key } = await start({}));
  });
  afterAll(() => service.close());

  it('are searched as a standalone question, and recorded in both forms', async () => {
    const { second, record } = await askTwice(service, key, [opening, 'And when does it close?']);
    expect(second.answer).toContain('eight in the evening');
    expect(second.processing.degraded_mode).toBe(false);
    expect(record).toMatchObject({
      question: 'And when does it close?',
      refined_question: 'When does the office in Rotterdam close?',
    });
  });

  it('are searched together with the question before, too', async () => {
    const searched: string[] = [];
    const wrap = (data: DataFolder): DataFolder => {
      const search: typeof data.search.search = (tenantId, wanted) => {
        if (wanted.kind === 'document') searched.push(wanted.text);
        return data.search.search(tenantId, wanted);
      };
      return { ...data, search: { ...data.search, search } };
    };
    const watched = await start({}, { wrap });
    await askTwice(watched.service, watched.key, [opening, 'And when does it close?']);
    expect(searched).toEqual([
      opening,
      'When does the office in Rotterdam close?',
      `${opening} And when does it close?`,
    ]);
    await watched.service.close();
  });

  it('are not detected in a question that names its subject', async () => {
    const { second, record } = await askTwice(service, key, [opening, 'Who approves travel?']);
    expect(second.source_type).toBe('qna');
    expect(record.refined_question).toBeNull();
  });

  it('reports that an answer is in another language than the question', async () => {
    const asked = await service.ask(key, { prompt: 'Who approves travel?', language: 'pt-br' });
    expect(asked.agent_context).toMatchObject({ question_language: 'pt-BR', answer_language: 'en' });
    const response = await service.ask(key, { prompt: opening });
    expect(response.agent_context).toMatchObject({ question_language: 'en', answer_language: 'en' });
    const refused = await service.ask(key, { prompt: 'Wie viele Kinder hat der Hausmeister?' });
    expect(refused.agent_context).toMatchObject({ question_language: 'de', answer_language: null });
  });
});

describe('follow-ups, by a language model', () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    ({ service, key } = await start({ refinement }));
  });
  afterAll(() => service.close());

  it('are rewritten by it, reported and charged; it is not asked at the start of a thread', async () => {
    says = null;
    const { thread_id } = await service.ask(key, { prompt: opening });
    says = 'When does the office in Rotterdam close?';
    const second = await service.ask(key, { prompt: 'and close?', thread_id });
    expect(second.model_info.refinement_model).toBe('test/refinement');
    expect(second.answer).toContain('eight in the evening');
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${second.message_id}/audit`)).json(),
    );
    expect(record).toMatchObject({ refined_question: says, cost: { amount: 0.002, input_tokens: 150 } });
  });

  it('are refined by rules, and the answer says so, if the model adds anything', async () => {
    says = null;
    const { thread_id } = await service.ask(key, { prompt: opening });
    says = 'When does the office in Amsterdam close?';
    const second = await service.ask(key, { prompt: 'And when does it close?', thread_id });
    expect(second.answer).toContain('eight in the evening');
    expect(second).toMatchObject({
      model_info: { refinement_model: 'none' },
      processing: { degraded_mode: true },
    });
  });
});

/** Tells texts on closing from all others. */
const vectorOf = (text: string) => Float32Array.from(/clos/i.test(text) ? [1, 0] : [0, 1]);
const encoder: Encoder = {
  ...{ name: 'by-hand', dimensions: 2, close: async () => undefined },
  encodeQuestion: async (text) => vectorOf(text),
  encodePassages: async (texts) => texts.map(vectorOf),
};

describe('follow-ups that are blocked after refinement', () => {
  it('name the model that was used, and its cost', async () => {
    const { service, key } = await start({ refinement }, { encoder });
    const closing = { name: 'Closing', description: 'When something closes', examples: [] };
    const topic = {
      ...{ name: 'Topics', check: 'topic', stage: 'input', action: 'block' },
      settings: { denied: [closing] },
    };
    const put = await service.app.http.inject({
      ...{ method: 'PUT', url: '/v1/guardrails', headers: { authorization: `Bearer ${key}` } },
      payload: { guardrails: [topic] },
    });
    expect(put.statusCode, put.body).toBe(200);
    says = null;
    const { thread_id } = await service.ask(key, { prompt: opening });
    says = 'When does the office in Rotterdam close?';
    const second = await service.ask(key, { prompt: 'and close?', thread_id });
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${second.message_id}/audit`)).json(),
    );
    await service.close();
    expect(second.agent_context.blocked_reason).toBe('out_of_scope');
    expect(second.model_info.refinement_model).toBe('test/refinement');
    expect(record.cost).toMatchObject({ amount: 0.002, input_tokens: 150 });
  });
});
