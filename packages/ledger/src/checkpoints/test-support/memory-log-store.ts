import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import {
  appendLeaf,
  emptyFrontier,
  type Frontier,
  formatEntry,
  type LogEntry,
  leafHash,
} from '@avow/ledger-log/entries';
import { type Tile, tilePositions } from '@avow/ledger-log/tiles';
import type { Position } from '@avow/ledger-log/tree';
import { sha256Bytes, toHex } from '../hashing.ts';
import type { LogPlace, LogStore, StoredCheckpoint, StoredEntry } from '../log-store.ts';

interface MemoryLog {
  entries: Array<StoredEntry & Pick<LogEntry, 'kind' | 'subject'>>;
  nodes: Map<string, Uint8Array>;
  frontier: Frontier;
  checkpoints: StoredCheckpoint[];
}

/** A log store in memory that can also be tampered with. */
export interface MemoryLogStore extends LogStore {
  newTenant(): TenantId;
  appendEntry(tenantId: TenantId, entry: Omit<LogEntry, 'tenantId'>): LogPlace;
  /** Takes a backup; the returned function restores it. */
  save(): () => void;
  /** Rebuilds the log of a tenant from these texts, as an attacker who rewrites history would. */
  rewrite(tenantId: TenantId, change: (texts: readonly string[]) => readonly string[]): void;
  /** Deletes checkpoints of a larger size. */
  forgetCheckpoints(tenantId: TenantId, sizeMax: number): void;
  /** Deletes the log of a tenant. */
  drop(tenantId: TenantId): void;
}

const keyOf = ({ level, index }: Position) => `${level}/${index}`;
const emptyLog = (): MemoryLog => ({
  ...{ entries: [], checkpoints: [] },
  nodes: new Map(),
  frontier: emptyFrontier,
});

function appendText(log: MemoryLog, text: string): LogPlace {
  const leaf = leafHash(Buffer.from(text), sha256Bytes);
  const growth = appendLeaf({ frontier: log.frontier, leafHash: leaf }, sha256Bytes);
  for (const node of growth.completed) log.nodes.set(keyOf(node), node.hash);
  log.frontier = growth.frontier;
  const place = { leafIndex: log.entries.length, leafHash: toHex(leaf) };
  const [, kind, , subject] = JSON.parse(text) as [string, string, string, string];
  log.entries.push({ ...place, text, kind, subject });
  return place;
}

function readTile({ nodes }: MemoryLog, tile: Tile): Uint8Array | null {
  const hashes = tilePositions(tile).map((position) => nodes.get(keyOf(position)));
  return hashes.some((hash) => hash === undefined) ? null : Buffer.concat(hashes as Uint8Array[]);
}

function putCheckpoint(
  log: MemoryLog,
  checkpoint: StoredCheckpoint,
  after: number | null | undefined,
): 'kept' | 'forked' {
  const same = log.checkpoints.find(({ size }) => size === checkpoint.size);
  if (same !== undefined) return same.root === checkpoint.root ? 'kept' : 'forked';
  if ((log.checkpoints.at(-1)?.size ?? -1) > checkpoint.size) return 'forked';
  if (after !== undefined && after !== (log.checkpoints.at(-1)?.size ?? null)) return 'forked';
  if (checkpoint.size > log.entries.length) return 'forked';
  log.checkpoints.push(checkpoint);
  return 'kept';
}

const entryOnly = ({ leafIndex, leafHash: hash, text }: StoredEntry): StoredEntry => ({
  ...{ leafIndex, text },
  leafHash: hash,
});

export function createMemoryLogStore(): MemoryLogStore {
  let logs = new Map<TenantId, MemoryLog>();
  const logOf = (tenantId: TenantId) => logs.get(tenantId) ?? emptyLog();
  const written = (tenantId: TenantId) => {
    const log = logOf(tenantId);
    logs.set(tenantId, log);
    return log;
  };
  return {
    newTenant: () => newId('ten', Date.now()),
    appendEntry: (tenantId, entry) => appendText(written(tenantId), formatEntry({ ...entry, tenantId })),
    save: () => {
      const saved = structuredClone(logs);
      return () => {
        logs = structuredClone(saved);
      };
    },
    rewrite: (tenantId, change) => {
      const { entries, checkpoints } = logOf(tenantId);
      const log = { ...emptyLog(), checkpoints };
      for (const text of change(entries.map(({ text }) => text))) appendText(log, text);
      logs.set(tenantId, log);
    },
    forgetCheckpoints: (tenantId, sizeMax) => {
      const log = written(tenantId);
      log.checkpoints = log.checkpoints.filter(({ size }) => size <= sizeMax);
    },
    drop: (tenantId) => void logs.delete(tenantId),

    append: async (tenantId, events) =>
      events.map(({ atMs, ...event }) => {
        const entry = { ...event, tenantId, time: formatTime(atMs), commitments: [] };
        return appendText(written(tenantId), formatEntry(entry));
      }),
    readHead: async (tenantId) => logOf(tenantId).frontier,
    readTile: async (tenantId, tile) => readTile(logOf(tenantId), tile),
    readEntries: async (tenantId, { from, limit }) =>
      logOf(tenantId)
        .entries.slice(from, from + limit)
        .map(entryOnly),
    listLogEvents: async (tenantId, filter, { before, limit }) =>
      logOf(tenantId)
        .entries.filter(({ kind }) => kind !== 'record' && (filter.kind ?? kind) === kind)
        .filter(({ subject }) => (filter.subject ?? subject) === subject)
        .filter(({ leafIndex }) => before === null || leafIndex < before)
        .reverse()
        .slice(0, limit)
        .map(entryOnly),
    putCheckpoint: async (tenantId, checkpoint, also) =>
      putCheckpoint(written(tenantId), checkpoint, also?.after),
    lastCheckpoint: async (tenantId) => logOf(tenantId).checkpoints.at(-1) ?? null,
    listCheckpoints: async (tenantId, { fromSize, limit }) =>
      logOf(tenantId)
        .checkpoints.filter(({ size }) => size >= fromSize)
        .slice(0, limit),
    listLogs: async () =>
      [...logs.entries()]
        .map(([tenantId, { entries, checkpoints }]) => ({
          tenantId,
          size: entries.length,
          checkpointSize: checkpoints.at(-1)?.size ?? 0,
        }))
        .sort((one, other) => (one.tenantId < other.tenantId ? -1 : 1)),
  };
}
