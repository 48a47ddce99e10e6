import type { DatabaseSync } from 'node:sqlite';
import type {
  Archive,
  ArchivedCheckpoint,
  ArchivedHold,
  ArchivedNode,
  ArchivedPlace,
  Stray,
} from '../../interfaces/archive.ts';
import { personOf } from '../sealing/record-secret.ts';
import { type ArchivedColumns, archivedMessage } from './archive-messages.ts';
import {
  deedsSql,
  leafHashesSql,
  leavesSql,
  leftoversSql,
  loggedTables,
  newestDeedSql,
  placesSql,
  strayQueries,
  tenantsSql,
} from './archive-sql.ts';
import { type HoldValues, holdColumnsSql } from './hold-columns.ts';
import type { KeyRing } from './key-ring.ts';
import { prepareReads } from './prepare-reads.ts';

type LeafColumns = readonly [
  leafIndex: number,
  leafHash: Uint8Array,
  deed: string | null,
  subject: string | null,
  entry: string,
  ...message: ArchivedColumns,
];

type PlaceColumns = readonly [
  leafIndex: number,
  isDeed: number,
  entry: string,
  threadId: string | null,
  person: string | null,
];

type HoldRow = readonly [...HoldValues, person: string | null];

const entryLength = 5;

function prepareAll(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    tenants: prepare<readonly [string]>(tenantsSql),
    tenant: prepare<readonly [string]>(
      'SELECT tenant_id FROM tenants WHERE tenant_id = ?1 OR name = ?1 ORDER BY tenant_id = ?1 DESC LIMIT 1',
    ),
    head: prepare<readonly [number, Uint8Array]>('SELECT size, frontier FROM logs WHERE tenant_id = ?'),
    leaves: prepare<LeafColumns>(leavesSql),
    places: prepare<PlaceColumns>(placesSql),
    hashes: prepare<readonly [number, Uint8Array]>(leafHashesSql),
    node: prepare<readonly [Uint8Array]>(
      'SELECT hash FROM log_nodes WHERE tenant_id = ? AND level = ? AND node_index = ?',
    ),
    checkpoints: prepare<readonly [number, string, string]>(
      'SELECT size, root, note FROM checkpoints WHERE tenant_id = ? AND size >= ? ORDER BY size LIMIT ?',
    ),
    deeds: prepare<PlaceColumns>(deedsSql),
    deedOf: prepare<readonly [number | null]>(newestDeedSql),
    message: prepare<readonly [number | null, number]>(
      `SELECT leaf_index, secret_no IS NOT NULL OR content_no IS NOT NULL
       FROM messages WHERE tenant_id = ? AND message_id = ?`,
    ),
    messageAt: prepare<readonly [string]>(
      'SELECT message_id FROM messages WHERE tenant_id = ? AND leaf_index = ?',
    ),
    droppedMessage: prepare<readonly [number]>(
      'SELECT leaf_index FROM dropped_records WHERE tenant_id = ? AND message_id = ?',
    ),
    records: prepare<readonly [number]>(
      'SELECT count(*) FROM log_entries WHERE tenant_id = ? AND leaf_index < ? AND deed IS NULL',
    ),
    holds: prepare<HoldRow>(
      `SELECT ${holdColumnsSql}, person FROM holds WHERE tenant_id = ? ORDER BY hold_id`,
    ),
    retention: prepare<readonly [number | null, number | null]>(
      'SELECT content_days, record_days FROM retentions WHERE tenant_id = ?',
    ),
    strays: strayQueries.map(([table, sql]) => ({
      table,
      find: prepare<readonly [string | null, string | null]>(sql),
    })),
    // Not the quick one: that does not look whether an index has every row.
    damages: loggedTables.map((table) => ({
      table,
      find: prepare<readonly [string]>(`PRAGMA integrity_check(${table})`),
    })),
    leftovers: leftoversSql.map(([table, sql]) => ({ table, find: prepare<readonly [number]>(sql) })),
  };
}

const decodePlace = ([leafIndex, isDeed, entry, threadId, person]: PlaceColumns): ArchivedPlace => ({
  ...{ leafIndex, entry, threadId, person },
  isDeed: isDeed === 1,
});

const decodeHold = ([
  holdId,
  scope,
  messageId,
  threadId,
  placedAtMs,
  placedBy,
  liftedAtMs,
  liftedBy,
  person,
]: HoldRow): ArchivedHold => ({
  ...{ holdId, scope, messageId, threadId, person, placedAtMs, placedBy, liftedAtMs, liftedBy },
});

