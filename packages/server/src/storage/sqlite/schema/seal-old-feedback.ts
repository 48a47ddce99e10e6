import type { DatabaseSync } from 'node:sqlite';
import {
  authorInColumns,
  type FeedbackOfTenant,
  feedbackColumns,
  type OpenFeedback,
  sealFeedback,
} from '../../../features/feedback/store/feedback-columns.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { openLastingSecrets } from '../../keys/lasting-secrets.ts';
import type { RecordSecrets } from '../../keys/record-secrets.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { intoTable } from '../../sql/columns.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareWrite } from '../prepare-write.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

interface SealingParts {
  readonly keys: KeyRing;
  readonly recordSecrets: RecordSecrets;
}

/** Version 6: feedback and golden questions are sealed under the keys of their messages. */
export function sealOldFeedback(database: DatabaseSync, parts: SealingParts): void {
  moveFeedback(database, parts);
  sealGoldenQuestions(database, parts);
  moveReports(database, parts);
}

const oldFeedbackSql = `SELECT tenant_id, feedback_id, message_id, author, verdict, reason, proposal_state,
  proposal_pack_id, proposal_curated_id, end_user_id, key_id, created_at_ms, comment, better_answer
  FROM old_feedback ORDER BY feedback_id`;

/** The columns of that version. */
const insertSealedSql = `INSERT ${intoTable('feedback', [
  'tenant_id',
  ...feedbackColumns.filter((column) => column !== 'from_visitor'),
])}`;

function moveFeedback(database: DatabaseSync, { keys, recordSecrets }: SealingParts): void {
  const rows = database.prepare(oldFeedbackSql);
  const insert = prepareWrite<FeedbackOfTenant>(database, insertSealedSql);
  const nameLabel = database.prepare(
    "UPDATE labels SET author = ? WHERE tenant_id = ? AND message_id = ? AND author = ? AND origin = 'feedback'",
  );
  type OldFeedback = OpenFeedback & { readonly tenant_id: string };
  for (const row of rows.iterate() as unknown as Iterable<OldFeedback>) {
    const { tenant_id: tenantId, ...feedback } = row;
    const { message_id: messageId, author, end_user_id: endUserId } = feedback;
    const secret = atOnce(recordSecrets.findSecret(tenantId, messageId));
    if (secret === null) continue;
    const authorship = authorInColumns(atOnce(keys.get(tenantId)), { author, endUserId });
    insert.run({ tenant_id: tenantId, ...sealFeedback(feedback, { secret, ...authorship }) });
    nameLabel.run(authorship.author, tenantId, messageId, author);
  }
}

function sealGoldenQuestions(database: DatabaseSync, { recordSecrets }: SealingParts): void {
  const rows = database.prepare(
    'SELECT rowid, tenant_id, message_id, question, expects, note FROM golden_questions WHERE message_id IS NOT NULL',
  );
  const seal = database.prepare(
    "UPDATE golden_questions SET words = ?, question = '', expects = '', note = '' WHERE rowid = ?",
  );
  for (const row of rows.all()) {
    const secret = atOnce(recordSecrets.findSecret(String(row['tenant_id']), String(row['message_id'])));
    if (secret === null) continue;
    const texts = [row['question'], row['expects'], row['note']];
    seal.run(sealBytes(secret, 'golden', JSON.stringify(texts)), Number(row['rowid']));
  }
}

function moveReports(database: DatabaseSync, { keys }: SealingParts): void {
  const lasting = openLastingSecrets(sqliteStatements(database), keys);
  const ids = database.prepare('SELECT rowid, tenant_id FROM evaluations ORDER BY rowid');
  const read = database.prepare('SELECT report FROM evaluations WHERE rowid = ?');
  const place = database.prepare('UPDATE evaluations SET secret_no = ?, sealed_report = ? WHERE rowid = ?');
  // One at a time: a report may have several megabytes.
  for (const row of ids.all()) {
    const rowid = Number(row['rowid']);
    const { secret, secretNo } = atOnce(lasting.make(String(row['tenant_id'])));
    place.run(secretNo, sealBytes(secret, 'content', String(read.get(rowid)?.['report'])), rowid);
  }
}
