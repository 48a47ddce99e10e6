import type { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '@avow/foundation';
import { parseEntry, type Tile, wholeContent } from '@avow/ledger/entries';
import { factsField, saltOf } from '../../sealing/make-entry.ts';
import { unpackEnvelope } from '../../sealing/pack-envelope.ts';
import { factsSecret, wrapSecret } from '../../sealing/record-secret.ts';
import { openText } from '../../sealing/seal-bytes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { firstSaltPart } from '../messages/message-columns.ts';
import { prepareReads, type Read } from '../prepare-reads.ts';
import type { SqlValue } from '../threads/worker-protocol.ts';
import { type HeadColumns, readHeadSql } from './log-appends.ts';
import {
  type CheckpointColumns,
  checkpointColumns,
  type EntryColumns,
  entryColumnsSql,
} from './log-columns.ts';

export interface ListLogEventsCall {
  readonly tenantId: string;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly before: number | null;
  readonly limit: number;
}

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

const saltsSql = `SELECT entry, record_secrets.secret, record_contents.content
  FROM messages JOIN log_entries USING (tenant_id, leaf_index)
  LEFT JOIN record_secrets USING (secret_no) LEFT JOIN record_contents USING (content_no)
  WHERE messages.tenant_id = ? AND messages.message_id = ?`;

/** Selects the statement: look-ups by subject have their own index. */
function eventConditions({ tenantId, kind, subject, before }: ListLogEventsCall) {
  const terms = ['tenant_id = ?', 'event_kind IS NOT NULL'];
  const parameters: SqlValue[] = [tenantId];
  for (const [term, value] of [
    ['subject = ?', subject],
    ['event_kind = ?', kind],
    ['leaf_index < ?', before],
  ] as const) {
    if (value === null) continue;
    terms.push(term);
    parameters.push(value);
  }
  return { sql: terms.join(' AND '), parameters };
}

function prepareAll(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    prepare,
    readHead: prepare<HeadColumns>(readHeadSql),
    readLeaves: prepare<{ readonly hash: Uint8Array }>(
      'SELECT leaf_hash AS hash FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?',
    ),
    readNodes: prepare<{ readonly hash: Uint8Array }>(
      'SELECT hash FROM log_nodes WHERE tenant_id = ? AND level = ? AND node_index >= ? ORDER BY node_index LIMIT ?',
    ),
    readEntries: prepare<EntryColumns>(
      `SELECT ${entryColumnsSql} FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?`,
    ),
    lastCheckpoint: prepare<CheckpointColumns>(
      `SELECT ${checkpointColumns.join(', ')} FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1`,
    ),
    listCheckpoints: prepare<CheckpointColumns>(
      `SELECT ${checkpointColumns.join(', ')} FROM checkpoints WHERE tenant_id = ? AND size >= ? ORDER BY size LIMIT ?`,
    ),
    listLogs: prepare<LogColumns>(listLogsSql),
    readSealed: prepare<SealedEntry>(saltsSql),
  };
}

/** The reader's operations on logs. */
export function createLogReads(database: DatabaseSync, keys: KeyRing) {
  const { prepare, ...reads } = prepareAll(database);
  const lists = new Map<string, Read<EntryColumns>>();
  return {
    readHead: (tenantId: string) => reads.readHead.first(tenantId),
    /** Null: some of its hashes are missing. */
    readTile([tenantId, { level, index, width }]: readonly [
      tenantId: string,
      tile: Tile,
    ]): Uint8Array | null {
      const from = index * tileWidth;
      const rows =
        level === 0
          ? reads.readLeaves.all(tenantId, from, width)
          : reads.readNodes.all(tenantId, level, from, width);
      return rows.length === width ? Buffer.concat(rows.map(({ hash }) => hash)) : null;
    },
    readEntries: (call: readonly [tenantId: string, from: number, limit: number]) =>
      reads.readEntries.all(...call),
    listLogEvents(call: ListLogEventsCall): EntryColumns[] {
      const { sql, parameters } = eventConditions(call);
      let list = lists.get(sql);
      if (list === undefined) {
        list = prepare<EntryColumns>(
          `SELECT ${entryColumnsSql} FROM log_entries WHERE ${sql} ORDER BY leaf_index DESC LIMIT ?`,
        );
        lists.set(sql, list);
      }
      return list.all(...parameters, call.limit);
    },
    lastCheckpoint: (tenantId: string) => reads.lastCheckpoint.first(tenantId),
    listCheckpoints: (call: readonly [tenantId: string, fromSize: number, limit: number]) =>
      reads.listCheckpoints.all(...call),
    listLogs: (_: null) => reads.listLogs.all(),
    /** The salts of the fields that a record's leaf commits to, as far as they still exist. */
    readSalts([tenantId, messageId]: readonly [tenantId: string, messageId: string]) {
      const sealed = reads.readSealed.first(tenantId, messageId);
      if (sealed === null) return [];
      const { entry, secret: wrapped, content } = sealed;
      const key = keys.get(tenantId);
      const secret = wrapped === null ? null : wrapSecret(key, messageId, wrapped);
      return parseEntry(entry).commitments.flatMap(([name]): [string, string][] => {
        if (name === factsField) return [[name, saltOf(factsSecret(key, messageId), name)]];
        if (secret === null || content === null) return [];
        return [[name, name === wholeContent ? firstSalt(secret, content) : saltOf(secret, name)]];
      });
    },
  };
}

/** Legacy records have their one salt in the envelope. */
function firstSalt(secret: Uint8Array, content: Uint8Array): string {
  const parts = unpackEnvelope(openText(secret, 'content', content));
  return parts.find(([name]) => name === firstSaltPart)?.[1] ?? '';
}
