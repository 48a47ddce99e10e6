import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditRecordSchema, codePointLength, type GuardrailPolicyGiven } from '@avow/contract';
import type { Screener } from '@avow/inference';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { openEnvelope } from '../../src/features/records/records.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-guarding-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const scopes = ['query:write', 'audit:read', 'guardrails:manage'] as const;
const card = '4111 1111 1111 1111';

async function put(service: TestService, key: string, policy: GuardrailPolicyGiven): Promise<void> {
  const response = await service.app.http.inject({
    ...{ method: 'PUT', url: '/v1/guardrails', payload: policy },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.statusCode).toBe(200);
}

async function recordOf(service: TestService, key: string, messageId: string) {
  return auditRecordSchema.parse((await service.get(key, `/v1/messages/${messageId}/audit`)).json());
}

describe('what guardrails allow to be stored and shown', () => {
  it('stores a blocked prompt without the blocked part', async () => {
    const service = await startTestService({ directory });
    const key = await service.createKey(await service.createTenant('bank'), { scopes });
    const types = { identifiers: 'redact', email: 'block' } as const;
    const data = { name: 'Data', check: 'personal_data', stage: 'input', action: 'block' } as const;
    await put(service, key, {
      blocked_prompts: 'redacted',
      guardrails: [{ ...data, settings: { types } }],
    });
    const { message_id, status } = await service.ask(key, { prompt: `Card ${card}, mail ann@example.org` });
    expect(status).toBe('blocked');
    const record = await recordOf(service, key, message_id);
    expect(record).toMatchObject({ question: 'Card [CARD_1], mail [EMAIL_1]', content_state: 'redacted' });
    await service.close();
  });

  it('stores nothing of a prompt that one check blocked and another could not check', async () => {
    const screener: Screener = { name: 'broken', screen: async () => null, close: async () => undefined };
    const service = await startTestService({ directory, screener });
    const key = await service.createKey(await service.createTenant('bank'), { scopes });
    const types = { names: 'redact' } as const;
    const names = { name: 'Names', check: 'personal_data', stage: 'input', action: 'redact' } as const;
    await put(service, key, {
      blocked_prompts: 'redacted',
      guardrails: [
        { name: 'Words', check: 'words', stage: 'input', action: 'block', settings: { words: ['heron'] } },
        { ...names, settings: { types } },
      ],
    });
    const { message_id, agent_context } = await service.ask(key, { prompt: 'Does Ann Smith know of heron?' });
    expect(agent_context.blocked_reason).toBe('policy');
    const record = await recordOf(service, key, message_id);
    expect(record).toMatchObject({ question: '', content_state: 'redacted' });
    await service.close();
  });

  it('stores nothing that allows guessing a prompt with an idempotency key', async () => {
    const service = await startTestService({ directory });
    const key = await service.createKey(await service.createTenant('bank'), { scopes });
    const request = { answer_format: 'plain_text', channel_type: 'web', prompt: `Is ${card} my card?` };
    expect((await service.post(key, request, { 'idempotency-key': 'once' })).statusCode).toBe(200);
    const digest = createHash('sha256').update(JSON.stringify(request)).digest();
    const files = (await readdir(directory)).filter((file) => file.startsWith('avow.db'));
    const stored = Buffer.concat(await Promise.all(files.map((file) => readFile(join(directory, file)))));
    expect(stored.includes('POST /v1/query')).toBe(true);
    for (const guess of [card, digest, digest.toString('hex'), digest.toString('base64url')])
      expect(stored.includes(guess)).toBe(false);
    await service.close();
  });

  it('quotes nothing that the answer must not show', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('bank');
    const key = await service.createKey(tenantId, { scopes });
    const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
    const answer = `At the [desk](https://desk.example/?access_token=${token}).`;
    const pairs = [{ question: 'Where do I park?', answer }];
    await service.loadPack(tenantId, { 'pairs.qna.json': JSON.stringify(pairs) });
    const asked = { prompt: 'Where do I park?', answer_format: 'plain_text' };
    const response = await service.ask(key, asked);
    expect(response.answer).toBe('At the desk.');
    expect(JSON.stringify(response)).not.toContain(token);
    expect(response.citations).toMatchObject([{ quote: null, start: null, end: null }]);
    expect(response.guardrails).toContainEqual(
      expect.objectContaining({ name: 'Secrets', stage: 'output', action: 'redact', compliant: false }),
    );
    await service.close();
  });

  it('neither shows nor stores a title, source or address that the answer must not show', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('bank');
    const key = await service.createKey(tenantId, { scopes });
    const iban = 'DE89 3704 0044 0532 0130 00';
    const url = `https://bank.example/?account=${encodeURIComponent(iban)}`;
    const facts = { source: `Contract on ${iban}`, url };
    const pairs = [{ question: 'Where do I park 🚲?', answer: 'Behind the *hall* 🏛.', ...facts }];
    await service.loadPack(tenantId, {
      'account.md': `---\ntitle: Account ${iban}\nurl: ${url}\n---\n\nThe account is used for supplier invoices.\n`,
      'pairs.qna.json': JSON.stringify(pairs),
    });
    for (const prompt of ['Where do I park 🚲?', 'Which invoices is the account used for?']) {
      const response = await service.ask(key, { prompt });
      const { answer, citations, guardrails, message_id, status } = response;
      expect(status).toBe('delivered');
      expect(citations).toHaveLength(1);
      expect(`${citations[0]?.title} ${citations[0]?.source}`).toContain('[IBAN_1]');
      // What is quoted holds nothing of the kind, and stays as it is.
      expect(citations[0]).toMatchObject({ url: null, quote: expect.any(String), answer_start: 0 });
      expect(citations[0]?.answer_end).toBe(codePointLength(answer));
      const found = guardrails.filter(({ compliant }) => !compliant);
      expect(found).toMatchObject([{ name: 'Personal data', stage: 'output', action: 'redact' }]);
      const record = await recordOf(service, key, message_id);
      expect(record.content_state).toBe('redacted');
      expect(JSON.stringify([response, record])).not.toMatch(/3704(?: |%20|\+)0044/);
    }
    const words = { name: 'Words', check: 'words', stage: 'output', action: 'block' } as const;
    await put(service, key, { guardrails: [{ ...words, settings: { words: ['contract on'] } }] });
    const blocked = await service.ask(key, { prompt: 'Where do I park 🚲?' });
    expect(blocked).toMatchObject({ status: 'blocked', citations: [], guardrails: [{ action: 'block' }] });
    expect(blocked.agent_context.blocked_reason).toBe('policy');
    expect((await recordOf(service, key, blocked.message_id)).tripwire_triggered).toBe(true);
    await service.close();
  });

  it('checks citations with every check that searches for words, and no other', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('bank');
    const key = await service.createKey(tenantId, { scopes });
    const source = `Grey heron, card ${card}, password: hT7#kq9!Zw2p, ORD-123456`;
    const pairs = [{ question: 'Where do I park?', answer: 'Behind the hall.', source }];
    await service.loadPack(tenantId, { 'pairs.qna.json': JSON.stringify(pairs) });
    const trial = { stage: 'output', action: 'block', mode: 'shadow' } as const;
    const seeing: GuardrailPolicyGiven['guardrails'] = [
      { ...trial, name: 'Words', check: 'words', settings: { words: ['heron'] } },
      { ...trial, name: 'Data', check: 'personal_data' },
      { ...trial, name: 'Secrets', check: 'secrets' },
      { ...trial, name: 'Orders', check: 'pattern', settings: { pattern: 'ORD-[0-9]{6}$' } },
    ];
    const length = { ...trial, name: 'Length', check: 'format', settings: { code_points_max: 20 } } as const;
    await put(service, key, { guardrails: [length, ...seeing] });
    const { citations, guardrails } = await service.ask(key, { prompt: 'Where do I park?' });
    expect(citations).toMatchObject([{ source }]);
    expect(guardrails.map(({ compliant }) => compliant)).toEqual([true, false, false, false, false]);
    await service.close();
  });

  it('[CON-3-25] quotes nothing that is not stored, even if the policy would allow it', async () => {
    const changed = (data: DataFolder) => ({
      ...data,
      store: {
        ...data.store,
        content: { ...data.store.content, readQuote: async () => 'Every employee has 30 days.' },
      },
    });
    const service = await startTestService({ directory, wrap: changed });
    const tenantId = await service.createTenant('bank');
    const key = await service.createKey(tenantId, { scopes });
    await service.loadPack(tenantId, officePack);
    const grounding = { name: 'Grounding', check: 'grounding', stage: 'output' } as const;
    const prompt = 'How many days of paid holiday does every employee have?';
    for (const guardrails of [[], [{ ...grounding, action: 'flag' as const }]]) {
      await put(service, key, { guardrails });
      const response = await service.ask(key, { prompt });
      expect(response).toMatchObject({ status: 'delivered', source_type: 'none', citations: [] });
    }
    await put(service, key, { guardrails: [{ ...grounding, action: 'block' }] });
    const { agent_context } = await service.ask(key, { prompt });
    expect(agent_context.blocked_reason).toBe('ungrounded');
    await service.close();
  });

  it('combines a follow-up only with what the current policy allows to be stored', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('bank');
    const key = await service.createKey(tenantId, { scopes });
    const follow = async (thread_id: string) => {
      const { message_id } = await service.ask(key, { prompt: 'And who approves that?', thread_id });
      const stored = await service.data.store.records.getMessage(tenantId, message_id);
      return stored === null ? null : openEnvelope(stored.envelope).refined_question;
    };
    await put(service, key, { guardrails: [] });
    const threads: string[] = [];
    for (let i = 0; i < 3; i += 1)
      threads.push((await service.ask(key, { prompt: `Does ${card} pay for travel?` })).thread_id);
    const [same = '', redacting = '', blocking = ''] = threads;
    expect(await follow(same)).toContain(card);
    const data = { name: 'Data', check: 'personal_data', stage: 'input' } as const;
    await put(service, key, { guardrails: [{ ...data, action: 'redact' }] });
    expect(await follow(redacting)).toBe('Does [CARD_1] pay for travel? And who approves that?');
    const types = { identifiers: 'block' } as const;
    await put(service, key, { guardrails: [{ ...data, action: 'block', settings: { types } }] });
    expect(await follow(blocking)).toBeNull();
    await service.close();
  });

  it('checks a queued prompt again if the policy of the service changed', async () => {
    const stuck = (data: DataFolder) => ({
      ...data,
      store: {
        ...data.store,
        content: { ...data.store.content, findCurated: () => new Promise<never>(() => undefined) },
      },
    });
    const first = await startTestService({ directory, wrap: stuck });
    const tenantId = await first.createTenant('bank');
    const key = await first.createKey(tenantId, { scopes });
    await first.loadPack(tenantId, officePack);
    const later = { prefer: 'respond-async' };
    const { message_id } = (await first.post(key, { prompt: 'Where is the canteen?' }, later)).json();
    const before = await recordOf(first, key, message_id);
    await first.data.close();
    const denied = join(directory, 'denied.txt');
    await writeFile(denied, 'canteen\n');
    const second = await startTestService({ directory, env: { AVOW_DENIED_WORDS_FILE: denied } });
    await expect.poll(async () => (await recordOf(second, key, message_id)).status).toBe('blocked');
    const record = await recordOf(second, key, message_id);
    expect(record.policy_version).not.toBe(before.policy_version);
    expect(record).toMatchObject({ question: 'Where is the canteen?', tripwire_triggered: true });
    await second.close();
  });
});
