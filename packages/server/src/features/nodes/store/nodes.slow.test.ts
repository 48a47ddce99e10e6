import { AsyncResource } from 'node:async_hooks';
import { newId } from '@avow/foundation';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleClaim, sampleMessage } from '../../../storage/contract/samples.ts';
import {
  openPostgresRecords,
  type PostgresRecords,
} from '../../../storage/postgres/open-postgres-records.ts';
import { emit, openEndpoint } from '../../webhooks/store/test-support/webhook-samples.ts';

let server: TestServer;
let url: string;
let nodes: readonly [PostgresRecords, PostgresRecords];
/** A pooler passes no notifications on, and nodes look once a second. */
const answersMsMax = process.env['PGBOUNCER'] === undefined ? 500 : 4000;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const open = () => openPostgresRecords({ url, masterKey: sampleMasterKey, connections: 2, answersMsMax });
  nodes = [await open(), await open()];
  for (const node of nodes) await node.nodes.join();
});
afterEach(async () => {
  for (const node of nodes) {
    await node.nodes.leave();
    await node.close();
  }
});

async function change(sql: string, ...values: readonly unknown[]): Promise<void> {
  const client = new Client({ connectionString: server.asSuperuser(url) });
  await client.connect();
  await client.query(sql, [...values]).finally(() => client.end());
}

/** As if it had not been heard of for long, although it goes on. */
async function kill({ nodes: { nodeId, leave } }: PostgresRecords): Promise<void> {
  await leave();
  // A beat that was under way may have come back.
  await change(
    'INSERT INTO nodes VALUES ($1, 0, 0) ON CONFLICT (node_id) DO UPDATE SET until_ms = 0',
    nodeId,
  );
}

describe('leases', () => {
  it('belong to one at a time, with a fence that grows', async () => {
    const [one, other] = nodes;
    const first = await one.leases.take('work');
    expect(await other.leases.take('work')).toBeNull();
    expect(await one.leases.take('work')).toBeNull();
    await one.leases.giveBack('work');
    const second = await other.leases.take('work');
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Infinity);
    await change('UPDATE leases SET until_ms = 0');
    const third = await one.leases.take('work');
    expect(third?.fence).toBeGreaterThan(second?.fence ?? Infinity);
    // The previous holder cannot give back what is another's now.
    await other.leases.giveBack('work');
    expect(await other.leases.take('work')).toBeNull();
  });

  it('let the work of one wait for that of another', async () => {
    const [one, other] = nodes;
    const order: string[] = [];
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const first = one.leases.during('work', { waitMs: 0 }, async () => {
      start();
      await mayEnd;
      order.push('one');
    });
    await started;
    expect(await other.leases.during('work', { waitMs: 0 }, async () => undefined)).toEqual({ kind: 'busy' });
    const second = other.leases.during('work', { waitMs: 20_000 }, async () => order.push('other'));
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['one', 'other']);
  });

  it('refuse what is written under a lease that another has taken meanwhile', async () => {
    const [one, other] = nodes;
    const tenantId = await newTenant(one.store.access);
    const packId = newId('pack', 1);
    const createPack = (name: string) =>
      one.store.content.createPack(tenantId, { packId: newId('pack', 1), name, description: '', nowMs: 1 });
    // As somebody else in this process who has nothing to do with the lease.
    const createOther = AsyncResource.bind(() => createPack('other'));
    const work = one.leases.during(packId, { waitMs: 0 }, async ({ signal }) => {
      await createPack('before');
      await change('UPDATE leases SET until_ms = 0');
      // Nobody else has it yet: what is written now is seen by the next holder.
      await createPack('late');
      expect(await other.leases.take(packId)).not.toBeNull();
      await expect(createPack('after')).rejects.toMatchObject({ code: 'pack_conflict' });
      // Together with others in one group, it alone is refused.
      const [again, unleased] = await Promise.allSettled([createPack('again'), createOther()]);
      expect([again.status, unleased.status]).toEqual(['rejected', 'fulfilled']);
      return signal.aborted;
    });
    expect(await work).toMatchObject({ kind: 'done' });
    const packs = await one.store.content.listPacks(tenantId, { after: null, limit: 10 });
    expect(packs.map(({ name }) => name).toSorted()).toEqual(['before', 'late', 'other']);
    await other.leases.giveBack(packId);
  });

  it('elect one node for a task, and another when it leaves', async () => {
    const [one, other] = nodes;
    expect([await one.nodes.isElected('sign'), await other.nodes.isElected('sign')]).toEqual([true, false]);
    expect(await one.nodes.isElected('sign')).toBe(true);
    await one.nodes.leave();
    expect(await other.nodes.isElected('sign')).toBe(true);
  });
});

