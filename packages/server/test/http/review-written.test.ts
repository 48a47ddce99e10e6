import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ReviewClient, reviewClient } from '../support/review-client.ts';
import {
  openStream,
  playAll,
  startWrittenService,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
let tenant: WrittenTenant;
let reviewer: ReviewClient;

const iban = 'DE89370400440532013000';
const pack = {
  'bank.md': '# Refunds\n\nA refund is paid to the account that was named within 5 days.\n',
};
const prompt = `Is a refund paid to the account ${iban}?`;
const kept = 'A refund is paid to the account [IBAN_1] that was named within 5 days.';

beforeAll(async () => {
  service = await startWrittenService();
  url = await service.app.listen();
});
beforeEach(async () => {
  tenant = await service.newTenant(pack);
  const { tenantId } = tenant;
  const key = await service.createKey(tenantId, { scopes: ['review:decide', 'messages:read', 'audit:read'] });
  reviewer = reviewClient(service, { tenantId, key });
  await tenant.put({
    review: { below: 1 },
    guardrails: [
      {
        ...{ name: 'Personal data', check: 'personal_data', stage: 'input', action: 'redact' },
        settings: { types: { identifiers: 'redact', contact: 'redact' } },
      },
    ],
  });
  playAll(service, ({ prompt: sent }) => {
    const [placeholder = ''] = /\[IBAN_\d+\]/.exec(sent) ?? [];
    return {
      kind: 'say',
      pieces: ['A refund is paid to ', `the account ${placeholder} that was named `, 'within 5 days. [1]'],
    };
  });
});
afterAll(() => service.close());

const askHeld = async () => {
  const response = await service.post(tenant.key, { prompt });
  expect([response.statusCode, response.json().status]).toEqual([202, 'in_review']);
  return response.json().message_id as string;
};
const spent = () => service.data.store.records.readSpending(tenant.tenantId, '0000-01-01');

describe('an answer that a language model wrote and a person decides on', () => {
  it('keeps its placeholders, since the redacted text no longer exists', async () => {
    const id = await askHeld();
    expect(await reviewer.read(id)).toMatchObject({ answer: kept });
    expect((await reviewer.read(id)).question).toContain('[IBAN_1]');
    const delivered = await reviewer.decide(id, { decision: 'deliver' });
    expect(delivered.answer).toBe(kept);
    expect(delivered.processing.model_tier).toBe(1);
    expect(JSON.stringify([await reviewer.messageOf(id), await reviewer.auditOf(id)])).not.toContain(iban);
  });

  it('is checked against its quotes again if the policy has changed', async () => {
    const [one, other] = [await askHeld(), await askHeld()];
    const putGrounding = (supportedMin: number) =>
      tenant.put({
        review: { below: 1 },
        guardrails: [
          {
            ...{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' },
            settings: { generated_supported_min: supportedMin },
          },
        ],
      });
    await putGrounding(0.1);
    expect((await reviewer.decide(one, { decision: 'deliver' })).answer).toBe(kept);
    // What a judge found of it before counts by the new line.
    await putGrounding(1);
    const refused = await reviewer.send(other, { decision: 'deliver' });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('policy has changed since'),
    ]);
    expect(await reviewer.decide(other, { decision: 'block' })).toMatchObject({ status: 'blocked' });
  });

  it('is paid for once', async () => {
    const id = await askHeld();
    const [paid, ...more] = await spent();
    expect(paid?.inputTokens).toBeGreaterThan(0);
    expect(more).toEqual([]);
    const held = await reviewer.auditOf(id);
    await reviewer.decide(id, { decision: 'deliver' });
    expect(await spent()).toEqual([paid]);
    expect((await reviewer.auditOf(id)).cost).toEqual(held.cost);
    expect(held.cost.input_tokens).toBe(paid?.inputTokens);
  });

  it('is not streamed while it is written, and arrives as a whole on the waiting stream', async () => {
    const stream = await openStream(`${url}/v1/query`, { key: tenant.key, body: { prompt, stream: true } });
    const types: string[] = [];
    for (;;) {
      const { value, done } = await stream.events.next();
      if (done === true) throw new Error('the stream ended');
      types.push(value.type);
      expect(value.data).not.toContain('within 5 days');
      if (value.type === 'message.in_review') break;
    }
    expect(types).not.toContain('message.answer.delta');
    expect(types).not.toContain('message.citation');
    await reviewer.decide(stream.messageId, { decision: 'deliver' });
    const rest = await stream.rest();
    const deltas = rest.filter(({ type }) => type === 'message.answer.delta');
    // This stream was open all the while: its client gets back what it wrote.
    expect(deltas.map(({ data }) => JSON.parse(data).text).join('')).toBe(kept.replace('[IBAN_1]', iban));
    const followed = await openStream(`${url}/v1/messages/${stream.messageId}/events`, {
      key: tenant.key,
    });
    const text = JSON.stringify(await followed.rest());
    expect(text).toContain('[IBAN_1]');
    expect(text).not.toContain(iban);
  });
});
