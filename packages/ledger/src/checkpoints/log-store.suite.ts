import { hash } from 'node:crypto';
import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import {
  appendLeaf,
  emptyFrontier,
  type Frontier,
  formatEntry,
  type LogEntry,
  leafHash,
} from '@avow/ledger-log/entries';
import { listTiles, type Tile, tileBytes } from '@avow/ledger-log/tiles';
import { frontierRoot, type Position } from '@avow/ledger-log/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEvent, LogStore, StoredCheckpoint } from './log-store.ts';

const sampleTimeMs = Date.UTC(2026, 10, 15, 9, 30);

/** A log store, and new tenants without a log. */
export interface OpenedLogStore {
  readonly log: LogStore;
  newTenant(): Promise<TenantId>;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', bytes, 'buffer'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export function sampleLogEvent(number: number, changes: Partial<LogEvent> = {}): LogEvent {
  return {
    kind: 'access',
    subject: `msg_${number}`,
    state: 'read',
    atMs: sampleTimeMs + number,
    actor: 'key_1',
    details: [],
    ...changes,
  };
}

const sampleLogEvents = (count: number, from = 0) =>
  Array.from({ length: count }, (_, number) => sampleLogEvent(from + number));

const entryOf = (tenantId: TenantId, { atMs, ...event }: LogEvent): LogEntry => ({
  ...event,
  tenantId,
  time: formatTime(atMs),
  commitments: [],
});

/** The expected tree over these leaves. */
function growTree(leafHashes: readonly Uint8Array[]) {
  const nodes = new Map<string, Uint8Array>();
  const keyOf = ({ level, index }: Position) => `${level}/${index}`;
  let frontier: Frontier = emptyFrontier;
  for (const leaf of leafHashes) {
    const growth = appendLeaf({ frontier, leafHash: leaf }, sha256);
    for (const node of growth.completed) nodes.set(keyOf(node), node.hash);
    frontier = growth.frontier;
  }
  return {
    frontier,
    root: toHex(frontierRoot(frontier, sha256)),
    readHash: (position: Position) => nodes.get(keyOf(position)) ?? new Uint8Array(),
  };
}

const leavesOf = (tenantId: TenantId, events: readonly LogEvent[]) =>
  events.map((event) => leafHash(Buffer.from(formatEntry(entryOf(tenantId, event))), sha256));

const checkpointOf = (size: number, root: string): StoredCheckpoint => ({
  ...{ size, root, createdAtMs: sampleTimeMs + size },
  note: `avow/x\n${size}\n${root}\n`,
});

