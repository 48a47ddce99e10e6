import type { DatabaseSync } from 'node:sqlite';
import { sealBytes } from '../sealing/seal-bytes.ts';
import {
  authorInColumns,
  type FeedbackColumns,
  feedbackColumnsSql,
  sealFeedback,
} from './feedback-columns.ts';
import { intoTable } from './into-table.ts';
import type { KeyRing } from './key-ring.ts';
import { openLastingSecrets } from './lasting-secrets.ts';
import type { Vault } from './vault.ts';

interface SealingParts {
  readonly keys: KeyRing;
  readonly vault: Vault;
}

/** Version 6: what was said of answers, and what was made of questions, goes under the keys of their messages. */
export function sealLearning(database: DatabaseSync, parts: SealingParts): void {
  moveFeedback(database, parts);
  sealGoldenQuestions(database, parts);
  moveReports(database, parts);
}

const oldFeedbackSql = `SELECT tenant_id, feedback_id, message_id, author, verdict, reason, proposal_state,
  proposal_pack_id, proposal_curated_id, end_user_id, key_id, created_at_ms, comment, better_answer
  FROM old_feedback ORDER BY feedback_id`;

function moveFeedback(database: DatabaseSync, { keys, vault }: SealingParts): void {
  const rows = database.prepare(oldFeedbackSql);
  rows.setReturnArrays(true);
  const insert = database.prepare(`INSERT ${intoTable('feedback', feedbackColumnsSql)}`);
  const nameLabel = database.prepare(
    "UPDATE labels SET author = ? WHERE tenant_id = ? AND message_id = ? AND author = ? AND origin = 'feedback'",
  );
  type Row = readonly [tenantId: string, ...FeedbackColumns];
  for (const [tenantId, ...feedback] of rows.iterate() as unknown as Iterable<Row>) {
    const [, messageId, author, , , , , , endUserId] = feedback;
    const secret = vault.findSecret(tenantId, messageId);
    if (secret === null) continue;
    const stands = authorInColumns(keys.get(tenantId), { author, endUserId });
    insert.run(tenantId, ...sealFeedback(feedback, { secret, ...stands }));
    nameLabel.run(stands.author, tenantId, messageId, author);
  }
}

function sealGoldenQuestions(database: DatabaseSync, { vault }: SealingParts): void {
  const rows = database.prepare(
    'SELECT rowid, tenant_id, message_id, question, expects, note FROM golden_questions WHERE message_id IS NOT NULL',
  );
  const seal = database.prepare(
    "UPDATE golden_questions SET words = ?, question = '', expects = '', note = '' WHERE rowid = ?",
  );
  for (const row of rows.all()) {
    const secret = vault.findSecret(String(row['tenant_id']), String(row['message_id']));
    if (secret === null) continue;
    const texts = [row['question'], row['expects'], row['note']];
    seal.run(sealBytes(secret, 'golden', JSON.stringify(texts)), Number(row['rowid']));
  }
}

function moveReports(database: DatabaseSync, { keys }: SealingParts): void {
  const lasting = openLastingSecrets(database, keys);
  const ids = database.prepare('SELECT rowid, tenant_id FROM evaluations ORDER BY rowid');
  const read = database.prepare('SELECT report FROM evaluations WHERE rowid = ?');
  const place = database.prepare('UPDATE evaluations SET secret_no = ?, sealed_report = ? WHERE rowid = ?');
  // One at a time: a report may have some megabytes.
  for (const row of ids.all()) {
    const rowid = Number(row['rowid']);
    const { secret, secretNo } = lasting.make(String(row['tenant_id']));
    place.run(secretNo, sealBytes(secret, 'content', String(read.get(rowid)?.['report'])), rowid);
  }
}
