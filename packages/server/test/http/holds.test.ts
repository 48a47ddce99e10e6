import { auditLimits, type HoldEntry } from '@avow/contract/records';
import { holdPageSchema, retentionSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import { locationPathOf, problemOf, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let owner: ErasureClient;
let filesContaining: ErasureService['filesContaining'];

beforeAll(async () => {
  ({ service, tenantId, key, owner, filesContaining } = await startErasureService());
});

afterAll(() => service.close());

async function listAll(query: string): Promise<HoldEntry[]> {
  const shown: HoldEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/holds?limit=2${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = holdPageSchema.parse((await owner.send('GET', path)).json());
    shown.push(...page.data);
    cursor = page.next_cursor;
  }
  return shown;
}

describe('holds', () => {
  it('[CON-11-14] [CON-14-01] [CON-14-07] are placed on any target, read, and listed newest first', async () => {
    const asked = await service.ask(key, { prompt: 'Who approves travel?', end_user_id: 'ada' });
    const targets = [
      { scope: 'message', message_id: asked.message_id },
      { scope: 'thread', thread_id: asked.thread_id },
      { scope: 'end_user', end_user_id: 'ada' },
      { scope: 'tenant' },
    ];
    const placed: HoldEntry[] = [];
    for (const target of targets) {
      const response = await owner.place(target);
      const hold = response.json();
      expect(hold).toMatchObject({ ...target, reason: 'Case 7', lifted_at: null, lifted_by: null });
      expect(locationPathOf(response)).toBe(`/v1/holds/${hold.hold_id}`);
      expect((await owner.send('GET', `/v1/holds/${hold.hold_id}`)).json()).toEqual(hold);
      placed.unshift(hold);
    }
    const byId = placed.toSorted((one, other) => (one.hold_id < other.hold_id ? 1 : -1));
    expect(await listAll('')).toEqual(byId);
    const [last] = byId;
    const lifted = await owner.lifted(last?.hold_id ?? '');
    expect(lifted).toMatchObject({ ...last, lifted_at: expect.any(String), lifted_by: last?.placed_by });
    expect(await listAll('&active=false')).toEqual([lifted]);
    expect(await listAll('&active=true')).toEqual(byId.slice(1));
    for (const { hold_id: holdId } of byId.slice(1)) await owner.lifted(holdId);
  });

  it('[CON-14-04] are lifted once', async () => {
    const { hold_id: holdId } = await owner.placed({ scope: 'tenant' });
    await owner.lifted(holdId);
    expect(refusedAs(await owner.lift(holdId))).toEqual([409, 'invalid_state']);
    expect(refusedAs(await owner.lift(newId('hld', 1)))).toEqual([404, 'not_found']);
  });

  it('[CON-14-06] are on the log when they are placed and lifted, and no file names the person', async () => {
    const hold = await owner.placed({
      scope: 'end_user',
      end_user_id: 'unnamed ada',
      reason: 'unnamed case',
    });
    await owner.lifted(hold.hold_id);
    const { log } = service.data.store;
    const filter = { kind: 'hold', subject: hold.hold_id } as const;
    const events = await log.listLogEvents(tenantId, filter, { before: null, limit: 5 });
    const entries = events.map(({ text }) => parseEntry(text));
    expect(entries).toMatchObject([
      { state: 'lifted', actor: hold.placed_by, details: [['scope', 'end_user']] },
      { state: 'placed', actor: hold.placed_by, details: [['scope', 'end_user']] },
    ]);
    expect(filesContaining('unnamed')).toEqual([]);
  });

  it('[CON-14-08] prevent feedback from being replaced', async () => {
    const { message_id: id } = await service.ask(key, { prompt: 'Who approves travel?' });
    const url = `/v1/messages/${id}/feedback`;
    const say = (verdict: string) => owner.send('POST', url, { verdict });
    expect((await say('wrong')).statusCode).toBe(201);
    const { hold_id: holdId } = await owner.placed({ scope: 'message', message_id: id });
    expect(refusedAs(await say('right'))).toEqual([409, 'legal_hold']);
    // The very same again changes nothing.
    expect((await say('wrong')).statusCode).toBe(200);
    await owner.lifted(holdId);
    expect((await say('right')).statusCode).toBe(201);
  });

  it('[CON-14-02] have a reason of 1 to 500 code points', async () => {
    const long = '🏔️'.repeat(250);
    expect(await owner.placed({ scope: 'tenant', reason: long })).toMatchObject({ reason: long });
    for (const reason of ['', `${long}!`, 7, undefined]) {
      expect(refusedAs(await owner.place({ scope: 'tenant', reason }))).toEqual([422, 'validation_failed']);
    }
  });

  it('refuse unknown targets, and missing or extra fields', async () => {
    const refused = async (hold: object) => refusedAs(await owner.place(hold));
    expect(await refused({ scope: 'message', message_id: newId('msg', 1) })).toEqual([404, 'not_found']);
    expect(await refused({ scope: 'message', message_id: 'nothing' })).toEqual([404, 'not_found']);
    expect(await refused({ scope: 'thread', thread_id: newId('thr', 1) })).toEqual([404, 'not_found']);
    for (const hold of [{ scope: 'message' }, { scope: 'tenant', end_user_id: 'ada' }, { scope: 'all' }])
      expect(await refused(hold)).toEqual([422, 'validation_failed']);
    const plain = erasureClient(service, await service.createKey(tenantId));
    expect(refusedAs(await plain.place({ scope: 'tenant' }))).toEqual([403, 'insufficient_scope']);
  });

  it('[CON-14-05] are limited to a thousand active ones', async () => {
    const crowded = await service.createTenant('crowded');
    const client = erasureClient(service, await service.createKey(crowded, { scopes: ownerScopes }));
    const { retention } = service.data.store;
    const place = (index: number) =>
      retention.placeHold(
        crowded,
        {
          ...{
            holdId: newId('hld', index),
            target: { scope: 'tenant' },
            reason: 'Case 7',
            placedAtMs: index,
          },
          ...{ placedBy: 'operator', liftedAtMs: null, liftedBy: null },
        },
        auditLimits.standingHoldsMax,
      );
    await Promise.all(Array.from({ length: auditLimits.standingHoldsMax }, (_, index) => place(index)));
    const refused = await client.place({ scope: 'tenant' });
    expect(refusedAs(refused)).toEqual([409, 'invalid_state']);
    expect(problemOf(refused).detail).toContain('1,000');
  });
});

describe('retention', () => {
  const get = async () => retentionSchema.parse((await owner.send('GET', '/v1/retention')).json());
  const set = (body: object) => owner.send('PUT', '/v1/retention', body);

  it('[CON-11-14] [CON-15-01] [CON-15-02] [CON-15-05] is the default until it is set, within its limits', async () => {
    expect(await get()).toEqual({ content_days: 400, record_days: null });
    const wanted = { content_days: 30, record_days: 36_500 };
    const response = await set(wanted);
    expect([response.statusCode, response.json()]).toEqual([200, wanted]);
    for (const [content_days, record_days] of [
      [0, null],
      [1.5, null],
      [36_501, null],
      [30, 29],
      [30, 36_501],
      [30, undefined],
    ])
      expect(refusedAs(await set({ content_days, record_days }))).toEqual([422, 'validation_failed']);
    expect(await get()).toEqual(wanted);
    const events = await service.data.store.log.listLogEvents(
      tenantId,
      { kind: 'retention' },
      { before: null, limit: 5 },
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.text).toMatch(
      /"set","[^"]*","key_\w+",\[\["content_days","30"\],\["record_days","36500"\]\]/,
    );
    const plain = erasureClient(service, await service.createKey(tenantId));
    expect(refusedAs(await plain.send('PUT', '/v1/retention', wanted))).toEqual([403, 'insufficient_scope']);
  });
});
