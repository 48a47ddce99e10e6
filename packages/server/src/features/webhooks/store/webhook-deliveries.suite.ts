import { makeEvent, type TenantId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleEvent, sampleTimeMs } from '../../../storage/contract/samples.ts';
import {
  claimAt,
  delivered,
  emit,
  emittedAtMs,
  endOf,
  hourMs,
  openEndpoint,
  sampleSecret,
} from './test-support/webhook-samples.ts';

const later = endOf({ status: 'pending', outcome: 'status', responseStatus: 500 });

/** What was claimed, by the type of its event. */
const typesOf = (found: readonly { readonly type: string }[]) => found.map(({ type }) => type);

export function describeWebhookDeliveries(get: () => OpenedStore): void {
  it('queues an event for every endpoint of its tenant that wants it, with the commit that writes it', async () => {
    const { webhooks, access, upkeep } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const all = await openEndpoint(get(), tenantId);
    const some = await openEndpoint(get(), tenantId, {
      eventTypes: ['guardrail.tripped', 'service.degraded'],
    });
    const { messageId, events } = await emit(get(), tenantId, ['message.blocked', 'guardrail.tripped']);
    await emit(get(), other, ['message.blocked']);
    expect(await all.list()).toMatchObject([
      { type: 'guardrail.tripped', messageId, eventId: events[1]?.eventId },
      {
        type: 'message.blocked',
        messageId,
        status: 'pending',
        attempts: 0,
        giveUpAtMs: emittedAtMs + 72 * hourMs,
      },
    ]);
    expect(typesOf(await some.list())).toEqual(['guardrail.tripped']);
    await upkeep.notifyAll(makeEvent('service.degraded', emittedAtMs, { model: 'm' }), emittedAtMs);
    expect(typesOf(await all.list())[0]).toBe('service.degraded');
    expect(typesOf(await some.list())[0]).toBe('service.degraded');
    const [claimed] = await webhooks.claimDeliveries(tenantId, claimAt(emittedAtMs));
    expect(claimed).toMatchObject({ tenantId, url: 'https://hooks.example/avow', secrets: [sampleSecret] });
    expect(claimed?.body).toBe(events[0]?.body);
  });

  it('lists deliveries of one endpoint, newest first, by their status', async () => {
    const { webhooks, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const { endpointId, claim, end, list } = await openEndpoint(get(), tenantId);
    const { events } = await emit(get(), tenantId, ['a', 'b', 'c']);
    const [first] = await claim();
    if (first !== undefined) await end(first, delivered);
    expect(typesOf(await list())).toEqual(['c', 'b', 'a']);
    expect(typesOf(await list('pending'))).toEqual(['c', 'b']);
    expect(typesOf(await list('delivered'))).toEqual(['a']);
    const all = await list();
    const page = { status: null, before: all[1]?.seq ?? 0, limit: 5 };
    expect(typesOf(await webhooks.listDeliveries(tenantId, endpointId, page))).toEqual(['a']);
    expect(await webhooks.listDeliveries(other, endpointId, { ...page, before: null })).toEqual([]);
    const eventId = events[2]?.eventId ?? 'evt_';
    expect(await webhooks.getDelivery(tenantId, endpointId, eventId)).toEqual(all[0]);
    expect(await webhooks.getDelivery(other, endpointId, eventId)).toBeNull();
  });

  it('leases an attempt to one caller, and to another once the lease has ended', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { claim, end, list } = await openEndpoint(get(), tenantId);
    for (let count = 0; count < 6; count += 1) await emit(get(), tenantId, ['message.delivered']);
    const claims = await Promise.all(
      Array.from({ length: 4 }, () => webhooks.claimDeliveries(tenantId, claimAt(emittedAtMs, { limit: 2 }))),
    );
    const seqs = claims.flat().map(({ delivery }) => delivery.seq);
    expect(new Set(seqs).size).toBe(6);
    expect(seqs).toHaveLength(6);
    expect(await claim()).toEqual([]);
    const again = await claim(emittedAtMs + 60_000);
    expect(again.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2, 2]);
    const [first] = claims.flat();
    if (first === undefined) throw new Error('nothing was claimed');
    expect(await end(first.delivery, delivered)).toBe('lost');
    expect(await list('delivered')).toEqual([]);
    const [second] = again;
    if (second === undefined) throw new Error('nothing was claimed');
    expect(await end(second, delivered)).toBe('recorded');
    expect(await end(second, delivered)).toBe('lost');
    expect(await list('delivered')).toMatchObject([
      { attempts: 2, outcome: 'ok', responseStatus: 204, attemptedAtMs: emittedAtMs + 1 },
    ]);
  });

  it('claims no more for an endpoint than its limit, and shares what a tenant may have', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const [busy, idle] = [await openEndpoint(get(), tenantId), await openEndpoint(get(), tenantId)];
    for (let count = 0; count < 5; count += 1) await emit(get(), tenantId, ['message.delivered']);
    const options = { ...claimAt(emittedAtMs), endpointMax: 3, underWay: { [busy.endpointId]: 2 } };
    const claimed = await webhooks.claimDeliveries(tenantId, options);
    const of = (endpointId: string) => claimed.filter(({ delivery }) => delivery.endpointId === endpointId);
    expect([of(busy.endpointId).length, of(idle.endpointId).length]).toEqual([1, 3]);
    expect(await webhooks.claimDeliveries(tenantId, { ...options, limit: 1 })).toHaveLength(1);
  });

  it('sends the events of one message in order, and those of others meanwhile', async () => {
    const { access } = get();
    const tenantId = await newTenant(access);
    const { claim, end } = await openEndpoint(get(), tenantId);
    await emit(get(), tenantId, ['one.first', 'one.second', 'one.third']);
    await emit(get(), tenantId, ['two.first', 'two.second']);
    const claimed = await claim();
    expect(typesOf(claimed)).toEqual(['one.first', 'two.first']);
    const [one, two] = claimed;
    if (one === undefined || two === undefined) throw new Error('nothing was claimed');
    await end(one, later);
    await end(two, delivered);
    expect(typesOf(await claim())).toEqual(['two.second']);
    const [retried] = await claim(later.dueAtMs);
    expect(retried).toMatchObject({ type: 'one.first', attempts: 2, outcome: 'status', responseStatus: 500 });
    if (retried !== undefined) await end(retried, endOf({ status: 'dead', outcome: 'timeout' }));
    expect(typesOf(await claim(later.dueAtMs))).toEqual(['one.second']);
  });

  it('finds the active tenants that have something due', async () => {
    const { webhooks, access } = get();
    const [due, waiting, suspended] = [
      await newTenant(access),
      await newTenant(access),
      await newTenant(access),
    ];
    const open = await openEndpoint(get(), waiting);
    for (const tenantId of [due, suspended]) await openEndpoint(get(), tenantId);
    for (const tenantId of [due, waiting, suspended]) await emit(get(), tenantId, ['message.delivered']);
    const [claimed] = await open.claim();
    if (claimed !== undefined) await open.end(claimed, later);
    await access.setTenantStatus(suspended, 'suspended');
    const found = async (nowMs: number, after: TenantId | null = null) =>
      (await webhooks.listTenantsDue(nowMs, { after, limit: 1000 })).filter((id) =>
        [due, waiting, suspended].includes(id),
      );
    expect(await found(emittedAtMs - 1)).toEqual([]);
    expect(await found(emittedAtMs)).toEqual([due]);
    const both = [due, waiting].toSorted();
    expect(await found(later.dueAtMs)).toEqual(both);
    expect(await found(later.dueAtMs, both[0])).toEqual(both.slice(1));
    expect(await webhooks.listTenantsDue(later.dueAtMs, { after: null, limit: 1 })).toHaveLength(1);
  });

  it('switches an endpoint off that is gone, with a notice for the others', async () => {
    const { access, log } = get();
    const tenantId = await newTenant(access);
    const gone = await openEndpoint(get(), tenantId, { eventTypes: ['message.delivered'] });
    const other = await openEndpoint(get(), tenantId, { eventTypes: ['webhook_endpoint.disabled'] });
    await emit(get(), tenantId, ['message.delivered']);
    await emit(get(), tenantId, ['message.delivered']);
    const [claimed] = await gone.claim();
    if (claimed === undefined) throw new Error('nothing was claimed');
    const end = endOf({ status: 'dead', outcome: 'gone', responseStatus: 410, disable: { reason: 'gone' } });
    expect(await gone.end(claimed, end)).toBe('disabled');
    expect(await gone.get()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect((await gone.list()).map(({ outcome }) => outcome)).toEqual(['endpoint_disabled', 'gone']);
    expect(typesOf(await other.list())).toEqual(['webhook_endpoint.disabled']);
    const [event] = await log.listLogEvents(tenantId, { kind: 'webhook' }, { before: null, limit: 1 });
    expect(parseEntry(event?.text ?? '')).toMatchObject({
      state: 'disabled',
      actor: '',
      details: [['reason', 'gone']],
    });
  });

  it('switches an endpoint off that has failed for long and often enough, and forgives after a success', async () => {
    const { access } = get();
    const tenantId = await newTenant(access);
    const { claim, end, get: read } = await openEndpoint(get(), tenantId);
    const failAt = async (nowMs: number) => {
      await emit(get(), tenantId, ['message.delivered']);
      const [claimed] = await claim(nowMs);
      if (claimed === undefined) throw new Error('nothing was claimed');
      const disable = { reason: 'failing', sinceMs: nowMs - 72 * hourMs, attemptsMin: 3 } as const;
      return await end(claimed, endOf({ status: 'dead', outcome: 'timeout', nowMs, disable }));
    };
    expect(await failAt(emittedAtMs)).toBe('recorded');
    expect(await read()).toMatchObject({ failingSinceMs: emittedAtMs });
    expect(await failAt(emittedAtMs + 72 * hourMs)).toBe('recorded');
    await emit(get(), tenantId, ['message.delivered']);
    const [works] = await claim();
    if (works !== undefined) await end(works, delivered);
    expect(await read()).toMatchObject({ failingSinceMs: null, status: 'enabled' });
    const start = emittedAtMs + 100 * hourMs;
    expect([await failAt(start), await failAt(start + 1), await failAt(start + 2)]).toEqual([
      ...['recorded', 'recorded', 'recorded'],
    ]);
    expect(await failAt(start + 72 * hourMs)).toBe('disabled');
    expect(await read()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  });

  it('queues a delivery that has ended once more', async () => {
    const { webhooks, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const { endpointId, claim, end, list } = await openEndpoint(get(), tenantId);
    const { events } = await emit(get(), tenantId, ['message.delivered']);
    const eventId = events[0]?.eventId ?? 'evt_';
    const nowMs = emittedAtMs + hourMs;
    const options = { eventId, nowMs, giveUpAtMs: nowMs + hourMs };
    expect(await webhooks.redeliver(tenantId, endpointId, options)).toBe('pending');
    const [claimed] = await claim();
    if (claimed !== undefined) await end(claimed, delivered);
    expect(await webhooks.redeliver(other, endpointId, options)).toBe('unknown');
    expect(await webhooks.redeliver(tenantId, endpointId, { ...options, eventId: 'evt_none' })).toBe(
      'unknown',
    );
    expect(await webhooks.redeliver(tenantId, endpointId, options)).toMatchObject({
      ...{ eventId, status: 'pending', attempts: 0, dueAtMs: nowMs, giveUpAtMs: nowMs + hourMs },
    });
    expect(await list()).toHaveLength(1);
    expect(await claim(nowMs)).toMatchObject([{ eventId, attempts: 1 }]);
    const disabled = { atMs: nowMs, actor: 'operator', changes: { status: 'disabled' } } as const;
    await webhooks.updateEndpoint(tenantId, endpointId, disabled);
    expect(await webhooks.redeliver(tenantId, endpointId, options)).toBe('disabled');
  });

  it('queues dead deliveries since a time once more, oldest first', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { endpointId, claim, end, list } = await openEndpoint(get(), tenantId);
    for (let count = 0; count < 4; count += 1) await emit(get(), tenantId, ['message.delivered']);
    const [works, ...fail] = await claim();
    if (works !== undefined) await end(works, delivered);
    for (const claimed of fail) await end(claimed, endOf({ status: 'dead', outcome: 'timeout' }));
    const nowMs = emittedAtMs + hourMs;
    const options = { sinceMs: 0, nowMs, giveUpAtMs: nowMs + hourMs, rowsMax: 2 };
    expect(await webhooks.redeliverDead(tenantId, endpointId, { ...options, sinceMs: nowMs })).toBe(0);
    expect(await webhooks.redeliverDead(tenantId, endpointId, options)).toBe(2);
    expect(await list('pending')).toHaveLength(2);
    expect(await webhooks.redeliverDead(tenantId, endpointId, options)).toBe(1);
    expect(await webhooks.redeliverDead(tenantId, endpointId, options)).toBe(0);
    expect(await list('delivered')).toHaveLength(1);
    expect(await webhooks.redeliverDead(tenantId, 'whe_none', options)).toBe('unknown');
  });

  it('queues a test for one endpoint alone', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const one = await openEndpoint(get(), tenantId, { eventTypes: ['message.delivered'] });
    const other = await openEndpoint(get(), tenantId);
    const event = sampleEvent('webhook.test');
    const options = { event, nowMs: emittedAtMs, giveUpAtMs: emittedAtMs + 1 };
    expect(await webhooks.queueTest(tenantId, one.endpointId, options)).toMatchObject({
      eventId: event.eventId,
    });
    expect(typesOf(await one.claim())).toEqual(['webhook.test']);
    expect(await other.list()).toEqual([]);
    expect(await webhooks.queueTest(tenantId, 'whe_none', options)).toBe('unknown');
  });

  it('ends the oldest of too many that are pending, and removes those of old events', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { list } = await openEndpoint(get(), tenantId);
    const before = await webhooks.countPending();
    for (const type of ['a', 'b', 'c']) await emit(get(), tenantId, [type]);
    expect(await webhooks.countPending()).toBe(before + 3);
    expect(await webhooks.limitBacklog(tenantId, { pendingMax: 3 })).toBe(0);
    expect(await webhooks.limitBacklog(tenantId, { pendingMax: 2 })).toBe(1);
    expect(await list('dead')).toMatchObject([{ type: 'a', outcome: 'backlog_full' }]);
    await webhooks.sweep({ beforeMs: emittedAtMs, nowMs: sampleTimeMs });
    expect(await list()).toHaveLength(3);
    await webhooks.sweep({ beforeMs: emittedAtMs + 1, nowMs: sampleTimeMs });
    expect(await list()).toEqual([]);
  });
}
