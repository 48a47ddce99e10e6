import { auditRecordSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleMessage } from '../../src/storage/contract/samples.ts';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import { type FeedbackClient, feedbackClient } from '../support/feedback-client.ts';
import { officePack, problemOf, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let owner: ErasureClient;
let filesContaining: ErasureService['filesContaining'];
let user: FeedbackClient;

beforeAll(async () => {
  ({ service, tenantId, key, owner, filesContaining } = await startErasureService());
  user = feedbackClient(service, key);
});

afterAll(() => service.close());

const ask = (also: object = {}) => service.ask(key, { prompt: 'Who approves travel?', ...also });
const recordOf = async (id: string) => {
  const read = await service.get(key, `/v1/messages/${id}/audit`);
  expect(read.statusCode).toBe(200);
  return auditRecordSchema.parse(read.json());
};

describe('erasing a message', () => {
  it('[CON-4-11] [CON-11-12] [CON-13-01] [CON-13-02] [CON-13-09] leaves its facts, its log entry and an erasure event', async () => {
    const words = 'unforgotten words';
    const asked = await ask({
      ...{ prompt: `Who approves travel? ${words}`, end_user_id: 'ada unforgotten' },
      metadata: { note: words },
    });
    await user.give(asked.message_id, { verdict: 'wrong', comment: words, end_user_id: 'ada unforgotten' });
    const before = await recordOf(asked.message_id);
    expect(before).toMatchObject({ metadata: { note: words }, end_user_id: 'ada unforgotten' });
    const erased = await owner.erased(asked.message_id);
    expect(erased).toMatchObject({ message_id: asked.message_id, curated_pairs: [] });
    expect(filesContaining('unforgotten')).toEqual([]);
    const after = await recordOf(asked.message_id);
    expect(after).toMatchObject({
      ...{ content_state: 'erased', question: '', answer: '', response: null, refined_question: null },
      ...{ metadata: {}, end_user_id: null, log: before.log, confidence_score: before.confidence_score },
    });
    const events = await service.data.store.log.listLogEvents(
      tenantId,
      { kind: 'erasure' },
      { before: null, limit: 1 },
    );
    const { keyId } = await keyOf();
    expect(events[0]).toMatchObject({ leafIndex: erased.log.leaf_index, leafHash: erased.log.leaf_hash });
    expect(events[0]?.text).toContain(`"erasure","${tenantId}","${asked.message_id}","erased"`);
    expect(events[0]?.text).toContain(keyId);
  });

  it('[CON-13-03] returns the same result again, for each id of the message', async () => {
    const { message_id: id, audit_ref: reference } = await ask();
    const first = await owner.erased(id);
    expect(await owner.erased(id)).toEqual(first);
    expect(await owner.erased(reference)).toEqual(first);
  });

  it('[CON-13-08] names the curated pairs that were drafted from it, which stay', async () => {
    const { message_id: id } = await ask();
    const packs = (await service.get(key, '/v1/content-packs')).json().data;
    const given = await user.give(id, {
      ...{ verdict: 'wrong', better_answer: 'The board does.', content_pack_id: packs[0].id },
    });
    const pairId = given.proposal.qna_id;
    const first = await owner.erased(id);
    expect(first.curated_pairs).toEqual([pairId]);
    expect(await owner.erased(id)).toEqual(first);
    expect((await service.get(key, `/v1/content-packs/${packs[0].id}/qna/${pairId}`)).statusCode).toBe(200);
  });

  it('[CON-5-34] [CON-13-06] [CON-13-07] leaves nothing to read, rate or follow up', async () => {
    const { message_id: id } = await ask();
    await owner.erased(id);
    const refused = [
      await service.get(key, `/v1/messages/${id}`),
      await service.get(key, `/v1/messages/${id}/events`, { accept: 'text/event-stream' }),
      await user.send(id, { verdict: 'right' }),
      await owner.send('POST', `/v1/messages/${id}/cancel`),
    ];
    for (const response of refused) {
      expect(problemOf(response)).toMatchObject({ status: 410, code: 'record_expired' });
      expect(problemOf(response).detail).toContain('erased');
    }
    const listed = (await service.get(key, '/v1/messages?limit=100')).json().data;
    expect(listed.map(({ message_id }: { message_id: string }) => message_id)).not.toContain(id);
  });

  it('refuses unknown messages, those of other tenants, and keys without the scope', async () => {
    const { message_id: id } = await ask();
    const other = await service.createTenant('other');
    const stranger = erasureClient(service, await service.createKey(other, { scopes: ownerScopes }));
    expect(refusedAs(await stranger.erase(id))).toEqual([404, 'not_found']);
    expect(refusedAs(await owner.erase('msg_nothing'))).toEqual([404, 'not_found']);
    const plain = erasureClient(service, await service.createKey(tenantId));
    expect(refusedAs(await plain.erase(id))).toEqual([403, 'insufficient_scope']);
    expect(refusedAs(await owner.send('POST', `/v1/messages/${id}/erase`, { why: 1 }))).toEqual([
      422,
      'validation_failed',
    ]);
    expect((await recordOf(id)).content_state).toBe('present');
  });

  it('[CON-5-33] [CON-13-05] does not change messages under legal hold', async () => {
    const { message_id: id } = await ask();
    const hold = await owner.placed({ scope: 'message', message_id: id });
    const refused = await owner.erase(id);
    expect(refusedAs(refused)).toEqual([409, 'legal_hold']);
    expect(problemOf(refused).detail).toContain(hold.hold_id);
    expect((await recordOf(id)).content_state).toBe('present');
    await owner.lifted(hold.hold_id);
    await owner.erased(id);
  });

  it('[CON-13-04] refuses a message that has not ended', async () => {
    const message = sampleMessage({ status: 'processing' });
    await service.data.store.records.admitMessage(tenantId, message);
    expect(refusedAs(await owner.erase(message.messageId))).toEqual([409, 'invalid_state']);
  });
});

describe('expired content and records', () => {
  it('[CON-4-12] [CON-4-13] [CON-5-34] are distinguished, and cannot be read', async () => {
    const office = await service.createTenant('old office');
    const reader = await service.createKey(office, { scopes: ownerScopes });
    await service.loadPack(office, officePack);
    const { message_id: id } = await service.ask(reader, {
      prompt: 'Who approves travel?',
      end_user_id: 'ada',
    });
    const before = (await service.get(reader, `/v1/messages/${id}/audit`)).json();
    const { retention } = service.data.store;
    const options = { askedBeforeMs: Date.now() + 60_000, atMs: Date.now(), rowsMax: 100 };
    expect(await retention.expireContent(office, options)).toEqual({ expired: 1, isDone: true });
    const expired = await service.get(reader, `/v1/messages/${id}/audit`);
    expect(expired.statusCode).toBe(200);
    expect(auditRecordSchema.parse(expired.json())).toMatchObject({
      ...{ content_state: 'expired', question: '', answer: '', response: null, metadata: {} },
      log: before.log,
    });
    const gone = await service.get(reader, `/v1/messages/${id}`);
    expect(problemOf(gone)).toMatchObject({ status: 410, detail: expect.stringContaining('retention') });

    expect(await retention.dropRecords(office, options)).toMatchObject({ dropped: 1, isDone: true });
    const client = erasureClient(service, reader);
    const dropped = [await service.get(reader, `/v1/messages/${id}/audit`), await client.erase(id)];
    for (const response of dropped) {
      expect(problemOf(response)).toMatchObject({ status: 410, code: 'record_expired', ...before.log });
    }
  });
});

describe('erasing a person', () => {
  it('[CON-13-11] [CON-13-13] erases all their messages except those under legal hold', async () => {
    const person = 'grace/hopper ü';
    const mine = [];
    for (let count = 0; count < 3; count++) mine.push(await ask({ end_user_id: person }));
    const anyones = await ask();
    await user.give(anyones.message_id, { verdict: 'right', end_user_id: person });
    const others = await ask({ end_user_id: 'ben' });
    const [first, second, held] = mine.map(({ message_id }) => message_id) as [string, string, string];
    await owner.placed({ scope: 'message', message_id: held });
    expect(await owner.erasedPerson(person)).toEqual({
      ...{ erased: 2, under_legal_hold: [held], unfinished: [], curated_pairs: [], has_more: false },
    });
    for (const id of [first, second]) expect((await recordOf(id)).content_state).toBe('erased');
    for (const id of [held, others.message_id]) expect((await recordOf(id)).content_state).toBe('present');
    expect(await user.of(anyones.message_id)).toEqual([]);
    expect(await owner.erasedPerson(person)).toMatchObject({ erased: 0, under_legal_hold: [held] });
  });

  it('erases nothing for an unknown person', async () => {
    expect(await owner.erasedPerson('nobody')).toEqual({
      ...{ erased: 0, under_legal_hold: [], unfinished: [], curated_pairs: [], has_more: false },
    });
  });

  it('[CON-13-12] is refused as a whole if the person or the tenant is under legal hold', async () => {
    const asked = await ask({ end_user_id: 'eve' });
    for (const target of [{ scope: 'end_user', end_user_id: 'eve' }, { scope: 'tenant' }]) {
      const hold = await owner.placed(target);
      expect(refusedAs(await owner.erasePerson('eve'))).toEqual([409, 'legal_hold']);
      expect((await recordOf(asked.message_id)).content_state).toBe('present');
      await owner.lifted(hold.hold_id);
    }
    expect(await owner.erasedPerson('eve')).toMatchObject({ erased: 1 });
  });
});

async function keyOf() {
  const keys = await service.data.store.access.listKeys(tenantId);
  const found = keys.find(({ scopes }) => scopes.includes('audit:erase'));
  if (found === undefined) throw new Error('there is one');
  return found;
}
