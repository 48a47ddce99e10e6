import type { DatabaseSync } from 'node:sqlite';
import { formatTime } from '@avow/contract/plain';
import { leafBytes } from '@avow/ledger-log/entries';
import { LogAppends } from '../../../features/log/store/log-appends.ts';
import {
  endUserPart,
  firstEnvelopePart,
  firstSaltPart,
} from '../../../features/records/store/message-columns.ts';
import { KeyRing } from '../../keys/key-ring.ts';
import { openRecordSecrets, type RecordSecrets } from '../../keys/record-secrets.ts';
import { hmacSha256 } from '../../sealing/hmac-sha256.ts';
import { packEnvelope } from '../../sealing/pack-envelope.ts';
import { personOf } from '../../sealing/record-secret.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { atOnce } from '../../sql/operation.ts';
import { growLogs } from '../grow-logs.ts';
import { sqliteStatements } from '../sqlite-statements.ts';
import { logSchema, logSchemaEnd } from './log-schema.ts';
import { sealOldFeedback } from './seal-old-feedback.ts';

interface OldMessage {
  readonly tenant_id: string;
  readonly message_id: string;
  readonly status: string;
  readonly created_at_ms: number;
  readonly end_user_id: string | null;
  readonly leaf_index: number | null;
  readonly salt: Uint8Array;
  readonly envelope: string;
}

interface OldEvent {
  readonly tenant_id: string;
  readonly message_id: string;
  readonly seq: number;
  readonly type: string;
  readonly ended_at_ms: number | null;
  readonly body: string;
}

/**
 * Version 6. The content of messages is sealed under their own keys, and their leaves move into trees. Existing leaves stay
 * unchanged: one commitment to the whole content, by a salt that is sealed with it.
 */
export function moveIntoLog(database: DatabaseSync, masterKey: Uint8Array): void {
  database.exec(logSchema);
  const keys = new KeyRing(sqliteStatements(database), masterKey);
  const recordSecrets = openRecordSecrets(sqliteStatements(database), keys);
  sealMessages(database, { keys, recordSecrets });
  sealJournals(database, recordSecrets);
  sealOldFeedback(database, { keys, recordSecrets });
  buildLogs(database);
  renamePeople(database, keys);
  database.exec(logSchemaEnd);
}

function sealMessages(
  database: DatabaseSync,
  { keys, recordSecrets }: { readonly keys: KeyRing; readonly recordSecrets: RecordSecrets },
): void {
  const update = database.prepare(
    'UPDATE messages SET secret_no = ?, content_no = ?, end_user_id = ? WHERE rowid = ?',
  );
  const rows = database.prepare('SELECT rowid, * FROM messages WHERE rowid > ? ORDER BY rowid LIMIT 1000');
  for (let after = 0; ; ) {
    const page = rows.all(after) as unknown as Array<OldMessage & { readonly rowid: number }>;
    for (const { tenant_id: tenantId, message_id: messageId, end_user_id: endUserId, ...row } of page) {
      const { secret, secretNo } = atOnce(recordSecrets.newSecret(tenantId, messageId));
      const packed = packEnvelope([
        [firstEnvelopePart, row.envelope],
        [firstSaltPart, Buffer.from(row.salt).toString('hex')],
        ...(endUserId === null ? [] : [[endUserPart, endUserId] as const]),
      ]);
      const person = endUserId === null ? null : personOf(atOnce(keys.get(tenantId)), endUserId);
      const content = { packed, audience: null };
      update.run(secretNo, atOnce(recordSecrets.putContent(tenantId, secret, content)), person, row.rowid);
      after = row.rowid;
    }
    if (page.length === 0) return;
  }
}

function sealJournals(database: DatabaseSync, recordSecrets: RecordSecrets): void {
  const insert = database.prepare(
    'INSERT INTO message_journal (tenant_id, message_id, seq, type, ended_at_ms, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const events = database.prepare('SELECT * FROM old_journal ORDER BY tenant_id, message_id, seq');
  for (const row of events.iterate() as unknown as Iterable<OldEvent>) {
    const secret = atOnce(recordSecrets.findSecret(row.tenant_id, row.message_id));
    if (secret === null) continue;
    const body = sealBytes(secret, 'journal', row.body);
    insert.run(row.tenant_id, row.message_id, row.seq, row.type, row.ended_at_ms, body);
  }
}

/** In the order in which the leaves were numbered, from the content of the messages. */
function buildLogs(database: DatabaseSync): void {
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growLogs(statements));
  const ended = database.prepare(
    'SELECT * FROM messages WHERE leaf_index IS NOT NULL ORDER BY tenant_id, leaf_index',
  );
  for (const row of ended.iterate() as unknown as Iterable<OldMessage>) {
    const leaf = leafBytes({
      tenantId: row.tenant_id,
      messageId: row.message_id,
      status: row.status,
      createdAt: formatTime(row.created_at_ms),
      contentCommitment: hmacSha256(row.salt, row.envelope),
    });
    atOnce(log.appendRecord(row.tenant_id, Buffer.from(leaf).toString()));
  }
  atOnce(log.write());
}

/** Threads name people by the same pseudonyms as messages. */
function renamePeople(database: DatabaseSync, keys: KeyRing): void {
  const rows = database.prepare(
    'SELECT tenant_id, thread_id, end_user_id FROM threads WHERE end_user_id IS NOT NULL',
  );
  const rename = database.prepare('UPDATE threads SET end_user_id = ? WHERE tenant_id = ? AND thread_id = ?');
  for (const row of rows.all()) {
    const [tenantId, threadId, endUserId] = Object.values(row).map(String) as [string, string, string];
    rename.run(personOf(atOnce(keys.getOrMake(tenantId)), endUserId), tenantId, threadId);
  }
}
