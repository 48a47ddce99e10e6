import { randomBytes } from 'node:crypto';
import { waitFor } from '@avow/foundation/testing';
import { computeRoot, frontierRoot } from '@avow/ledger-log/tree';
import { openProxy, startPostgres, type TestServer } from '@avow/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../features/log/store/make-entry.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleKey, sampleMessage } from '../contract/samples.ts';
import { openPostgresStore } from './open-postgres-store.ts';

/** A transaction has locked the row of a tenant, and has not ended. */
const tenantLocks = `SELECT 1 FROM pg_locks WHERE relation = 'tenants'::regclass AND mode = 'RowShareLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('writing to PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const open = async (
    url: string,
    changes: { readonly connections?: number; readonly waitingMax?: number } = {},
  ) => openPostgresStore({ url, masterKey: sampleMasterKey, ...changes });

  it.each([
    { moment: 'before', isNew: false },
    { moment: 'after', isNew: false },
    { moment: 'before', isNew: true },
    { moment: 'after', isNew: true },
  ] as const)(
    'acknowledges a record once if the connection is lost $moment its commit arrives (new: $isNew)',
    async ({ moment, isNew }) => {
      const proxy = await openProxy(await server.newDatabase());
      const store = await open(proxy.url, { connections: 2 });
      const tenantId = await newTenant(store.access);
      await store.records.finishMessage(tenantId, sampleMessage(), nothingElse);
      const message = sampleMessage();
      // The commit of what is new is the end of the packet that it is sent in.
      proxy.cutAt(isNew ? message.messageId : 'COMMIT', moment);
      expect(await store.records.finishMessage(tenantId, message, { ...nothingElse, isNew })).toBe('ended');
      const log = { leafIndex: 1 };
      expect(await store.records.getMessage(tenantId, message.messageId)).toMatchObject({ ...message, log });
      expect(await store.log.readHead(tenantId)).toMatchObject({ size: 2 });
      await store.close();
      await proxy.close();
    },
  );

  it('grows one log from two nodes without a fork', async () => {
    const url = await server.newDatabase();
    const nodes = [await open(url), await open(url)];
    const [first] = nodes;
    if (first === undefined) throw new Error('there is no node');
    const tenantId = await newTenant(first.access);
    const messages = Array.from({ length: 320 }, () => sampleMessage());
    await Promise.all(
      messages.map((message, index) =>
        nodes[index % 2]?.records.finishMessage(tenantId, message, {
          ...nothingElse,
          isNew: index % 4 < 3,
        }),
      ),
    );
    const stored = await Promise.all(
      messages.map(({ messageId }) => first.records.getMessage(tenantId, messageId)),
    );
    const indexes = stored.map((message) => message?.log?.leafIndex ?? -1);
    expect(indexes.toSorted((one, other) => one - other)).toEqual(messages.map((_, at) => at));
    const entries = await first.log.readEntries(tenantId, { from: 0, limit: messages.length });
    const leaves = entries.map(({ leafHash }) => Buffer.from(leafHash, 'hex'));
    const head = await first.log.readHead(tenantId);
    expect(Buffer.from(frontierRoot(head, sha256))).toEqual(Buffer.from(await computeRoot(leaves, sha256)));
    await Promise.all(nodes.map((node) => node.close()));
  });

  it('commits the first messages of a tenant as one group, which makes one key', async () => {
    const url = await server.newDatabase();
    const store = await open(url);
    const tenantId = await newTenant(store.access);
    const messages = Array.from({ length: 8 }, () => sampleMessage());
    await Promise.all(
      messages.map((message) =>
        store.records.finishMessage(tenantId, message, { ...nothingElse, isNew: true }),
      ),
    );
    const [found] = await server.ask(url, 'SELECT count(DISTINCT xmin::text)::int AS commits FROM messages');
    expect(found).toEqual({ commits: 1 });
    for (const { messageId } of messages)
      expect(await store.records.getMessage(tenantId, messageId)).toMatchObject({ messageId });
    await store.close();
  });

  it('ends a message once, if it is ended twice in one group with others', async () => {
    const store = await open(await server.newDatabase());
    const tenantId = await newTenant(store.access);
    const [twice, other] = [sampleMessage(), sampleMessage()];
    const ends = await Promise.all(
      [twice, other, twice].map((message) => store.records.finishMessage(tenantId, message, nothingElse)),
    );
    expect(ends).toEqual(['ended', 'ended', 'already_ended']);
    expect(await store.log.readHead(tenantId)).toMatchObject({ size: 2 });
    await store.close();
  });

  it('fails one call of a group without affecting the others', async () => {
    const store = await open(await server.newDatabase());
    const tenantId = await newTenant(store.access);
    const keys = [sampleKey(tenantId), sampleKey(tenantId), sampleKey(tenantId)];
    const taken = { ...sampleKey(tenantId), publicId: keys[0]?.publicId ?? '' };
    const outcomes = await Promise.allSettled(
      [keys[0], taken, keys[1], keys[2]].map((key) => store.access.insertKey(tenantId, key as typeof taken)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await store.access.listKeys(tenantId)).toHaveLength(3);
    await store.close();
  });

  it('quotes no stored value in an error', async () => {
    const store = await open(await server.newDatabase());
    const tenantId = await newTenant(store.access);
    const key = sampleKey(tenantId);
    await store.access.insertKey(tenantId, key);
    const error: Error = await store.access
      .insertKey(tenantId, { ...sampleKey(tenantId), publicId: key.publicId })
      .then(
        () => new Error('it was inserted'),
        (thrown) => thrown,
      );
    expect(error.cause).toMatchObject({ code: '23505' });
    expect(String(error.cause)).not.toContain(key.publicId);
    await store.close();
  });

  it('rejects calls beyond its limit as overloaded, and answers those before', async () => {
    const store = await open(await server.newDatabase(), { waitingMax: 5 });
    const tenantId = await newTenant(store.access);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => store.access.insertKey(tenantId, sampleKey(tenantId))),
    );
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.map(({ reason }) => reason.code)).toEqual(['overloaded', 'overloaded', 'overloaded']);
    expect(await store.access.listKeys(tenantId)).toHaveLength(5);
    await store.close();
  });

  it('writes again what was cut off before its commit, and rejects calls while there is no database', async () => {
    const url = await server.newDatabase();
    const proxy = await openProxy(url);
    const store = await open(proxy.url);
    const tenantId = await newTenant(store.access);
    proxy.cutAt('COMMIT', 'before');
    await store.access.insertKey(tenantId, sampleKey(tenantId));
    expect(await store.access.listKeys(tenantId)).toHaveLength(1);
    await proxy.close();
    const unavailable = { code: 'audit_unavailable' };
    await expect(store.access.insertKey(tenantId, sampleKey(tenantId))).rejects.toMatchObject(unavailable);
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    await store.close();
  });

  it.each([
    { what: 'a transaction', isNew: false, content: 'short' },
    {
      what: 'a transaction that is sent at once and not all of which has left',
      isNew: true,
      content: 'long',
    },
  ])(
    'waits a few seconds for a process that stops in $what, which writes again later',
    async ({ isNew, content }) => {
      const url = await server.newDatabase();
      const proxy = await openProxy(url);
      const [frozen, other] = [await open(proxy.url, { connections: 1 }), await open(url)];
      const tenantId = await newTenant(other.access);
      await frozen.records.finishMessage(tenantId, sampleMessage(), { ...nothingElse, isNew: true });
      const question = content === 'long' ? randomBytes(400_000).toString('hex') : content;
      const message = sampleMessage({ envelope: [['question', question]] });
      const held = proxy.holdAt(tenantId);
      const late = frozen.records.finishMessage(tenantId, message, { ...nothingElse, isNew });
      const thaw = await held;
      const isLocked = async () => (await server.ask(url, tenantLocks)).length > 0;
      await waitFor(isLocked);
      const waiting = other.records.finishMessage(tenantId, sampleMessage(), nothingElse);
      expect(other.writesWaiting()).toMatchObject({ count: 1 });
      const startedMs = performance.now();
      await waiting;
      expect(other.writesWaiting()).toEqual({ count: 0, oldestMs: 0 });
      expect(frozen.writesWaiting().oldestMs).toBeGreaterThanOrEqual(performance.now() - startedMs);
      thaw();
      expect(await late).toBe('ended');
      expect(await other.log.readHead(tenantId)).toMatchObject({ size: 3 });
      await Promise.all([frozen.close(), other.close()]);
      await proxy.close();
    },
  );

  it('answers every earlier call before it closes, and refuses later ones', async () => {
    const store = await open(await server.newDatabase());
    const tenantId = await newTenant(store.access);
    const inserted = store.access.insertKey(tenantId, sampleKey(tenantId));
    const closed = store.close();
    await expect(store.access.insertKey(tenantId, sampleKey(tenantId))).rejects.toMatchObject({
      code: 'shutting_down',
    });
    await Promise.all([inserted, closed]);
  });

  it('does not open records of another master key', async () => {
    const url = await server.newDatabase();
    const store = await open(url);
    const tenantId = await newTenant(store.access);
    await store.records.finishMessage(tenantId, sampleMessage(), nothingElse);
    await store.close();
    await expect(openPostgresStore({ url, masterKey: new Uint8Array(32) })).rejects.toThrow('master key');
  });
});
