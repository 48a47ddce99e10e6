import { parseEntry } from '@avow/ledger-log/entries';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import {
  claimAt,
  emit,
  emittedAtMs,
  openEndpoint,
  sampleEndpoint,
  sampleSecret,
} from './test-support/webhook-samples.ts';

const byKey = { atMs: sampleTimeMs + 5, actor: 'key_1' } as const;

export function describeWebhookEndpoints(get: () => OpenedStore): void {
  it('keeps an endpoint as it was created, for its tenant only', async () => {
    const { webhooks, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const eventTypes = ['message.delivered', 'audit.erased'];
    const endpoint = sampleEndpoint({ eventTypes, contentBy: 'key_1', createdBy: 'key_1' });
    const limits = { secret: sampleSecret, endpointsMax: 2 };
    expect(await webhooks.createEndpoint(tenantId, endpoint, limits)).toBe('created');
    const expected = {
      ...endpoint,
      ...{ status: 'enabled', disabledReason: null, failingSinceMs: null, previousUntilMs: null },
    };
    expect(await webhooks.getEndpoint(tenantId, endpoint.endpointId)).toEqual(expected);
    expect(await webhooks.getEndpoint(other, endpoint.endpointId)).toBeNull();
    expect(await webhooks.listEndpoints(other, { before: null, limit: 5 })).toEqual([]);
    const newer = sampleEndpoint({ endpointId: 'whe_zzz' });
    await webhooks.createEndpoint(tenantId, newer, limits);
    expect(await webhooks.createEndpoint(tenantId, sampleEndpoint(), limits)).toBe('too_many');
    const listed = await webhooks.listEndpoints(tenantId, { before: null, limit: 5 });
    expect(listed.map(({ endpointId }) => endpointId)).toEqual(['whe_zzz', endpoint.endpointId]);
    expect(await webhooks.listEndpoints(tenantId, { before: 'whe_zzz', limit: 5 })).toEqual([expected]);
  });

  it('changes only what is named', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { endpointId } = await openEndpoint(get(), tenantId);
    const url = 'https://elsewhere.example/';
    const changes = { url, eventTypes: ['log.checkpoint'], contentBy: 'key_2' } as const;
    const changed = await webhooks.updateEndpoint(tenantId, endpointId, { ...byKey, changes });
    expect(changed).toMatchObject({ ...changes, description: 'tickets', updatedAtMs: byKey.atMs });
    expect(await webhooks.getEndpoint(tenantId, endpointId)).toEqual(changed);
    const thin = { eventTypes: null, contentBy: null, description: '' };
    const again = await webhooks.updateEndpoint(tenantId, endpointId, { ...byKey, changes: thin });
    expect(again).toMatchObject({ ...thin, url });
    expect(await webhooks.updateEndpoint(tenantId, 'whe_none', { ...byKey, changes: thin })).toBeNull();
  });

  it('puts every change on the log of the tenant, without the address', async () => {
    const { webhooks, access, log } = get();
    const tenantId = await newTenant(access);
    const { endpointId } = await openEndpoint(get(), tenantId);
    const url = 'https://elsewhere.example/';
    await webhooks.updateEndpoint(tenantId, endpointId, { ...byKey, changes: { url, contentBy: 'key_1' } });
    await webhooks.rotateSecret(tenantId, endpointId, { ...byKey, secret: 'whsec_AAAA', previousUntilMs: 0 });
    const changes = { status: 'disabled' } as const;
    await webhooks.updateEndpoint(tenantId, endpointId, { ...byKey, changes });
    await webhooks.deleteEndpoint(tenantId, endpointId, byKey);
    const events = await log.listLogEvents(tenantId, { kind: 'webhook' }, { before: null, limit: 9 });
    const entries = events.map(({ text }) => parseEntry(text));
    expect(entries.map(({ state, actor, details }) => [state, actor, details])).toEqual([
      ['deleted', 'key_1', []],
      ['changed', 'key_1', [['status', 'disabled']]],
      ['secret_rotated', 'key_1', []],
      [
        'changed',
        'key_1',
        [
          ['changed', 'url content'],
          ['content', 'on'],
        ],
      ],
      ['created', 'operator', [['content', 'off']]],
    ]);
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([endpointId]));
  });

  it('signs with the previous secret too until their overlap ends', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { endpointId } = await openEndpoint(get(), tenantId);
    const secretsAt = async (nowMs: number) => {
      await emit(get(), tenantId, ['message.delivered']);
      const [claimed] = await webhooks.claimDeliveries(tenantId, claimAt(nowMs));
      return claimed?.secrets;
    };
    expect(await secretsAt(emittedAtMs)).toEqual([sampleSecret]);
    const previousUntilMs = emittedAtMs + 1_000;
    const rotation = { ...byKey, secret: 'whsec_BBBB', previousUntilMs };
    expect(await webhooks.rotateSecret(tenantId, endpointId, rotation)).toMatchObject({ previousUntilMs });
    expect(await secretsAt(emittedAtMs)).toEqual(['whsec_BBBB', sampleSecret]);
    expect(await secretsAt(previousUntilMs)).toEqual(['whsec_BBBB']);
    await webhooks.sweep({ beforeMs: 0, nowMs: previousUntilMs - 1 });
    expect(await webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({ previousUntilMs });
    await webhooks.sweep({ beforeMs: 0, nowMs: previousUntilMs });
    expect(await webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({ previousUntilMs: null });
    expect(await secretsAt(emittedAtMs)).toEqual(['whsec_BBBB']);
    expect(await webhooks.rotateSecret(tenantId, 'whe_none', rotation)).toBeNull();
  });

  it('deletes an endpoint with its deliveries', async () => {
    const { webhooks, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const { endpointId, list } = await openEndpoint(get(), tenantId);
    await emit(get(), tenantId, ['message.delivered']);
    expect(await webhooks.deleteEndpoint(other, endpointId, byKey)).toBe(false);
    expect(await list()).toHaveLength(1);
    expect(await webhooks.deleteEndpoint(tenantId, endpointId, byKey)).toBe(true);
    expect(await webhooks.deleteEndpoint(tenantId, endpointId, byKey)).toBe(false);
    expect(await webhooks.getEndpoint(tenantId, endpointId)).toBeNull();
    expect(await list()).toEqual([]);
    await emit(get(), tenantId, ['message.delivered']);
  });

  it('ends what is pending when an endpoint is disabled, and queues nothing until it is enabled', async () => {
    const { webhooks, access } = get();
    const tenantId = await newTenant(access);
    const { endpointId, list, claim } = await openEndpoint(get(), tenantId);
    await emit(get(), tenantId, ['message.delivered']);
    const set = (status: 'enabled' | 'disabled') =>
      webhooks.updateEndpoint(tenantId, endpointId, { ...byKey, changes: { status } });
    expect(await set('disabled')).toMatchObject({ status: 'disabled', disabledReason: 'request' });
    expect(await list()).toMatchObject([{ status: 'dead', outcome: 'endpoint_disabled' }]);
    await emit(get(), tenantId, ['message.delivered']);
    expect(await list()).toHaveLength(1);
    expect(await claim()).toEqual([]);
    expect(await set('enabled')).toMatchObject({ status: 'enabled', disabledReason: null });
    await emit(get(), tenantId, ['message.delivered']);
    expect(await claim()).toHaveLength(1);
  });
}
