import { queryResponseSchema } from '@avow/contract/query';
import { auditRecordSchema } from '@avow/contract/testing';
import { codePointLength } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import { timeOfSuffix } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
});

afterAll(() => service.close());

describe('POST /v1/query', () => {
  it('[INT-DO-01] [INT-DO-02] [INT-EQ-01] [INT-EQ-02] [INT-EQ-04] [INT-RF-01] [CON-3-33] answers a curated question with everything that belongs to it', async () => {
    const response = await service.post(key, { prompt: 'Who approves travel?' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['cache-control']).toBe('no-store');
    const body = queryResponseSchema.parse(response.json());
    expect(body).toMatchObject({
      status: 'delivered',
      answer: 'Your team lead approves travel up to 500 euros; above that, the finance office does.',
      source_type: 'qna',
      confidence: { band: 'high' },
      processing: { model_tier: 0, degraded_mode: false, routing_source: 'qna_match' },
      model_info: {
        refinement_model: 'none',
        summarization_model: 'none',
        guardrail_model: expect.stringMatching(/^avow-ngrams@\w+$/),
      },
      agent_context: {
        suggested_next_action: 'use_answer',
        answer_format: 'structured_text',
        blocked_reason: 'none',
        knowledge_grounded: true,
        source_type: 'qna',
      },
    });
    expect(response.headers['x-request-id']).toBe(body.request_id);
    expect(body.guardrails.length).toBeGreaterThanOrEqual(8);
    expect(body.guardrails.every(({ compliant, status }) => compliant && status === 'ok')).toBe(true);
  });

  it('[CON-3-29] [CON-3-27] [CON-3-26] cites a curated pair by its own id, with offsets into its answer', async () => {
    const body = await service.ask(key, { prompt: '  who approves TRAVEL ', answer_format: 'markdown' });
    const [citation] = body.citations;
    expect(body.citations).toHaveLength(1);
    expect(citation).toMatchObject({
      source: 'travel policy',
      url: 'https://intranet.example/travel',
      start: 0,
      answer_start: 0,
      answer_end: codePointLength(body.answer),
    });
    expect(citation?.document_id).toMatch(/^qna_/);
    expect(citation?.quote).toBe(body.answer);
  });

  it('[CON-3-25] [CON-3-30] [CON-3-24] answers from documents with the exact stored words', async () => {
    const body = await service.ask(key, { prompt: 'How many days of paid holiday does an employee have?' });
    expect(body).toMatchObject({
      status: 'delivered',
      source_type: 'document',
      processing: { routing_source: 'retrieval' },
      agent_context: { knowledge_grounded: true },
    });
    expect(body.answer).toContain('27 days of paid holiday');
    const [citation] = body.citations;
    expect(citation?.source).toBe('leave.md');
    expect(citation?.document_id).toMatch(/^doc_/);
    const stored = [...officePack['leave.md']].slice(citation?.start ?? 0, citation?.end ?? 0).join('');
    expect(stored).toBe(citation?.quote);
  });

  it('[CON-3-06] [CON-3-07] [CON-3-10] [CON-3-12] [CON-3-40] says so if the content does not cover a question', async () => {
    const body = await service.ask(key, { prompt: 'What is the boiling point of tungsten?' });
    expect(body).toMatchObject({
      status: 'delivered',
      source_type: 'none',
      citations: [],
      confidence: { score: 0, band: 'none', tool_confidence_score: 0 },
      agent_context: { knowledge_grounded: false, blocked_reason: 'none', suggested_next_action: 'rephrase' },
    });
    expect(body.answer).toContain('does not cover');
    const audit = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${body.message_id}/audit`)).json(),
    );
    expect(audit.tripwire_triggered).toBe(false);
  });

  it('[CON-3-32] never answers without content: a tenant without packs gets not covered', async () => {
    const other = await service.createTenant('empty');
    const body = await service.ask(await service.createKey(other), { prompt: 'Who approves travel?' });
    expect(body).toMatchObject({
      status: 'delivered',
      source_type: 'none',
      processing: { routing_source: 'default' },
      agent_context: { suggested_next_action: 'escalate_to_human' },
    });
  });

  it('[CON-1-02] [CON-1-13] [CON-1-01] creates one id with three prefixes, at admission', async () => {
    const before = Date.now();
    const body = await service.ask(key, { prompt: 'Where is the canteen?' });
    const suffix = body.message_id.slice(4);
    expect([body.request_id, body.audit_ref]).toEqual([`req_${suffix}`, `aud_${suffix}`]);
    expect(Date.parse(body.created_at)).toBe(timeOfSuffix(suffix));
    expect(timeOfSuffix(suffix)).toBeGreaterThanOrEqual(before);
    expect(timeOfSuffix(suffix)).toBeLessThanOrEqual(Date.now());
  });

  it('[CON-3-22] blocks a prompt with control characters, and reports every guardrail', async () => {
    const body = await service.ask(key, { prompt: 'Who approves\u0007 travel?' });
    expect(body).toMatchObject({
      status: 'blocked',
      source_type: 'none',
      confidence: { score: 0, band: 'none' },
      processing: { routing_source: 'guardrail' },
    });
    expect(body.agent_context.blocked_reason).not.toBe('none');
    const ran = body.guardrails.filter(({ stage }) => stage === 'input');
    const skipped = body.guardrails.filter(({ stage }) => stage === 'output');
    expect(ran.every(({ status }) => status === 'ok')).toBe(true);
    expect(skipped.every(({ status, compliant }) => status === 'skipped' && !compliant)).toBe(true);
    const audit = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${body.message_id}/audit`)).json(),
    );
    expect(audit).toMatchObject({ tripwire_triggered: true, status: 'blocked' });
  });

  it('[CON-4-04] stores a prompt without the card number that was in it, and repeats it nowhere', async () => {
    const card = '4111 1111 1111 1111';
    const body = await service.ask(key, { prompt: `Who approves travel paid with ${card}?` });
    const audit = await service.get(key, `/v1/messages/${body.message_id}/audit`);
    const record = auditRecordSchema.parse(audit.json());
    expect(record.content_state).toBe('redacted');
    expect(record.question).toBe('Who approves travel paid with [CARD_1]?');
    expect(record.tripwire_triggered).toBe(false);
    for (const text of [audit.body, JSON.stringify(body), service.logText()])
      expect(text).not.toMatch(/1111.?1111/);
  });

  it('[CON-3-28] withholds a quote whose words were redacted', async () => {
    const paying = await service.createTenant('paying');
    await service.loadPack(paying, {
      'bank.md':
        '# Payments\n\nSupplier invoices are paid from the account DE89 3704 0044 0532 0130 00 every Friday.\n',
    });
    const body = await service.ask(await service.createKey(paying), {
      prompt: 'From which account are supplier invoices paid?',
    });
    expect(body.answer).toContain('[IBAN_1]');
    expect(body.citations[0]).toMatchObject({
      quote: null,
      start: null,
      end: null,
      answer_start: 0,
      answer_end: codePointLength(body.answer),
    });
    expect(JSON.stringify(body)).not.toContain('3704 0044');
  });

  it('[CON-2-02] [CON-2-03] continues a thread, and does not share it with other tenants', async () => {
    const first = await service.ask(key, { prompt: 'Who approves travel?', end_user_id: 'ada' });
    const second = await service.ask(key, {
      prompt: 'Where is the canteen?',
      thread_id: first.thread_id,
      end_user_id: 'ada',
    });
    expect(second.thread_id).toBe(first.thread_id);
    const page = (await service.get(key, `/v1/messages?thread_id=${first.thread_id}`)).json();
    expect(page.data.map(({ message_id }: { message_id: string }) => message_id)).toEqual([
      second.message_id,
      first.message_id,
    ]);
    const foreignKey = await service.createKey(await service.createTenant('stranger'));
    for (const [asking, body] of [
      [key, { prompt: 'x', thread_id: first.thread_id }],
      [key, { prompt: 'x', thread_id: first.thread_id, end_user_id: 'bob' }],
      [foreignKey, { prompt: 'x', thread_id: first.thread_id, end_user_id: 'ada' }],
      [key, { prompt: 'x', thread_id: 'thr_none', end_user_id: 'ada' }],
    ] as const) {
      expect(problemOf(await service.post(asking, body)).code).toBe('not_found');
    }
  });

  it('understands a follow-up in the context of its thread', async () => {
    const first = await service.ask(key, { prompt: 'When does the office in Rotterdam open?' });
    expect(first.answer).toContain('seven in the morning');
    const second = await service.ask(key, { prompt: 'And when does it close?', thread_id: first.thread_id });
    expect(second.answer).toContain('eight in the evening');
  });

  it('[CON-2-11] [CON-2-12] [CON-4-07] searches only the named packs, and records those used', async () => {
    await service.loadPack(
      tenantId,
      { 'parking.md': '# Parking\n\nParking permits are handed out by the concierge on the ground floor.\n' },
      'parking',
    );
    const packs = await service.data.store.content.listPacks(tenantId, { after: null, limit: 100 });
    const idOf = (name: string) => packs.find((pack) => pack.name === name)?.packId ?? '';
    const prompt = 'Who hands out parking permits?';
    const inside = await service.ask(key, { prompt, content_pack_ids: [idOf('parking')] });
    expect(inside.citations.map(({ content_pack_id }) => content_pack_id)).toEqual([idOf('parking')]);
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${inside.message_id}/audit`)).json(),
    );
    expect(record.pack_versions).toEqual([{ pack_id: idOf('parking'), version: 1 }]);
    expect(record.policy_version).toMatch(/^default-/);
    expect(
      (await service.ask(key, { prompt, content_pack_ids: [idOf('parking'), idOf('pack')] })).source_type,
    ).toBe('document');
    expect((await service.ask(key, { prompt, content_pack_ids: [idOf('pack')] })).source_type).toBe('none');
    expect((await service.ask(key, { prompt, content_pack_ids: [] })).source_type).toBe('none');
    const foreign = await service.createKey(await service.createTenant('neighbour'));
    for (const [asking, id] of [
      [key, 'pack_nope'],
      [key, 'pack_01k00000000000000000000000'],
      [foreign, idOf('parking')],
    ] as const) {
      expect(problemOf(await service.post(asking, { prompt, content_pack_ids: [id] })).code).toBe(
        'not_found',
      );
    }
  });

  it('[CON-2-20] [CON-2-04] [CON-4-05] echoes channel, end user and metadata in the audit record', async () => {
    const body = await service.ask(key, {
      prompt: 'Where is the canteen?',
      channel_type: 'kiosk_7',
      end_user_id: 'ada',
      metadata: { ticket: 'A-17' },
      groups: ['staff'],
      language: 'nl-BE',
      model_tier: 0,
    });
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${body.message_id}/audit`)).json(),
    );
    expect(record).toMatchObject({
      channel_type: 'kiosk_7',
      end_user_id: 'ada',
      metadata: { ticket: 'A-17' },
    });
    const plain = await service.ask(key, { prompt: 'Where is the canteen?' });
    const plainRecord = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${plain.message_id}/audit`)).json(),
    );
    expect(plainRecord).toMatchObject({ channel_type: 'api', end_user_id: null, metadata: {} });
  });

  it('writes the answer in the requested format', async () => {
    const prompt = 'Who approves travel?';
    expect((await service.ask(key, { prompt, answer_format: 'markdown' })).answer).toContain('**team lead**');
    expect((await service.ask(key, { prompt, answer_format: 'plain_text' })).answer).not.toContain('*');
    expect(
      (await service.ask(key, { prompt, answer_format: 'plain_text' })).agent_context.answer_format,
    ).toBe('plain_text');
  });

  it('gives an answer as JSON, and names the field that needs a language model', async () => {
    const json = await service.ask(key, { prompt: 'Who approves travel?', answer_format: 'json' });
    expect(JSON.parse(json.answer)).toEqual({ answer: expect.stringContaining('team lead') });
    expect(json.citations[0]).toMatchObject({ answer_start: 0, answer_end: [...json.answer].length });
    const form = { answer_format: 'json', answer_schema: { type: 'object' } };
    const problem = problemOf(await service.post(key, { prompt: 'Who approves travel?', ...form }));
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/answer_schema', code: 'unsupported' }],
    });
  });

  it('never serves removed content, and serves its replacement immediately', async () => {
    const changing = await service.createTenant('changing');
    const changingKey = await service.createKey(changing);
    const prompt = 'How is the reception door painted?';
    await service.loadPack(
      changing,
      { 'door.md': '# Reception\n\nThe reception door is painted green.\n' },
      'doors',
    );
    expect((await service.ask(changingKey, { prompt })).answer).toContain('green');
    await service.loadPack(
      changing,
      { 'door.md': '# Reception\n\nThe reception door is painted blue.\n' },
      'doors',
    );
    const after = await service.ask(changingKey, { prompt });
    expect(after.answer).toContain('blue');
    expect(after.answer).not.toContain('green');
  });

  it('uses neither of two curated pairs that answer a question differently', async () => {
    const torn = await service.createTenant('torn');
    const pair = (answer: string) => ({
      'p.qna.json': JSON.stringify([{ question: 'Who leads the choir?', answer }]),
    });
    await service.loadPack(torn, pair('Alice.'), 'first');
    const key = await service.createKey(torn);
    expect((await service.ask(key, { prompt: 'Who leads the choir?' })).answer).toBe('Alice.');
    await service.loadPack(torn, pair('Bob.'), 'second');
    for (const prompt of ['Who leads the choir?', 'Who is leading the choir?']) {
      expect((await service.ask(key, { prompt })).source_type).toBe('none');
    }
  });
});
