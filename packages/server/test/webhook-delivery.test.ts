import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAddressPolicy } from '@avow/documents/fetching';
import { type EndpointId, type MessageId, makeEvent, newId, type TenantId } from '@avow/foundation';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createComposePayload } from '../src/features/webhooks/compose-payload.ts';
import { createDispatcher, type DispatcherLimits } from '../src/features/webhooks/create-dispatcher.ts';
import { createSendWebhook } from '../src/features/webhooks/send-webhook.ts';
import { createWebhooks } from '../src/features/webhooks/webhooks.ts';
import { sampleMasterKey } from '../src/storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../src/storage/contract/samples.ts';
import { openSqliteStore } from '../src/storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../src/storage/store.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const operator = { actor: 'operator', mayReadMessages: true } as const;
const everything = { description: '', event_types: null, include_content: false, format: 'event' } as const;
const loopback = { policy: createAddressPolicy(true), allowsLoopback: true };
const publicOnly = { policy: createAddressPolicy(false), allowsLoopback: false };

let nowMs = Date.now();
const clock = { nowMs: () => nowMs };
let directory: string;
let store: Store;
let receiver: WebhookReceiver;
let tenantId: TenantId;
let outcomes: string[];
let disabled: string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'avow-webhooks-'));
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory, clock });
});
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  nowMs = Date.now();
  receiver = await openReceiver();
  tenantId = await newTenant(store.access);
  outcomes = [];
  disabled = [];
});
afterEach(async () => {
  // Nothing of this test is due in the next.
  await store.access.setTenantStatus(tenantId, 'suspended');
  await receiver.close();
});

function open(
  options: { limits?: Partial<DispatcherLimits>; timeoutMs?: number; addresses?: typeof loopback } = {},
) {
  const { addresses = loopback, timeoutMs = 10_000 } = options;
  const limits = {
    totalMax: 64,
    tenantMax: 16,
    endpointMax: 4,
    leaseMs: minuteMs,
    pollMs: 10,
    ...options.limits,
  };
  return createDispatcher({
    ...{ store: store.webhooks, clock, random: () => 0.5, limits },
    send: createSendWebhook(addresses, timeoutMs),
    composePayload: createComposePayload({ ...store, groupsOfReader: async () => 'none' }),
    onAttempt: (outcome) => void outcomes.push(outcome),
    onDisabled: ({ delivery }, reason) => void disabled.push(`${delivery.endpointId} ${reason}`),
    onFailure: (error) => {
      throw error;
    },
  });
}

const webhooks = () => createWebhooks({ store: store.webhooks, addresses: loopback, clock });

async function listen(more: object = {}): Promise<{ endpointId: EndpointId; secret: string }> {
  const given = { url: receiver.url, ...everything, ...more };
  const { endpoint, secret } = await webhooks().create(tenantId, given, operator);
  return { endpointId: endpoint.endpointId, secret };
}

/** Ends a message with these events. */
async function emit(types: readonly string[], owner = tenantId): Promise<MessageId> {
  const envelope = [['response', JSON.stringify({ answer: 'Forty-two.' })]] as const;
  const message = sampleMessage({ messageId: newId('msg', nowMs), envelope });
  const events = types.map((type) => makeEvent(type, nowMs, { message_id: message.messageId }));
  await store.records.finishMessage(owner, message, { ...nothingElse, events });
  return message.messageId;
}

/** Makes every attempt that is due now, and what becomes due by that. */
async function send(dispatcher = open()): Promise<void> {
  for (let before = -1; before !== outcomes.length; ) {
    before = outcomes.length;
    await dispatcher.sendDue();
    await dispatcher.idle();
  }
}

const listed = async (endpointId: EndpointId) =>
  await store.webhooks.listDeliveries(tenantId, endpointId, { status: null, before: null, limit: 100 });

