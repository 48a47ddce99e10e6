import type { DatabaseSync } from 'node:sqlite';
import { parseEntry, type Tile, wholeContent } from '@avow/audit';
import type { TenantId } from '../../interfaces/identity.ts';
import { factsField, saltOf } from '../sealing/make-entry.ts';
import { unpackEnvelope } from '../sealing/pack-envelope.ts';
import { factsSecret, wrapSecret } from '../sealing/record-secret.ts';
import { openText } from '../sealing/seal-bytes.ts';
import type { KeyRing } from './key-ring.ts';
import {
  type CheckpointColumns,
  checkpointColumnsSql,
  type EntryColumns,
  entryColumnsSql,
} from './log-columns.ts';
import { firstSaltPart } from './message-columns.ts';
import { prepareReads, type Read } from './prepare-reads.ts';
import type { SqlValue } from './worker-protocol.ts';

export interface ListDeedsCall {
  readonly tenantId: string;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly before: number | null;
  readonly limit: number;
}

const tileWidth = 256;

const listLogsSql = `SELECT logs.tenant_id, logs.size,
  coalesce((SELECT max(size) FROM checkpoints WHERE checkpoints.tenant_id = logs.tenant_id), 0)
  FROM logs ORDER BY logs.tenant_id`;

const saltsSql = `SELECT entry, record_secrets.secret, record_contents.content
  FROM messages JOIN log_entries USING (tenant_id, leaf_index)
  LEFT JOIN record_secrets USING (secret_no) LEFT JOIN record_contents USING (content_no)
  WHERE messages.tenant_id = ? AND messages.message_id = ?`;

/** The key of what is wanted: those that look by subject have an index of their own. */
function deedConditions({ tenantId, kind, subject, before }: ListDeedsCall) {
  const terms = ['tenant_id = ?', 'deed IS NOT NULL'];
  const parameters: SqlValue[] = [tenantId];
  for (const [term, value] of [
    ['subject = ?', subject],
    ['deed = ?', kind],
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
    readHead: prepare<readonly [size: number, frontier: Uint8Array]>(
      'SELECT size, frontier FROM logs WHERE tenant_id = ?',
    ),
    readLeaves: prepare<readonly [hash: Uint8Array]>(
      'SELECT leaf_hash FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?',
    ),
    readNodes: prepare<readonly [hash: Uint8Array]>(
      'SELECT hash FROM log_nodes WHERE tenant_id = ? AND level = ? AND node_index >= ? ORDER BY node_index LIMIT ?',
    ),
    readEntries: prepare<EntryColumns>(
      `SELECT ${entryColumnsSql} FROM log_entries WHERE tenant_id = ? AND leaf_index >= ? ORDER BY leaf_index LIMIT ?`,
    ),
    lastCheckpoint: prepare<CheckpointColumns>(
      `SELECT ${checkpointColumnsSql} FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1`,
    ),
    listCheckpoints: prepare<CheckpointColumns>(
      `SELECT ${checkpointColumnsSql} FROM checkpoints WHERE tenant_id = ? AND size >= ? ORDER BY size LIMIT ?`,
    ),
    listLogs: prepare<readonly [tenantId: TenantId, size: number, checkpointSize: number]>(listLogsSql),
    readSealed:
      prepare<readonly [entry: string, secret: Uint8Array | null, content: Uint8Array | null]>(saltsSql),
  };
}

/** The reader's operations on logs. */
export function createLogReads(database: DatabaseSync, keys: KeyRing) {
  const { prepare, ...reads } = prepareAll(database);
  const lists = new Map<string, Read<EntryColumns>>();
  return {
    readHead: (tenantId: string) => reads.readHead.first(tenantId),
    /** Null where not all of its hashes are there. */
    readTile([tenantId, { level, index, width }]: readonly [
      tenantId: string,
      tile: Tile,
    ]): Uint8Array | null {
      const from = index * tileWidth;
      const rows =
        level === 0
          ? reads.readLeaves.all(tenantId, from, width)
          : reads.readNodes.all(tenantId, level, from, width);
      return rows.length === width ? Buffer.concat(rows.map(([hash]) => hash)) : null;
    },
    readEntries: (call: readonly [tenantId: string, from: number, limit: number]) =>
      reads.readEntries.all(...call),
    listDeeds(call: ListDeedsCall): EntryColumns[] {
      const { sql, parameters } = deedConditions(call);
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
    /** The salt of each field that a record's leaf commits to, as far as they are still there. */
    readSalts([tenantId, messageId]: readonly [tenantId: string, messageId: string]) {
      const sealed = reads.readSealed.first(tenantId, messageId);
      if (sealed === null) return [];
      const [entry, wrapped, content] = sealed;
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

/** Records of before have the one salt of theirs in their envelope. */
function firstSalt(secret: Uint8Array, content: Uint8Array): string {
  const parts = unpackEnvelope(openText(secret, 'content', content));
  return parts.find(([name]) => name === firstSaltPart)?.[1] ?? '';
}
