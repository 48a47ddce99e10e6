import { hash } from 'node:crypto';
import {
  appendLeaf,
  emptyFrontier,
  type Frontier,
  formatEntry,
  frontierRoot,
  type LogEntry,
  leafHash,
  listTiles,
  type Position,
  type Tile,
  tileBytes,
} from '@avow/audit';
import { formatTime } from '@avow/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantId } from '../../interfaces/identity.ts';
import type { Deed, LogStore, StoredCheckpoint } from '../../interfaces/log-store.ts';
import { sampleTimeMs } from './samples.ts';

/** A store of logs, and tenants that have none yet. */
export interface OpenedLogStore {
  readonly log: LogStore;
  newTenant(): Promise<TenantId>;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', bytes, 'buffer'));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export function sampleDeed(number: number, changes: Partial<Deed> = {}): Deed {
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

const sampleDeeds = (count: number, from = 0) =>
  Array.from({ length: count }, (_, number) => sampleDeed(from + number));

const entryOf = (tenantId: TenantId, { atMs, ...deed }: Deed): LogEntry => ({
  ...deed,
  tenantId,
  time: formatTime(atMs),
  commitments: [],
});

/** The tree over these leaves as the audit package grows it: what any store must come to. */
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

const leavesOf = (tenantId: TenantId, deeds: readonly Deed[]) =>
  deeds.map((deed) => leafHash(Buffer.from(formatEntry(entryOf(tenantId, deed))), sha256));

const checkpointOf = (size: number, root: string): StoredCheckpoint => ({
  ...{ size, root, createdAtMs: sampleTimeMs + size },
  note: `avow/x\n${size}\n${root}\n`,
});

/** What every store of logs must do, whatever it is built on. */
export function describeLogStore(name: string, open: () => Promise<OpenedLogStore>): void {
  describe(`${name} as a log store`, () => {
    let store: OpenedLogStore;
    let log: LogStore;
    beforeAll(async () => {
      store = await open();
      log = store.log;
    });
    afterAll(() => store.close());

    it('has an empty log for a tenant that has none yet', async () => {
      const tenantId = await store.newTenant();
      expect(await log.readHead(tenantId)).toEqual({ size: 0, hashes: [] });
      expect(await log.readTile(tenantId, { level: 0, index: 0, width: 1 })).toBeNull();
      expect(await log.readEntries(tenantId, { from: 0, limit: 10 })).toEqual([]);
      expect(await log.listDeeds(tenantId, {}, { before: null, limit: 10 })).toEqual([]);
      expect(await log.lastCheckpoint(tenantId)).toBeNull();
      expect(await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([]);
      expect((await log.listLogs()).map((one) => one.tenantId)).not.toContain(tenantId);
      expect(await log.append(tenantId, [])).toEqual([]);
      expect((await log.readHead(tenantId)).size).toBe(0);
    });

    it('puts deeds on the log, one after the other, as the leaves that the audit package writes', async () => {
      const tenantId = await store.newTenant();
      const deeds = [
        sampleDeed(1),
        sampleDeed(2, { kind: 'hold', subject: 'hld_1', state: 'placed', details: [['scope', 'tenant']] }),
        sampleDeed(3, { kind: 'expiry', subject: '', actor: '', details: [['leaves', '0-1 "ü"\n']] }),
      ];
      const places = [
        ...(await log.append(tenantId, deeds.slice(0, 1))),
        ...(await log.append(tenantId, deeds.slice(1))),
      ];
      expect(places).toEqual(
        leavesOf(tenantId, deeds).map((leaf, leafIndex) => ({ leafIndex, leafHash: toHex(leaf) })),
      );
      expect(await log.readEntries(tenantId, { from: 0, limit: 10 })).toEqual(
        places.map((place, at) => ({ ...place, text: formatEntry(entryOf(tenantId, deeds[at] as Deed)) })),
      );
      const { frontier } = growTree(leavesOf(tenantId, deeds));
      const head = await log.readHead(tenantId);
      expect({ size: head.size, hashes: head.hashes.map(toHex) }).toEqual({
        size: 3,
        hashes: frontier.hashes.map(toHex),
      });
    });

    it('gives every tile of every width that the tree has, and none beyond', async () => {
      const tenantId = await store.newTenant();
      const deeds = sampleDeeds(600);
      for (const [from, to] of [
        [0, 1],
        [1, 255],
        [255, 256],
        [256, 258],
        [258, 600],
      ]) {
        await log.append(tenantId, deeds.slice(from, to));
      }
      const { readHash, frontier } = growTree(leavesOf(tenantId, deeds));
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

    it('reads entries from any index on', async () => {
      const tenantId = await store.newTenant();
      const places = await log.append(tenantId, sampleDeeds(20));
      const read = async (from: number, limit: number) =>
        (await log.readEntries(tenantId, { from, limit })).map(({ leafIndex }) => leafIndex);
      expect(await read(0, 3)).toEqual([0, 1, 2]);
      expect(await read(17, 1000)).toEqual([17, 18, 19]);
      expect(await read(20, 5)).toEqual([]);
      expect((await log.readEntries(tenantId, { from: 7, limit: 1 }))[0]).toMatchObject(places[7] ?? {});
    });

    it('lists deeds newest first, by kind and by subject', async () => {
      const tenantId = await store.newTenant();
      await log.append(
        tenantId,
        Array.from({ length: 12 }, (_, number) =>
          sampleDeed(number, {
            kind: number % 3 === 0 ? 'erasure' : 'access',
            subject: `msg_${number % 2}`,
          }),
        ),
      );
      const list = async (...query: [Parameters<LogStore['listDeeds']>[1], number | null, number]) => {
        const [filter, before, limit] = query;
        return (await log.listDeeds(tenantId, filter, { before, limit })).map(({ leafIndex }) => leafIndex);
      };
      expect(await list({}, null, 3)).toEqual([11, 10, 9]);
      expect(await list({}, 9, 2)).toEqual([8, 7]);
      expect(await list({}, 0, 2)).toEqual([]);
      expect(await list({ kind: 'erasure' }, null, 10)).toEqual([9, 6, 3, 0]);
      expect(await list({ kind: 'erasure', subject: 'msg_0' }, null, 10)).toEqual([6, 0]);
      expect(await list({ subject: 'msg_1' }, 7, 2)).toEqual([5, 3]);
      expect(await list({ kind: 'hold' }, null, 10)).toEqual([]);
      const [newest] = await log.listDeeds(tenantId, {}, { before: null, limit: 1 });
      expect(newest).toEqual((await log.readEntries(tenantId, { from: 11, limit: 1 }))[0]);
    });

    it('gives every deed a place of its own, however many come at once', async () => {
      const tenantId = await store.newTenant();
      const places = await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          log.append(tenantId, sampleDeeds(1 + (number % 3), number * 3)),
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

    it('keeps checkpoints of which each is larger than the one before', async () => {
      const tenantId = await store.newTenant();
      const deeds = sampleDeeds(5);
      await log.append(tenantId, deeds);
      const leaves = leavesOf(tenantId, deeds);
      const at = (size: number) => checkpointOf(size, growTree(leaves.slice(0, size)).root);
      for (const size of [1, 3, 5]) expect(await log.putCheckpoint(tenantId, at(size))).toBe('kept');
      expect(await log.lastCheckpoint(tenantId)).toEqual(at(5));
      expect(await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([at(1), at(3), at(5)]);
      expect(await log.listCheckpoints(tenantId, { fromSize: 2, limit: 1 })).toEqual([at(3)]);
      expect(await log.listCheckpoints(tenantId, { fromSize: 6, limit: 10 })).toEqual([]);
      expect(await log.listLogs()).toContainEqual({ tenantId, size: 5, checkpointSize: 5 });
    });

    it('keeps one that is there already, and none that contradicts it', async () => {
      const tenantId = await store.newTenant();
      await log.append(tenantId, sampleDeeds(5));
      const three = checkpointOf(3, 'aa'.repeat(32));
      expect(await log.putCheckpoint(tenantId, three)).toBe('kept');
      // Whoever signs the same at another time says the same.
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

    it('keeps a checkpoint of a log that is empty', async () => {
      const tenantId = await store.newTenant();
      const none = checkpointOf(0, toHex(sha256(new Uint8Array())));
      expect(await log.putCheckpoint(tenantId, none)).toBe('kept');
      expect(await log.lastCheckpoint(tenantId)).toEqual(none);
      expect(await log.putCheckpoint(tenantId, checkpointOf(1, 'aa'.repeat(32)))).toBe('forked');
    });

    it('shows a tenant nothing of another', async () => {
      const [one, other] = [await store.newTenant(), await store.newTenant()];
      await log.append(one, sampleDeeds(3));
      await log.putCheckpoint(one, checkpointOf(3, 'aa'.repeat(32)));
      expect((await log.readHead(other)).size).toBe(0);
      expect(await log.readEntries(other, { from: 0, limit: 10 })).toEqual([]);
      expect(await log.lastCheckpoint(other)).toBeNull();
      expect(await log.append(other, sampleDeeds(1))).toMatchObject([{ leafIndex: 0 }]);
      expect((await log.readHead(one)).size).toBe(3);
      const logs = (await log.listLogs()).filter(({ tenantId }) => tenantId === one || tenantId === other);
      expect(logs.map(({ size }) => size).toSorted()).toEqual([1, 3]);
      expect(logs.map(({ tenantId }) => tenantId)).toEqual([one, other].toSorted());
    });
  });
}