/** Reads all that is kept, over one connection that may only read. */
export function createArchive(database: DatabaseSync, keys: KeyRing): Archive {
  const reads = prepareAll(database);
  const readNodes = database.prepare(
    'SELECT level, node_index AS "index", hash FROM log_nodes WHERE tenant_id = ? ORDER BY level, node_index',
  );
  const findKey = (tenantId: string) => {
    try {
      return keys.find(tenantId);
    } catch {
      return 'damaged';
    }
  };
  const usableKey = (tenantId: string) => {
    const key = findKey(tenantId);
    return key === 'damaged' ? null : key;
  };
  return {
    inSnapshot(work) {
      if (database.isTransaction) return work();
      database.exec('BEGIN');
      try {
        return work();
      } finally {
        if (database.isTransaction) database.exec('ROLLBACK');
      }
    },
    listTenants: () => reads.tenants.all().map(([tenantId]) => tenantId),
    findTenant: (wanted) => reads.tenant.first(wanted)?.[0] ?? null,
    keyOf(tenantId) {
      const key = findKey(tenantId);
      if (key === null) return 'none';
      return key === 'damaged' ? key : 'kept';
    },
    readHead(tenantId) {
      const [size = null, frontier = new Uint8Array()] = reads.head.first(tenantId) ?? [];
      return { size, frontier };
    },
    readLeaves(tenantId, { start, end }) {
      const key = usableKey(tenantId);
      return reads.leaves.all(tenantId, start, end).map((columns) => {
        const [leafIndex, leafHash, deed, subject, entry] = columns;
        const message = columns.slice(entryLength) as unknown as ArchivedColumns;
        const isThere = message[2] !== null;
        return {
          leafIndex,
          leafHash,
          deed,
          subject,
          entry,
          message: isThere ? archivedMessage(message, key) : null,
        };
      });
    },
    listPlaces: (tenantId, { start, end }) => reads.places.all(tenantId, start, end).map(decodePlace),
    readLeafHashes: (tenantId, { start, end }) => reads.hashes.all(tenantId, start, end),
    readNodes: (tenantId) => readNodes.iterate(tenantId) as Iterable<unknown> as Iterable<ArchivedNode>,
    readNode: (tenantId, { level, index }) => reads.node.first(tenantId, level, index)?.[0] ?? null,
    listCheckpoints: (tenantId, fromSize, limit) =>
      reads.checkpoints
        .all(tenantId, fromSize, limit)
        .map(([size, root, note]): ArchivedCheckpoint => ({ size, root, note })),
    listDeeds: (tenantId, kind, { from, limit }) =>
      reads.deeds.all(tenantId, kind, from, limit).map(decodePlace),
    findDeed: (tenantId, kind, subject) => reads.deedOf.first(tenantId, kind, subject)?.[0] ?? null,
    findMessage(tenantId, messageId) {
      const found = reads.message.first(tenantId, messageId);
      return found === null ? null : { leafIndex: found[0], isWhole: found[1] === 1 };
    },
    findMessageAt: (tenantId, leafIndex) => reads.messageAt.first(tenantId, leafIndex)?.[0] ?? null,
    findDropped: (tenantId, messageId) => reads.droppedMessage.first(tenantId, messageId)?.[0] ?? null,
    findStray(tenantId, size): Stray | null {
      for (const { table, find } of reads.strays) {
        const found = find.first(tenantId, size);
        if (found !== null) return { table, messageId: found[0], leafIndex: found[1] };
      }
      return null;
    },
    findLeftover() {
      for (const { table, find } of reads.leftovers) {
        const found = find.first();
        if (found !== null) return { table, row: found[0] };
      }
      return null;
    },
    findDamage() {
      for (const { table, find } of reads.damages) {
        const why = find.first()?.[0] ?? 'ok';
        if (why !== 'ok') return { table, why };
      }
      return null;
    },
    listHolds: (tenantId) => reads.holds.all(tenantId).map(decodeHold),
    readRetention(tenantId) {
      const found = reads.retention.first(tenantId);
      return found === null ? null : { contentDays: found[0], recordDays: found[1] };
    },
    personOf(tenantId, endUserId) {
      const key = usableKey(tenantId);
      return key === null ? null : personOf(key, endUserId);
    },
    countRecords: (tenantId, size) => reads.records.first(tenantId, size)?.[0] ?? 0,
    close: () => database.close(),
  };
}