describe('delivery', () => {
  it('[CON-9-05] sends an event as it was written, with a signature that verifies', async () => {
    const { endpointId, secret } = await listen();
    const messageId = await emit(['message.delivered']);
    await send();
    const [webhook] = receiver.received;
    expect(webhook).toMatchObject({
      path: '/hook',
      headers: { 'content-type': 'application/json', 'user-agent': 'Avow' },
      event: { type: 'message.delivered', data: { message_id: messageId } },
    });
    const headers = webhook?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(webhook?.body ?? '', headers)).toEqual(webhook?.event);
    const [delivery] = await listed(endpointId);
    expect(delivery).toMatchObject({ status: 'delivered', eventId: headers['webhook-id'], attempts: 1 });
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  it('[CON-9-06] retries with growing delays under one id, until it is accepted', async () => {
    const { endpointId } = await listen();
    await emit(['message.delivered']);
    receiver.answer = 500;
    for (const delaySeconds of [0, 10, 120, 900]) {
      nowMs += delaySeconds * 1000 - 1;
      await send();
      const before = receiver.received.length;
      nowMs += 1;
      await send();
      expect(receiver.received).toHaveLength(before + 1);
    }
    receiver.answer = 200;
    nowMs += hourMs;
    await send();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await listed(endpointId)).toMatchObject([{ status: 'delivered', attempts: 5 }]);
    expect(await store.webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({ failingSinceMs: null });
  });

  it('[CON-9-13] gives up after three days, and replays what was given up', async () => {
    const { endpointId } = await listen();
    await emit(['message.delivered']);
    receiver.answer = 503;
    const startMs = nowMs;
    for (;;) {
      await send();
      const [delivery] = await listed(endpointId);
      if (delivery?.status !== 'pending') break;
      nowMs = delivery.dueAtMs;
    }
    expect(nowMs - startMs).toBe(72 * hourMs);
    const [dead] = await listed(endpointId);
    expect(dead).toMatchObject({ status: 'dead', outcome: 'status', responseStatus: 503, attempts: 10 });
    receiver.answer = 200;
    nowMs += hourMs;
    await send();
    expect(outcomes.at(-1)).toBe('status');
    expect(await webhooks().redeliverDead(tenantId, endpointId, 0)).toEqual({
      redelivered: 1,
      hasMore: false,
    });
    await send();
    expect(await listed(endpointId)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    if (dead !== undefined) await webhooks().redeliver(tenantId, endpointId, dead.eventId);
    await send();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([dead?.eventId]));
    expect(ids).toHaveLength(12);
  });

  it('[CON-9-09] keeps the order of a message while an earlier event fails, and lets others pass', async () => {
    await listen();
    const first = await emit(['message.in_review', 'guardrail.tripped', 'message.delivered']);
    receiver.answer = (response, { event }) =>
      response.writeHead(event.data['message_id'] === first ? 500 : 204).end();
    await send();
    await emit(['message.blocked']);
    await send();
    expect(receiver.types()).toEqual(['message.in_review', 'message.blocked']);
    receiver.answer = 204;
    nowMs += 10_000;
    await send();
    expect(receiver.types().slice(2)).toEqual([
      'message.in_review',
      'guardrail.tripped',
      'message.delivered',
    ]);
  });

  it('takes silence, a refused connection and a redirect for failures', async () => {
    const { endpointId } = await listen();
    await emit(['message.delivered']);
    receiver.answer = () => undefined;
    await send(open({ timeoutMs: 50 }));
    receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
    nowMs += 10_000;
    await send();
    await receiver.close();
    nowMs += 2 * minuteMs;
    await send();
    expect(outcomes).toEqual(['timeout', 'redirect', 'unreachable']);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(await listed(endpointId)).toMatchObject([
      { status: 'pending', attempts: 3, responseStatus: null },
    ]);
  });

  it('reads little of a response that does not end, and takes its status', async () => {
    await listen();
    await emit(['message.delivered']);
    let isCut = false;
    receiver.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1024)), 1);
      response.on('close', () => {
        isCut = true;
        clearInterval(timer);
      });
    };
    await send();
    expect(outcomes).toEqual(['ok']);
    await expect.poll(() => isCut).toBe(true);
  });

  it('[CON-9-12] switches an endpoint off that is gone, and notifies the others', async () => {
    const { endpointId } = await listen({ event_types: ['message.delivered'] });
    const other = await listen({ event_types: ['webhook_endpoint.disabled'] });
    await emit(['message.delivered']);
    receiver.answer = (response, { event }) =>
      response.writeHead(event.type === 'message.delivered' ? 410 : 204).end();
    await send();
    expect(receiver.types()).toEqual(['message.delivered', 'webhook_endpoint.disabled']);
    expect(receiver.received[1]?.event.data).toEqual({ endpoint_id: endpointId, reason: 'gone' });
    expect(disabled).toEqual([`${endpointId} gone`]);
    expect(await store.webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({ disabledReason: 'gone' });
    expect(await store.webhooks.getEndpoint(tenantId, other.endpointId)).toMatchObject({ status: 'enabled' });
  });

  it('[CON-9-12] switches an endpoint off after three days without a success', async () => {
    const { endpointId } = await listen();
    receiver.answer = 500;
    for (let hour = 0; hour < 73; hour += 4) {
      await emit(['message.delivered']);
      await send();
      nowMs += 4 * hourMs;
    }
    await send();
    expect(await store.webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({
      ...{ status: 'disabled', disabledReason: 'failing' },
    });
    const pending = { status: 'pending', before: null, limit: 10 } as const;
    expect(await store.webhooks.listDeliveries(tenantId, endpointId, pending)).toEqual([]);
    await webhooks().update(tenantId, endpointId, { given: { status: 'enabled' }, caller: operator });
    receiver.answer = 204;
    await emit(['message.delivered']);
    await send();
    expect(outcomes.at(-1)).toBe('ok');
  });

  it('[CON-9-10] signs with both secrets during the overlap of a rotation', async () => {
    const { endpointId, secret } = await listen();
    const rotated = await webhooks().rotateSecret(tenantId, endpointId, { overlapHours: 1, by: 'operator' });
    const verifiedBy = async () => {
      await emit(['message.delivered']);
      await send();
      const { body = '', headers } = receiver.received.at(-1) ?? {};
      return [rotated.secret, secret].map((known) => {
        try {
          new Webhook(known).verify(body, headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      });
    };
    expect(await verifiedBy()).toEqual([true, true]);
    const startMs = nowMs;
    nowMs += hourMs;
    // The library refuses signatures that are not of these minutes, so the sender goes back to them.
    const { previousUntilMs } = rotated.endpoint;
    expect(previousUntilMs).toBe(nowMs);
    await store.webhooks.sweep({ beforeMs: 0, nowMs });
    nowMs = startMs;
    expect(await verifiedBy()).toEqual([true, false]);
  });
});

describe('content', () => {
  it('[CON-9-11] is sent with events about messages, as long as it exists', async () => {
    await listen({ include_content: true });
    const [kept, erased] = [await emit(['message.delivered']), await emit(['message.delivered'])];
    const event = makeEvent('audit.erased', nowMs, { message_id: erased });
    await store.retention.eraseMessage(tenantId, erased, { atMs: nowMs, actor: 'operator', event });
    await send();
    const dataOf = (type: string, messageId: MessageId) =>
      receiver.received.find(
        ({ event: { type: sent, data } }) => sent === type && data['message_id'] === messageId,
      )?.event.data;
    expect(dataOf('message.delivered', kept)).toMatchObject({ message: { answer: 'Forty-two.' } });
    expect(dataOf('message.delivered', erased)).toEqual({
      ...{ message_id: erased, message: null, message_omitted: 'not_available' },
    });
    expect(dataOf('audit.erased', erased)).toEqual({ message_id: erased });
    const ofErased = receiver.received.filter(({ event: { data } }) => data['message_id'] === erased);
    expect(ofErased.map(({ event: { type } }) => type)).toEqual(['message.delivered', 'audit.erased']);
  });
});

describe('the limits of delivery', () => {
  it('[CON-9-07] refuses addresses of this machine when the connection is made', async () => {
    for (const url of ['https://127.0.0.1/', 'https://localhost/', receiver.url]) await listen({ url });
    await emit(['message.delivered']);
    await send(open({ addresses: publicOnly }));
    expect(outcomes).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
    expect(receiver.received).toEqual([]);
  });

  it('sends to one endpoint, one tenant and all of them only so much at the same time', async () => {
    const quiet = await newTenant(store.access);
    const given = { url: `${receiver.url}/quiet`, ...everything };
    await webhooks().create(quiet, given, operator);
    await listen();
    for (let count = 0; count < 6; count += 1) await emit(['message.delivered']);
    await emit(['message.delivered'], quiet);
    const open3 = open({ limits: { totalMax: 3, tenantMax: 2, endpointMax: 2 } });
    const held: Array<() => void> = [];
    receiver.answer = (response) => void held.push(() => response.writeHead(204).end());
    const paths = () => receiver.received.map(({ path }) => path).toSorted();
    await open3.sendDue();
    await receiver.waitFor(3);
    expect(paths()).toEqual(['/hook', '/hook', '/hook/quiet']);
    await open3.sendDue();
    expect(receiver.received).toHaveLength(3);
    receiver.answer = 204;
    for (const release of held) release();
    await open3.idle();
    await send(open3);
    expect(receiver.received).toHaveLength(7);
    await store.access.setTenantStatus(quiet, 'suspended');
  });

  it('shares what may be sent at the same time between tenants, however much one has', async () => {
    const quiet = [await newTenant(store.access), await newTenant(store.access)];
    for (const owner of quiet) await webhooks().create(owner, { url: receiver.url, ...everything }, operator);
    await listen();
    for (let count = 0; count < 6; count += 1) await emit(['message.delivered']);
    const messageIds = [];
    for (const owner of quiet) messageIds.push(await emit(['message.delivered'], owner));
    const dispatcher = open({ limits: { totalMax: 3, tenantMax: 3, endpointMax: 3 } });
    await dispatcher.sendDue();
    await dispatcher.idle();
    expect(receiver.received).toHaveLength(3);
    const sent = receiver.received.map(({ event: { data } }) => data['message_id']);
    expect(sent).toEqual(expect.arrayContaining(messageIds));
    for (const owner of quiet) await store.access.setTenantStatus(owner, 'suspended');
  });

  it('repeats an attempt that was cut off once its lease has ended', async () => {
    const { endpointId } = await listen();
    await emit(['message.delivered']);
    const dispatcher = open();
    receiver.answer = () => undefined;
    await dispatcher.sendDue();
    await receiver.waitFor(1);
    await dispatcher.close(0);
    expect(await listed(endpointId)).toMatchObject([{ status: 'pending', outcome: null, attempts: 1 }]);
    receiver.answer = 204;
    await send();
    expect(receiver.received).toHaveLength(1);
    nowMs += minuteMs;
    await send();
    expect(await listed(endpointId)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('makes every attempt once, however many nodes send', async () => {
    await listen();
    for (let count = 0; count < 30; count += 1) await emit(['message.delivered']);
    const nodes = [open(), open(), open()];
    for (const node of nodes) node.start();
    await receiver.waitFor(30);
    await Promise.all(nodes.map((node) => node.close(5000)));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  it('sends nothing for a suspended tenant until it is resumed', async () => {
    await listen();
    await emit(['message.delivered']);
    await store.access.setTenantStatus(tenantId, 'suspended');
    await send();
    expect(receiver.received).toEqual([]);
    await store.access.setTenantStatus(tenantId, 'active');
    await send();
    expect(receiver.received).toHaveLength(1);
  });
});
