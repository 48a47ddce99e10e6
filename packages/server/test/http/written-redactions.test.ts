import type { MessageId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openStream,
  playAll,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
let tenant: WrittenTenant;

const iban = 'DE89370400440532013000';
const email = 'ada.lovelace@example.org';
const pack = {
  'bank.md': '# Refunds\n\nA refund is paid to the account that was named within 5 days.\n',
};
const prompt = `Is a refund paid to the account ${iban}, and does ${email} hear of it?`;

beforeAll(async () => {
  service = await startWrittenService({ env: { AVOW_ANSWER_CACHE_MS: '60000' } });
  url = await service.app.listen();
});
beforeEach(async () => {
  tenant = await service.newTenant(pack);
  await tenant.put({
    guardrails: [
      {
        ...{ name: 'Personal data', check: 'personal_data', stage: 'input', action: 'redact' },
        settings: { types: { identifiers: 'redact', contact: 'redact' } },
      },
    ],
  });
  // It repeats what stands for the account, as models do.
  playAll(service, ({ prompt: sent }) => {
    const [placeholder = ''] = /\[IBAN_\d+\]/.exec(sent) ?? [];
    return {
      kind: 'say',
      pieces: ['A refund is paid to ', `the account ${placeholder} that was named `, 'within 5 days. [1]'],
    };
  });
});
afterAll(() => service.close());

const answered = `A refund is paid to the account ${iban} that was named within 5 days.`;
const kept = 'A refund is paid to the account [IBAN_1] that was named within 5 days.';

async function expectNothingStored(messageId: string): Promise<void> {
  const { records } = service.data.store;
  const message = await records.getMessage(tenant.tenantId, messageId as MessageId);
  const journal = await records.readJournal(tenant.tenantId, messageId as MessageId, {
    after: 0,
    limit: 100,
  });
  const audit = await tenant.auditOf({ message_id: messageId });
  const read = await service.get(tenant.key, `/v1/messages/${messageId}`);
  for (const text of [JSON.stringify(message), JSON.stringify(journal), JSON.stringify(audit), read.body]) {
    expect(text).not.toContain(iban);
    expect(text).not.toContain(email);
  }
  expect(audit.question).toContain('[IBAN_1]');
  expect(audit.answer).toBe(kept);
  expect(service.logText()).not.toContain(iban);
}

describe('a redacted part of a prompt', () => {
  it('never reaches the provider, is restored for the caller, and is stored nowhere', async () => {
    const response = await tenant.ask(prompt);
    const { body } = tierOf(service, 1).requests.at(-1) ?? expect.fail();
    expect(JSON.stringify(body)).toContain('[IBAN_1]');
    expect(JSON.stringify(body)).not.toMatch(/DE8937|lovelace/);
    expect(response.answer).toBe(answered);
    expect(response.processing.model_tier).toBe(1);
    const points = [...response.answer];
    for (const { answer_start, answer_end } of response.citations)
      expect(points.slice(answer_start, answer_end).join('')).toBe(answered);
    await expectNothingStored(response.message_id);
  });

  it('is not restored if the answer is repeated or read later', async () => {
    const headers = { 'idempotency-key': 'a-refund-1' };
    const first = await service.post(tenant.key, { prompt }, headers);
    const replayed = await service.post(tenant.key, { prompt }, headers);
    expect(first.json().answer).toBe(answered);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.body).not.toContain(iban);
    expect(replayed.json().answer).toBe(kept);
  });

  it('is restored with the value of each caller if the answer is cached', async () => {
    const other = 'FR7630006000011234567890189';
    expect((await tenant.ask(prompt)).answer).toBe(answered);
    const second = await tenant.ask(prompt.replace(iban, other));
    expect(second.processing.routing_source).toBe('cache');
    expect(second.answer).toBe(answered.replace(iban, other));
    expect(JSON.stringify(second)).not.toContain(iban);
  });

  it('is restored in the stream of the caller, but not for followers', async () => {
    const stream = await openStream(`${url}/v1/query`, { key: tenant.key, body: { prompt, stream: true } });
    const events = await stream.rest();
    const deltas = events.filter(({ type }) => type === 'message.answer.delta');
    expect(deltas.map(({ data }) => JSON.parse(data).text).join('')).toBe(answered);
    expect(JSON.parse(events.at(-1)?.data ?? '').answer).toBe(answered);
    const followed = await openStream(`${url}/v1/messages/${stream.messageId}/events`, { key: tenant.key });
    const text = JSON.stringify(await followed.rest());
    expect(text).toContain('[IBAN_1]');
    expect(text).not.toContain(iban);
    await expectNothingStored(stream.messageId);
  });
});
