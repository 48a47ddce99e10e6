import type { DatabaseSync } from 'node:sqlite';
import { atOnce } from '@avow/storage';
import { sqliteStatements } from '@avow/storage/threads';
import { growInProcess } from '../../../src/features/log/store/grow-in-process.ts';
import { LogAppends } from '../../../src/features/log/store/log-appends.ts';
import { sampleRows } from './sampled-rows.ts';

/** Rewrites a log from these entries, with every hash, node and the frontier, as an attacker would. */
export function rewriteLog(
  database: DatabaseSync,
  tenantId: string,
  entries: ReadonlyArray<{
    readonly entry: string;
    readonly messageId: string | null;
    readonly eventKind: string | null;
    readonly subject: string | null;
  }>,
): void {
  for (const table of ['log_entries', 'log_nodes', 'logs'])
    database.prepare(`DELETE FROM ${table} WHERE tenant_id = ?`).run(tenantId);
  database
    .prepare('UPDATE messages SET leaf_index = -rowid WHERE tenant_id = ? AND leaf_index IS NOT NULL')
    .run(tenantId);
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growInProcess(statements));
  const place = database.prepare(
    'UPDATE messages SET leaf_index = ?, leaf_hash = ? WHERE tenant_id = ? AND message_id = ?',
  );
  const name = database.prepare(
    'UPDATE log_entries SET event_kind = ?, subject = ? WHERE tenant_id = ? AND leaf_index = ?',
  );
  for (const { entry, messageId, eventKind, subject } of entries) {
    const { position: index, leafHash: hash } = atOnce(log.appendRecord(tenantId, entry));
    if (eventKind !== null) name.run(eventKind, subject, tenantId, index);
    if (messageId !== null) place.run(index, hash, tenantId, messageId);
  }
  atOnce(log.write());
}

export type LogLine = Parameters<typeof rewriteLog>[2][number];

export function readLog(database: DatabaseSync, tenantId: string): LogLine[] {
  return sampleRows(
    database,
    `SELECT entry, event_kind, subject, message_id FROM log_entries LEFT JOIN messages USING (tenant_id, leaf_index)
     WHERE tenant_id = ? ORDER BY log_entries.leaf_index`,
    tenantId,
  ).map((row) => ({
    entry: String(row['entry']),
    messageId: row['message_id'] as string | null,
    eventKind: row['event_kind'] as string | null,
    subject: row['subject'] as string | null,
  }));
}
