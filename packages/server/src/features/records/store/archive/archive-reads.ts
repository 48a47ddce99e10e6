import type {
  Archive,
  ArchivedAttestation,
  ArchivedCheckpoint,
  ArchivedHold,
  ArchivedNode,
  ArchivedPlace,
  Stray,
} from '@avow/ledger/verification';
import type { Operation, SqlValue, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { personOf } from '@avow/storage/sealing';
import { type HeadColumns, readHeadSql } from '../../../log/store/log-growth.ts';
import { type ClearHold, clearHoldColumns } from '../../../retention/store/hold-columns.ts';
import { type RetentionColumns, readRetentionSql } from '../../../retention/store/retention-reads.ts';
import { prepareContent } from './archive-content.ts';
import { type ArchivedColumns, archivedMessage } from './archive-messages.ts';
import { prepareRights } from './archive-rights.ts';
import { prepareSamples } from './archive-samples.ts';
import {
  eventsSql,
  leafHashesSql,
  leavesSql,
  leftoverQueries,
  newestEventSql,
  placesSql,
  strayQueries,
  tenantsSql,
} from './archive-sql.ts';

/** An entry, and the message that claims its place; all message columns are null if there is none. */
type LeafRow = {
  readonly log_index: number;
  readonly log_hash: Uint8Array;
  readonly event_kind: string | null;
  readonly subject: string | null;
  readonly entry: string;
} & (ArchivedColumns | { readonly message_id: null });

interface PlaceRow {
  readonly leaf_index: number;
  readonly is_event: number;
  readonly entry: string;
  readonly thread_id: string | null;
  readonly end_user_id: string | null;
  readonly status: string | null;
  readonly band: string | null;
  readonly tripwire_triggered: number | null;
  readonly audience: string | null;
}

interface HoldRow extends ClearHold {
  readonly person: string | null;
}

interface StrayRow {
  readonly message_id: string | null;
  readonly leaf_index: string | null;
}

interface IndexRow {
  readonly leaf_index: number;
}

interface IdRow {
  readonly tenant_id: string;
}

/** A database that a thread waits for. */
export interface ArchiveSource {
  readonly statements: Statements;
  /** The value of an operation, once all its queries were answered. */
  run<Value>(operation: Operation<Value>): Value;
  inSnapshot: Archive['inSnapshot'];
  findDamage: Archive['findDamage'];
  close(): void;
}

interface Rows<Row> {
  first(...values: readonly SqlValue[]): Row | null;
  all(...values: readonly SqlValue[]): Row[];
}

function prepareRows({ statements, run }: ArchiveSource) {
  return <Row>(sql: string): Rows<Row> => {
    const prepared = statements.read<Row>(sql);
    return {
      first: (...values) => run(prepared.first(...values)),
      all: (...values) => run(prepared.all(...values)),
    };
  };
}

function prepareAll(source: ArchiveSource) {
  const { dialect } = source.statements;
  const prepare = prepareRows(source);
  return {
    tenants: prepare<IdRow>(tenantsSql),
    tenant: prepare<IdRow>(
      'SELECT tenant_id FROM tenants WHERE tenant_id = ?1 OR name = ?1 ORDER BY tenant_id = ?1 DESC LIMIT 1',
    ),
    head: prepare<HeadColumns>(readHeadSql),
    leaves: prepare<LeafRow>(leavesSql(dialect)),
    places: prepare<PlaceRow>(placesSql),
    hashes: prepare<IndexRow & { readonly leaf_hash: Uint8Array }>(leafHashesSql),
    node: prepare<{ readonly hash: Uint8Array }>(
      'SELECT hash FROM log_nodes WHERE tenant_id = ? AND level = ? AND node_index = ?',
    ),
    checkpoints: prepare<ArchivedCheckpoint>(
      'SELECT size, root, note FROM checkpoints WHERE tenant_id = ? AND size >= ? ORDER BY size LIMIT ?',
    ),
    attestations: prepare<ArchivedAttestation>(
      `SELECT kind, source, attestations.size, proof, note FROM attestations
       LEFT JOIN checkpoints ON checkpoints.tenant_id = attestations.tenant_id AND checkpoints.size = attestations.size
       WHERE attestations.tenant_id = ? AND (attestations.size, kind, source) > (?, ?, ?)
       ORDER BY attestations.size, kind, source LIMIT ?`,
    ),
    events: prepare<PlaceRow>(eventsSql(dialect)),
    eventOf: prepare<{ readonly leaf_index: number | null }>(newestEventSql(dialect)),
    message: prepare<{ readonly leaf_index: number | null; readonly is_whole: number }>(
      `SELECT leaf_index, CASE WHEN secret_no IS NULL AND content_no IS NULL THEN 0 ELSE 1 END AS is_whole
       FROM messages WHERE tenant_id = ? AND message_id = ?`,
    ),
    messageAt: prepare<{ readonly message_id: string }>(
      'SELECT message_id FROM messages WHERE tenant_id = ? AND leaf_index = ?',
    ),
    droppedMessage: prepare<IndexRow>(
      'SELECT leaf_index FROM dropped_records WHERE tenant_id = ? AND message_id = ?',
    ),
    records: prepare<{ readonly count: number }>(
      'SELECT count(*) AS count FROM log_entries WHERE tenant_id = ? AND leaf_index < ? AND event_kind IS NULL',
    ),
    holds: prepare<HoldRow>(
      `SELECT ${clearHoldColumns.join(', ')}, person FROM holds WHERE tenant_id = ? ORDER BY hold_id`,
    ),
    retention: prepare<RetentionColumns>(readRetentionSql),
    strays: strayQueries(dialect).map(([table, sql]) => ({
      table,
      find: prepare<StrayRow>(sql),
    })),
    nodes: prepare<ArchivedNode>(nodesSql),
    leftovers: leftoverQueries(dialect).map(([table, sql]) => ({
      table,
      find: prepare<{ readonly row: number }>(sql),
    })),
  };
}

const decodePlace = (row: PlaceRow): ArchivedPlace => ({
  leafIndex: row.leaf_index,
  entry: row.entry,
  threadId: row.thread_id,
  person: row.end_user_id,
  status: row.status,
  band: row.band,
  tripwireTriggered: row.tripwire_triggered === null ? null : row.tripwire_triggered === 1,
  audience: row.audience,
  isEvent: row.is_event === 1,
});

const decodeHold = (row: HoldRow): ArchivedHold => ({
  holdId: row.hold_id,
  scope: row.scope,
  messageId: row.message_id,
  threadId: row.thread_id,
  person: row.person,
  placedAtMs: row.placed_at_ms,
  placedBy: row.placed_by,
  liftedAtMs: row.lifted_at_ms,
  liftedBy: row.lifted_by,
});

const nodesSql = `SELECT level, node_index AS "index", hash FROM log_nodes
  WHERE tenant_id = ? AND (level, node_index) > (?, ?) ORDER BY level, node_index LIMIT ?`;
const nodesPerPage = 4096;
const integerMax = 2 ** 63 - 1024;

/** The nearest integer of 64 bits, as digits: engines compare it with what is stored, which may be out of all proportion. */
const toInteger = (number: number) => String(BigInt(Math.max(-integerMax, Math.min(number, integerMax))));

function* pageNodes(nodes: Rows<ArchivedNode>, tenantId: string): Generator<ArchivedNode> {
  let last = { level: Number.MIN_SAFE_INTEGER, index: 0 };
  for (;;) {
    const page = nodes.all(tenantId, last.level, last.index, nodesPerPage);
    yield* page;
    last = page.at(-1) ?? last;
    if (page.length < nodesPerPage) return;
  }
}

/** Reads everything that is stored, over one read-only connection. */
export function createArchive(source: ArchiveSource, keys: KeyRing): Archive {
  const reads = prepareAll(source);
  const rights = prepareRights(source);
  const content = prepareContent(source);
  const samples = prepareSamples(source);
  const findKey = (tenantId: string) => {
    try {
      return source.run(keys.find(tenantId));
    } catch {
      return 'damaged';
    }
  };
  const usableKey = (tenantId: string) => {
    const key = findKey(tenantId);
    return key === 'damaged' ? null : key;
  };
  return {
    inSnapshot: source.inSnapshot,
    findDamage: source.findDamage,
    listTenants: () => reads.tenants.all().map((tenant) => tenant.tenant_id),
    findTenant: (wanted) => reads.tenant.first(wanted)?.tenant_id ?? null,
    keyOf(tenantId) {
      const key = findKey(tenantId);
      if (key === null) return 'none';
      return key === 'damaged' ? key : 'kept';
    },
    readHead(tenantId) {
      return reads.head.first(tenantId) ?? { size: null, frontier: new Uint8Array() };
    },
    readLeaves(tenantId, { start, end }) {
      const key = usableKey(tenantId);
      return reads.leaves.all(tenantId, start, end).map((row) => ({
        leafIndex: row.log_index,
        leafHash: row.log_hash,
        eventKind: row.event_kind,
        subject: row.subject,
        entry: row.entry,
        message: row.message_id === null ? null : archivedMessage(row, key),
      }));
    },
    listPlaces: (tenantId, { start, end }) => reads.places.all(tenantId, start, end).map(decodePlace),
    readLeafHashes: (tenantId, { start, end }) =>
      reads.hashes.all(tenantId, start, end).map((row) => [row.leaf_index, row.leaf_hash]),
    readNodes: (tenantId) => pageNodes(reads.nodes, tenantId),
    readNode: (tenantId, { level, index }) => reads.node.first(tenantId, level, index)?.hash ?? null,
    listCheckpoints: (tenantId, fromSize, limit) =>
      reads.checkpoints.all(tenantId, toInteger(fromSize), limit),
    listAttestations: (tenantId, { size, kind, source }, limit) =>
      reads.attestations.all(tenantId, size, kind, source, limit),
    listLogEvents: (tenantId, kind, { from, limit }) =>
      reads.events.all(tenantId, kind, from, limit).map(decodePlace),
    findEvent: (tenantId, kind, subject) => reads.eventOf.first(tenantId, kind, subject)?.leaf_index ?? null,
    findMessage(tenantId, messageId) {
      const found = reads.message.first(tenantId, messageId);
      return found === null ? null : { leafIndex: found.leaf_index, isWhole: found.is_whole === 1 };
    },
    findMessageAt: (tenantId, leafIndex) => reads.messageAt.first(tenantId, leafIndex)?.message_id ?? null,
    findDropped: (tenantId, messageId) => reads.droppedMessage.first(tenantId, messageId)?.leaf_index ?? null,
    findStray(tenantId, size): Stray | null {
      for (const { table, find } of reads.strays) {
        const found = find.first(tenantId, size);
        if (found !== null) return { table, messageId: found.message_id, leafIndex: found.leaf_index };
      }
      return null;
    },
    findLeftover() {
      for (const { table, find } of reads.leftovers) {
        const found = find.first();
        if (found !== null) return { table, row: found.row };
      }
      return null;
    },
    listRights: (tenantId) => rights.list(tenantId, findKey(tenantId)),
    listRightsTenants: rights.listTenants,
    listContent: (tenantId) => content.list(tenantId, findKey(tenantId)),
    listSamples: (tenantId) => samples.list(tenantId, usableKey(tenantId)),
    listPackIds: content.listPackIds,
    readPack: (tenantId, packId) => content.readPack(tenantId, packId, findKey(tenantId)),
    listHolds: (tenantId) => reads.holds.all(tenantId).map(decodeHold),
    readRetention(tenantId) {
      const found = reads.retention.first(tenantId);
      return found === null ? null : { contentDays: found.content_days, recordDays: found.record_days };
    },
    personOf(tenantId, endUserId) {
      const key = usableKey(tenantId);
      return key === null ? null : personOf(key, endUserId);
    },
    countRecords: (tenantId, size) => reads.records.first(tenantId, size)?.count ?? 0,
    close: () => source.close(),
  };
}