describe('nodes that share records', () => {
  it('know who is alive', async () => {
    const [one, other] = nodes;
    const both = [one.nodes.nodeId, other.nodes.nodeId].toSorted();
    expect(await one.nodes.listAlive()).toEqual(both);
    await kill(other);
    expect(await one.nodes.listAlive()).toEqual([one.nodes.nodeId]);
  });

  it('stop writing if one knows of a forked log, and start no other as long as one of them is alive', async () => {
    const [one, other] = nodes;
    const heard = Promise.withResolvers<void>();
    other.nodes.onForked(heard.resolve);
    await one.nodes.noteFork();
    await heard.promise;
    const late = await openPostgresRecords({ url, masterKey: sampleMasterKey, connections: 1 });
    await expect(late.nodes.join()).rejects.toThrow('A log is forked');
    // Those that heard of it know it as well as the one that found it.
    await kill(one);
    await expect.poll(() => late.nodes.join().catch(({ message }) => message)).toContain('A log is forked');
    await kill(other);
    await late.nodes.join();
    await late.close();
  });

  it('wait for an answer of one that joins while the others are asked', async () => {
    const [one, other] = nodes;
    const late = await openPostgresRecords({ url, masterKey: sampleMasterKey, connections: 1 });
    other.nodes.on('slow', () => late.nodes.join().then(() => 'other'));
    late.nodes.on('slow', async () => 'late');
    const answers = await one.nodes.consult('slow', '');
    expect(answers?.toSorted()).toEqual(['late', 'other']);
    await late.close();
  });

  it('hear each other, and wait for the answers of all that are alive', async () => {
    const [one, other] = nodes;
    const heard = Promise.withResolvers<string>();
    other.nodes.on('greeting', async (body) => {
      heard.resolve(body);
      return `heard ${body}`;
    });
    await one.nodes.announce('greeting', 'hello');
    expect(await heard.promise).toBe('hello');
    expect(await one.nodes.consult('greeting', 'again')).toEqual(['heard again']);
    // Nobody answers this one.
    expect(await one.nodes.consult('question', '')).toBeNull();
    await kill(other);
    expect(await one.nodes.consult('question', '')).toEqual([]);
  });

  it('share rates and counts of queries in progress', async () => {
    const [one, other] = nodes;
    const used = (count: number) => ({
      rates: new Map([['query key_1', 60_000]]),
      inFlight: new Map([['ten_1', count]]),
    });
    expect((await one.nodes.exchangeLimits(used(2))).inFlight).toEqual(new Map());
    const shared = await other.nodes.exchangeLimits(used(3));
    expect(shared.inFlight).toEqual(new Map([['ten_1', 2]]));
    // A minute each, less the time that has passed.
    const aheadMs = shared.aheadMs.get('query key_1') ?? 0;
    expect(aheadMs).toBeGreaterThan(60_000);
    expect(aheadMs).toBeLessThanOrEqual(120_000);
  });

  it('take over a message only of a node that is not alive, and the other cannot end it any more', async () => {
    const [one, other] = nodes;
    const tenantId = await newTenant(one.store.access);
    const message = sampleMessage({ status: 'processing' });
    const { messageId } = message;
    const event = (seq: number) => [{ seq, type: 'message.progress', body: '{}' }];
    await one.store.records.admitMessage(tenantId, message, event(1));
    expect(await other.store.upkeep.listUnfinished(10)).toEqual([]);
    expect(await other.store.upkeep.adopt(tenantId, messageId)).toBe(false);
    expect(await other.store.records.appendJournal(tenantId, messageId, event(2))).toBe(false);

    await kill(one);
    expect(await other.store.upkeep.listUnfinished(10)).toMatchObject([{ tenantId, message: { messageId } }]);
    expect(await other.store.upkeep.adopt(tenantId, messageId)).toBe(true);
    expect(await other.store.upkeep.listUnfinished(10)).toEqual([]);
    // It was only slow.
    expect(await one.store.records.appendJournal(tenantId, messageId, event(2))).toBe(false);
    const ended = { ...message, status: 'delivered' } as const;
    expect(await one.store.records.finishMessage(tenantId, ended, nothingElse)).toBe('already_ended');
    expect(await other.store.records.appendJournal(tenantId, messageId, event(2))).toBe(true);
    expect(await other.store.records.finishMessage(tenantId, ended, nothingElse)).toBe('ended');
    expect(await one.store.upkeep.adopt(tenantId, messageId)).toBe(false);
  });

  it('let anyone cancel a message, and nobody else end it', async () => {
    const [one, other] = nodes;
    const tenantId = await newTenant(one.store.access);
    const message = sampleMessage({ status: 'queued' });
    await one.store.records.admitMessage(tenantId, message);
    expect(await other.store.records.startMessage(tenantId, message.messageId)).toBe(false);
    const end = (status: 'failed' | 'cancelled') =>
      other.store.records.finishMessage(tenantId, { ...message, status }, nothingElse);
    expect(await end('failed')).toBe('already_ended');
    expect(await end('cancelled')).toBe('ended');
    expect(await one.store.records.startMessage(tenantId, message.messageId)).toBe(false);
  });

  it('free the idempotency keys of a node that is not alive, and of no other', async () => {
    const [one, other] = nodes;
    const tenantId = await newTenant(one.store.access);
    const claim = sampleClaim();
    const again = { ...claim, messageId: newId('msg', 1) };
    const sweep = { nowMs: claim.nowMs, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: true };
    await one.store.records.claimIdempotencyKey(tenantId, claim);
    await other.store.upkeep.sweep(sweep);
    const claimed = () => other.store.records.claimIdempotencyKey(tenantId, again);
    expect(await claimed()).toEqual({ kind: 'in_progress' });
    await kill(one);
    await other.store.upkeep.sweep(sweep);
    expect(await claimed()).toEqual({ kind: 'claimed' });
  });

  it('give an idempotency key to one of two nodes that claim it at the same time', async () => {
    const tenantId = await newTenant(nodes[0].store.access);
    const keys = Array.from({ length: 20 }, (_, index) => sampleClaim({ key: `key-${index}` }));
    for (const claim of keys) {
      const claims = nodes.map(({ store }) => {
        const messageId = newId('msg', claim.nowMs);
        return store.records.claimIdempotencyKey(tenantId, { ...claim, messageId });
      });
      const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['claimed', 'in_progress']);
    }
  });

  it('keep the idempotency key of a message that was taken over, and replay its answer on each of them', async () => {
    const [one, other] = nodes;
    const tenantId = await newTenant(one.store.access);
    const claim = sampleClaim();
    const message = sampleMessage({ messageId: claim.messageId, status: 'queued' });
    await one.store.records.claimIdempotencyKey(tenantId, claim);
    await one.store.records.admitMessage(tenantId, message, [], claim);
    const retry = ({ store }: PostgresRecords) =>
      store.records.claimIdempotencyKey(tenantId, { ...claim, messageId: newId('msg', claim.nowMs) });
    await kill(one);
    await other.store.upkeep.freeClaims();
    expect(await retry(other)).toEqual({ kind: 'in_progress' });
    expect(await other.store.upkeep.adopt(tenantId, message.messageId)).toBe(true);
    await other.store.upkeep.freeClaims();
    expect(await retry(other)).toEqual({ kind: 'in_progress' });
    expect(await other.store.records.startMessage(tenantId, message.messageId)).toBe(true);
    const ended = { ...message, status: 'delivered' } as const;
    const end = { ...nothingElse, idempotency: { claim, ending: 'keep' } } as const;
    // The first was only slow: it ends nothing, and does not free the key either.
    expect(await one.store.records.finishMessage(tenantId, ended, end)).toBe('already_ended');
    expect(await other.store.records.finishMessage(tenantId, ended, end)).toBe('ended');
    for (const node of nodes) expect(await retry(node)).toMatchObject({ kind: 'replay', message: ended });
  });

  it.each([true, false])(
    'record nothing new under an idempotency key that was freed because their node was taken for dead (new: %s)',
    async (isNew) => {
      const [one, other] = nodes;
      const tenantId = await newTenant(one.store.access);
      const claim = sampleClaim();
      const message = sampleMessage({ messageId: claim.messageId });
      const end = { ...nothingElse, isNew, idempotency: { claim, ending: 'keep' } } as const;
      await one.store.records.claimIdempotencyKey(tenantId, claim);
      await kill(one);
      await other.store.upkeep.freeClaims();
      const again = { ...claim, messageId: newId('msg', 1) };
      expect(await other.store.records.claimIdempotencyKey(tenantId, again)).toEqual({ kind: 'claimed' });
      // It was only slow.
      const late = { code: 'audit_unavailable' };
      await expect(one.store.records.finishMessage(tenantId, message, end)).rejects.toMatchObject(late);
      const queued = { ...message, status: 'queued' } as const;
      await expect(one.store.records.admitMessage(tenantId, queued, [], claim)).rejects.toMatchObject(late);
      expect(await one.store.records.getMessage(tenantId, message.messageId)).toBeNull();
      const retried = sampleMessage({ messageId: again.messageId });
      const ended = { ...nothingElse, isNew, idempotency: { claim: again, ending: 'keep' } } as const;
      expect(await other.store.records.finishMessage(tenantId, retried, ended)).toBe('ended');
    },
  );

  it('have a clock in common, and judge nobody before they were heard for a while', async () => {
    const [one, other] = nodes;
    const [first, second] = [one.nodes.clock?.nowMs() ?? 0, other.nodes.clock?.nowMs() ?? Infinity];
    expect(Math.abs(first - second)).toBeLessThan(10_000);
    expect(one.nodes.mayJudge()).toBe(false);
  });

  it('send to the other endpoints of a tenant if one is damaged, which is switched off', async () => {
    const [{ store }] = nodes;
    const tenantId = await newTenant(store.access);
    const opened = { ...store, close: async () => undefined };
    const damaged = await openEndpoint(opened, tenantId);
    const sound = await openEndpoint(opened, tenantId);
    await emit(store, tenantId, ['message.delivered']);
    await change("UPDATE webhook_endpoints SET sealed = '\\x00' WHERE endpoint_id = $1", damaged.endpointId);
    const claimed = await sound.claim(Date.now() + 1000);
    expect(new Set(claimed.map(({ endpointId }) => endpointId))).toEqual(new Set([sound.endpointId]));
    expect(await damaged.list('pending')).toEqual([]);
    const page = { before: null, limit: 10 };
    const listed = await store.webhooks.listEndpoints(tenantId, page);
    expect(new Map(listed.map((one) => [one.endpointId, one.disabledReason]))).toEqual(
      new Map([
        [sound.endpointId, null],
        [damaged.endpointId, 'damaged'],
      ]),
    );
    const { endpointId } = damaged;
    expect(await store.webhooks.getEndpoint(tenantId, endpointId)).toMatchObject({ url: '' });
    const by = { atMs: 1, actor: 'operator' } as const;
    expect(await store.webhooks.deleteEndpoint(tenantId, endpointId, by)).toBe(true);
  });
});
