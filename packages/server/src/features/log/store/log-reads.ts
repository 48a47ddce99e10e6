import type { TenantId } from '@avow/foundation';
import type { LogStore, StoredEntry } from '@avow/ledger';
import { parseEntry, wholeContent } from '@avow/ledger-log/entries';
import { assertPage, type OperationsFor, type Read, type SqlValue, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { factsSecret, openText, wrapSecret } from '@avow/storage/sealing';
import type { RecordStore } from '../../records/record-store.ts';
import { firstSaltPart, sealedPartsSql } from '../../records/store/message-columns.ts';
import { unpackEnvelope } from '../../records/store/pack-envelope.ts';
import { checkpointColumns, decodeCheckpoint, decodeEntry, entryColumnsSql } from './log-columns.ts';
import { decodeFrontier, readHeadSql } from './log-growth.ts';
import { lastingFields, saltOf } from './make-entry.ts';

const tileWidth = 256;

interface LogColumns {
  readonly tenant_id: TenantId;
  readonly size: number;
  readonly checkpoint_size: number;
}

interface SealedEntry {
  readonly entry: string;
  readonly secret: Uint8Array | null;
  readonly content: Uint8Array | null;
}

const listLogsSql = `SELECT logs.tenant_id, logs.size,
  coalesce((SELECT max(size) FROM checkpoints WHERE checkpoints.tenant_id = logs.tenant_id), 0) AS checkpoint_size
  FROM logs ORDER BY logs.tenant_id`;

const saltsSql = ({ dialect }: Statements) => `SELECT entry, ${sealedPartsSql(dialect)}
  FROM messages JOIN log_entries
    ON log_entries.tenant_id = messages.tenant_id AND log_entries.leaf_index = messages.leaf_index
  WHERE messages.tenant_id = ? AND messages.message_id = ?`;

/** Selects the statement: look-ups by subject have their own index. */
function eventConditions(
  tenantId: TenantId,
  { kind, subject }: Parameters<LogStore['listLogEvents']>[1],
  before: number | null,
) {
  const terms = ['tenant_id = ?', 'event_kind IS NOT NULL'];
  const parameters: SqlValue[] = [tenantId];
  for (const [term, value] of [
    ['subject = ?', subject],
    ['event_kind = ?', kind],
    ['leaf_index < ?', before],
  ] as const) {
    if (value === undefined || value === null) continue;
    terms.push(term);
    parameters.push(value);
  }
  return { sql: terms.join(' AND '), parameters };
}

function prepareAll(statements: Statements) {
  const { read } = statements;
  return {
    readHead: read(readHeadSql, decodeFrontier),
    readLeaves: read<{ readonly hash: Uint8Array }>(
      'SELECT leaf_hash AS hash FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?',
    ),
    readNodes: read<{ readonly hash: Uint8Array }>(
      'SELECT hash FROM log_nodes WHERE tenant_id = ? AND level = ? AND node_index >= ? ORDER BY node_index LIMIT ?',
    ),
    readEntries: read(
      `SELECT ${entryColumnsSql} FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?`,
      decodeEntry,
    ),
    lastCheckpoint: read(
      `SELECT ${checkpointColumns.join(', ')} FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1`,
      decodeCheckpoint,
    ),
    listCheckpoints: read(
      `SELECT ${checkpointColumns.join(', ')} FROM checkpoints WHERE tenant_id = ? AND size >= ? ORDER BY size LIMIT ?`,
      decodeCheckpoint,
    ),
    listLogs: read(listLogsSql, (row: LogColumns) => ({
      tenantId: row.tenant_id,
      size: row.size,
      checkpointSize: row.checkpoint_size,
    })),
    readSealed: read<SealedEntry>(saltsSql(statements)),
  };
}

/** The reader's operations on logs. */
export function createLogReads(statements: Statements, keys: KeyRing) {
  const reads = prepareAll(statements);
  const lists = new Map<string, Read<StoredEntry>>();
  const logReads = {
    *readHead(tenantId) {
      return (yield* reads.readHead.first(tenantId)) ?? { size: 0, hashes: [] };
    },
    /** Null: some of its hashes are missing. */
    *readTile(tenantId, { level, index, width }) {
      const from = index * tileWidth;
      const rows = yield* level === 0
        ? reads.readLeaves.all(tenantId, from, width)
        : reads.readNodes.all(tenantId, level, from, width);
      return rows.length === width ? Buffer.concat(rows.map(({ hash }) => hash)) : null;
    },
    readEntries(tenantId, { from, limit }) {
      assertPage(limit);
      return reads.readEntries.all(tenantId, from, limit);
    },
    listLogEvents(tenantId, filter, { before, limit }) {
      assertPage(limit);
      const { sql, parameters } = eventConditions(tenantId, filter, before);
      let list = lists.get(sql);
      if (list === undefined) {
        list = statements.read(
          `SELECT ${entryColumnsSql} FROM log_entries WHERE ${sql} ORDER BY leaf_index DESC LIMIT ?`,
          decodeEntry,
        );
        lists.set(sql, list);
      }
      return list.all(...parameters, limit);
    },
    lastCheckpoint: (tenantId) => reads.lastCheckpoint.first(tenantId),
    listCheckpoints(tenantId, { fromSize, limit }) {
      assertPage(limit);
      return reads.listCheckpoints.all(tenantId, fromSize, limit);
    },
    listLogs: () => reads.listLogs.all(),
  } satisfies OperationsFor<LogStore>;
  const recordReads = {
    /** The salts of the fields that a record's leaf commits to, as far as they still exist. */
    *readSalts(tenantId, messageId) {
      const sealed = yield* reads.readSealed.first(tenantId, messageId);
      if (sealed === null) return [];
      const { entry, secret: wrapped, content } = sealed;
      const key = yield* keys.get(tenantId);
      const secret = wrapped === null ? null : wrapSecret(key, messageId, wrapped);
      return parseEntry(entry).commitments.flatMap(([name]): [string, string][] => {
        if (lastingFields.includes(name)) return [[name, saltOf(factsSecret(key, messageId), name)]];
        if (secret === null || content === null) return [];
        return [[name, name === wholeContent ? firstSalt(secret, content) : saltOf(secret, name)]];
      });
    },
  } satisfies OperationsFor<RecordStore>;
  return { ...logReads, ...recordReads };
}

/** Legacy records have their one salt in the envelope. */
function firstSalt(secret: Uint8Array, content: Uint8Array): string {
  const parts = unpackEnvelope(openText(secret, 'content', content));
  return parts.find(([name]) => name === firstSaltPart)?.[1] ?? '';
}
