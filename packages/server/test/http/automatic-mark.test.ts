import { queryResponseSchema } from '@avow/contract/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack } from '../support/test-service.ts';
import {
  holiday,
  holidayQuestion,
  openStream,
  playAll,
  say,
  startWrittenService,
  type WrittenService,
} from '../support/written-service.ts';

let service: WrittenService;
let url: string;
/** A tenant whose answers are found, and one whose answers a language model writes. */
let found: string;
let written: string;

beforeAll(async () => {
  service = await startWrittenService({ tiers: [{ provider: 'anthropic' }] });
  url = await service.app.listen();
  const tenantId = await service.createTenant('office');
  found = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
  ({ key: written } = await service.newTenant());
});
afterAll(() => service.close());

/** What the body, the header and the message read later say. */
async function marksOf(key: string, prompt: string, also: object = {}) {
  const response = await service.post(key, { prompt, ...also });
  const body = queryResponseSchema.parse(response.json());
  const later = await service.get(key, `/v1/messages/${body.message_id}`);
  expect(later.json().generated).toBe(body.generated);
  expect(later.headers['avow-generated']).toBe(response.headers['avow-generated']);
  return [body.generated, response.headers['avow-generated']];
}

describe('the mark of an automatic answer', () => {
  it('[CON-3-52] says that people wrote the answer of a curated pair', async () => {
    expect(await marksOf(found, 'Who approves travel?')).toEqual(['curated', 'curated']);
  });

  it('[CON-3-52] says that a language model wrote an answer, or that it is quoted', async () => {
    playAll(service, say(`${holiday[0]} [1]`));
    expect(await marksOf(written, holidayQuestion)).toEqual(['written', 'written']);
    playAll(service, { kind: 'fail', status: 500 });
    const quoted = await service.post(written, { prompt: `${holidayQuestion} Please.` });
    expect([quoted.json().generated, quoted.json().processing.model_tier]).toEqual(['quoted', 0]);
    expect(quoted.headers['avow-generated']).toBe('quoted');
  });

  it('is not on a message without an answer', async () => {
    playAll(service, say('NOT_COVERED'));
    expect(await marksOf(found, 'What is the boiling point of tungsten?')).toEqual([null, undefined]);
    expect(await marksOf(found, 'Who approves\u0007 travel?')).toEqual([null, undefined]);
  });

  it('is on an answer that is repeated for its key', async () => {
    const headers = { 'idempotency-key': 'mark' };
    const ask = () => service.post(found, { prompt: 'Who approves travel?' }, headers);
    await ask();
    const replayed = await ask();
    expect(replayed.headers).toMatchObject({ 'idempotent-replayed': 'true', 'avow-generated': 'curated' });
  });

  it('[CON-3-52] comes with each piece of a stream, and with its end', async () => {
    playAll(service, say(`${holiday[0]} [1] ${holiday[1]} [1]`));
    const body = { prompt: `${holidayQuestion} Tell me more.`, stream: true };
    const events = await (await openStream(`${url}/v1/query`, { key: written, body })).rest();
    const marked = events.filter(({ type }) => /delta|delivered/.test(type));
    expect(marked.length).toBeGreaterThan(1);
    expect(new Set(marked.map(({ data }) => JSON.parse(data).generated))).toEqual(new Set(['written']));
  });

  it('[CON-3-52] is in a chat completion and on record', async () => {
    const { headers, body } = await service.app.http.inject({
      ...{ method: 'POST', url: '/v1/chat/completions', headers: { authorization: `Bearer ${found}` } },
      payload: { model: 'avow', messages: [{ role: 'user', content: 'Who approves travel?' }] },
    });
    const { avow } = JSON.parse(body);
    expect([avow.generated, headers['avow-generated']]).toEqual(['curated', 'curated']);
    const audit = await service.get(found, `/v1/messages/${avow.message_id}/audit`);
    expect(audit.json().response.generated).toBe('curated');
  });
});