/** The requirements on every log store. */
export function describeLogStore(name: string, open: () => Promise<OpenedLogStore>): void {
  describe(`${name} as a log store`, () => {
    let store: OpenedLogStore;
    let log: LogStore;
    beforeAll(async () => {
      store = await open();
      log = store.log;
    });
    afterAll(() => store.close());

    it('has an empty log for a new tenant', async () => {
      const tenantId = await store.newTenant();
      expect(await log.readHead(tenantId)).toEqual({ size: 0, hashes: [] });
      expect(await log.readTile(tenantId, { level: 0, index: 0, width: 1 })).toBeNull();
      expect(await log.readEntries(tenantId, { from: 0, limit: 10 })).toEqual([]);
      expect(await log.listLogEvents(tenantId, {}, { before: null, limit: 10 })).toEqual([]);
      expect(await log.lastCheckpoint(tenantId)).toBeNull();
      expect(await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([]);
      expect((await log.listLogs()).map((one) => one.tenantId)).not.toContain(tenantId);
      expect(await log.append(tenantId, [])).toEqual([]);
      expect((await log.readHead(tenantId)).size).toBe(0);
    });

    it('appends events in order, as the leaves that formatEntry writes', async () => {
      const tenantId = await store.newTenant();
      const events = [
        sampleLogEvent(1),
        sampleLogEvent(2, {
          kind: 'hold',
          subject: 'hld_1',
          state: 'placed',
          details: [['scope', 'tenant']],
        }),
        sampleLogEvent(3, { kind: 'expiry', subject: '', actor: '', details: [['leaves', '0-1 "ü"\n']] }),
      ];
      const places = [
        ...(await log.append(tenantId, events.slice(0, 1))),
        ...(await log.append(tenantId, events.slice(1))),
      ];
      expect(places).toEqual(
        leavesOf(tenantId, events).map((leaf, leafIndex) => ({ leafIndex, leafHash: toHex(leaf) })),
      );
      expect(await log.readEntries(tenantId, { from: 0, limit: 10 })).toEqual(
        places.map((place, at) => ({
          ...place,
          text: formatEntry(entryOf(tenantId, events[at] as LogEvent)),
        })),
      );
      const { frontier } = growTree(leavesOf(tenantId, events));
      const head = await log.readHead(tenantId);
      expect({ size: head.size, hashes: head.hashes.map(toHex) }).toEqual({
        size: 3,
        hashes: frontier.hashes.map(toHex),
      });
    });

    it('returns every tile of every width that the tree has, and none beyond', async () => {
      const tenantId = await store.newTenant();
      const events = sampleLogEvents(600);
      for (const [from, to] of [
        [0, 1],
        [1, 255],
        [255, 256],
        [256, 258],
        [258, 600],
      ]) {
        await log.append(tenantId, events.slice(from, to));
      }
      const { readHash, frontier } = growTree(leavesOf(tenantId, events));
      expect((await log.readHead(tenantId)).hashes.map(toHex)).toEqual(frontier.hashes.map(toHex));
      const tiles: Tile[] = [1, 2, 255, 256, 300, 511, 512, 600].flatMap((newer) => [
        ...listTiles({ older: 0, newer }),
      ]);
      for (const tile of tiles) {
        const bytes = await log.readTile(tenantId, tile);
        expect(bytes && toHex(bytes), JSON.stringify(tile)).toBe(toHex(await tileBytes(tile, readHash)));
      }
      for (const beyond of [
        { level: 0, index: 2, width: 89 },
        { level: 0, index: 2, width: 256 },
        { level: 0, index: 3, width: 1 },
        { level: 1, index: 0, width: 3 },
        { level: 1, index: 1, width: 1 },
        { level: 2, index: 0, width: 1 },
      ]) {
        expect(await log.readTile(tenantId, beyond), JSON.stringify(beyond)).toBeNull();
      }
    });

    it('reads entries starting at any index', async () => {
      const tenantId = await store.newTenant();
      const places = await log.append(tenantId, sampleLogEvents(20));
      const read = async (from: number, limit: number) =>
        (await log.readEntries(tenantId, { from, limit })).map(({ leafIndex }) => leafIndex);
      expect(await read(0, 3)).toEqual([0, 1, 2]);
      expect(await read(17, 1000)).toEqual([17, 18, 19]);
      expect(await read(20, 5)).toEqual([]);
      expect((await log.readEntries(tenantId, { from: 7, limit: 1 }))[0]).toMatchObject(places[7] ?? {});
    });

    it('lists events newest first, by kind and by subject', async () => {
      const tenantId = await store.newTenant();
      await log.append(
        tenantId,
        Array.from({ length: 12 }, (_, number) =>
          sampleLogEvent(number, {
            kind: number % 3 === 0 ? 'erasure' : 'access',
            subject: `msg_${number % 2}`,
          }),
        ),
      );
      const list = async (...query: [Parameters<LogStore['listLogEvents']>[1], number | null, number]) => {
        const [filter, before, limit] = query;
        return (await log.listLogEvents(tenantId, filter, { before, limit })).map(
          ({ leafIndex }) => leafIndex,
        );
      };
      expect(await list({}, null, 3)).toEqual([11, 10, 9]);
      expect(await list({}, 9, 2)).toEqual([8, 7]);
      expect(await list({}, 0, 2)).toEqual([]);
      expect(await list({ kind: 'erasure' }, null, 10)).toEqual([9, 6, 3, 0]);
      expect(await list({ kind: 'erasure', subject: 'msg_0' }, null, 10)).toEqual([6, 0]);
      expect(await list({ subject: 'msg_1' }, 7, 2)).toEqual([5, 3]);
      expect(await list({ kind: 'hold' }, null, 10)).toEqual([]);
      const [newest] = await log.listLogEvents(tenantId, {}, { before: null, limit: 1 });
      expect(newest).toEqual((await log.readEntries(tenantId, { from: 11, limit: 1 }))[0]);
    });

    it('gives every event its own index, however many are appended concurrently', async () => {
      const tenantId = await store.newTenant();
      const places = await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          log.append(tenantId, sampleLogEvents(1 + (number % 3), number * 3)),
        ),
      );
      for (const batch of places) {
        const [first] = batch;
        expect(batch.map(({ leafIndex }) => leafIndex - (first?.leafIndex ?? 0))).toEqual([...batch.keys()]);
      }
      const indexes = places.flat().map(({ leafIndex }) => leafIndex);
      expect(indexes.toSorted((a, b) => a - b)).toEqual([...indexes.keys()]);
      const entries = await log.readEntries(tenantId, { from: 0, limit: 1000 });
      const { frontier } = growTree(entries.map((entry) => Buffer.from(entry.leafHash, 'hex')));
      expect((await log.readHead(tenantId)).hashes.map(toHex)).toEqual(frontier.hashes.map(toHex));
    });

    it('stores checkpoints of increasing size', async () => {
      const tenantId = await store.newTenant();
      const events = sampleLogEvents(5);
      await log.append(tenantId, events);
      const leaves = leavesOf(tenantId, events);
      const at = (size: number) => checkpointOf(size, growTree(leaves.slice(0, size)).root);
      for (const size of [1, 3, 5]) expect(await log.putCheckpoint(tenantId, at(size))).toBe('kept');
      expect(await log.lastCheckpoint(tenantId)).toEqual(at(5));
      expect(await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([at(1), at(3), at(5)]);
      expect(await log.listCheckpoints(tenantId, { fromSize: 2, limit: 1 })).toEqual([at(3)]);
      expect(await log.listCheckpoints(tenantId, { fromSize: 6, limit: 10 })).toEqual([]);
      expect(await log.listLogs()).toContainEqual({ tenantId, size: 5, checkpointSize: 5 });
    });

    it('accepts a checkpoint again, and rejects one that contradicts it', async () => {
      const tenantId = await store.newTenant();
      await log.append(tenantId, sampleLogEvents(5));
      const three = checkpointOf(3, 'aa'.repeat(32));
      expect(await log.putCheckpoint(tenantId, three)).toBe('kept');
      // The same checkpoint signed at another time is the same.
      expect(await log.putCheckpoint(tenantId, { ...three, createdAtMs: 1 })).toBe('kept');
      expect(await log.lastCheckpoint(tenantId)).toEqual(three);
      for (const odd of [
        checkpointOf(3, 'bb'.repeat(32)),
        checkpointOf(2, 'aa'.repeat(32)),
        checkpointOf(6, 'aa'.repeat(32)),
      ]) {
        expect(await log.putCheckpoint(tenantId, odd)).toBe('forked');
      }
      expect(await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([three]);
      expect(await log.listLogs()).toContainEqual({ tenantId, size: 5, checkpointSize: 3 });
    });

    it('stores a checkpoint only after the one that its signer knew', async () => {
      const tenantId = await store.newTenant();
      await log.append(tenantId, sampleLogEvents(5));
      const at = (size: number) => checkpointOf(size, 'aa'.repeat(32));
      expect(await log.putCheckpoint(tenantId, at(3), { after: 2 })).toBe('forked');
      expect(await log.putCheckpoint(tenantId, at(3), { after: null })).toBe('kept');
      for (const after of [null, 2, 4]) {
        expect(await log.putCheckpoint(tenantId, at(5), { after })).toBe('forked');
      }
      expect(await log.putCheckpoint(tenantId, at(5), { after: 3 })).toBe('kept');
      // The same one again, whatever was known.
      expect(await log.putCheckpoint(tenantId, at(5), { after: 3 })).toBe('kept');
    });

    it('stores a checkpoint of an empty log', async () => {
      const tenantId = await store.newTenant();
      const none = checkpointOf(0, toHex(sha256(new Uint8Array())));
      expect(await log.putCheckpoint(tenantId, none)).toBe('kept');
      expect(await log.lastCheckpoint(tenantId)).toEqual(none);
      expect(await log.putCheckpoint(tenantId, checkpointOf(1, 'aa'.repeat(32)))).toBe('forked');
    });

    it('shows a tenant nothing of another', async () => {
      const [one, other] = [await store.newTenant(), await store.newTenant()];
      await log.append(one, sampleLogEvents(3));
      await log.putCheckpoint(one, checkpointOf(3, 'aa'.repeat(32)));
      expect((await log.readHead(other)).size).toBe(0);
      expect(await log.readEntries(other, { from: 0, limit: 10 })).toEqual([]);
      expect(await log.lastCheckpoint(other)).toBeNull();
      expect(await log.append(other, sampleLogEvents(1))).toMatchObject([{ leafIndex: 0 }]);
      expect((await log.readHead(one)).size).toBe(3);
      const logs = (await log.listLogs()).filter(({ tenantId }) => tenantId === one || tenantId === other);
      expect(logs.map(({ size }) => size).toSorted()).toEqual([1, 3]);
      expect(logs.map(({ tenantId }) => tenantId)).toEqual([one, other].toSorted());
    });
  });
}
