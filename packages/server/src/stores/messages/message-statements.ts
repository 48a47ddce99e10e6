import { type LabelOfTenant, putLabelSql } from '../feedback/label-columns.ts';
import { intoTable, setColumns } from '../sql/columns.ts';
import type { Statements } from '../sql/statements.ts';
import { type MessageColumns, messageColumns } from './message-columns.ts';

/** The stored state of a message before it ends or goes into review. */
export type StoredState = Pick<
  MessageColumns,
  'status' | 'thread_id' | 'created_at_ms' | 'leaf_index' | 'secret_no' | 'content_no' | 'node_id'
>;

/** The same, all null if there is no such message, and which message holds an idempotency key. */
export type StateAndClaim = { readonly [Column in keyof StoredState]: StoredState[Column] | null } & {
  readonly claimed_by: string | null;
};

/** What is fixed at admission: the person, the thread, the time and the channel. */
const changingColumns = [
  'status',
  'band',
  'confidence_score',
  'tripwire_triggered',
  'source_type',
  'content_state',
  'policy_version',
  'pack_versions',
  'time_ms',
  'model_tier',
  'routing_source',
  'degraded',
  'findings',
  'content_no',
  'leaf_index',
  'leaf_hash',
  'node_id',
] as const satisfies ReadonlyArray<keyof MessageColumns>;

type ChangedMessage = Pick<MessageColumns, (typeof changingColumns)[number] | 'tenant_id' | 'message_id'>;

const updateSql = `UPDATE messages SET ${setColumns(changingColumns)}
  WHERE tenant_id = :tenant_id AND message_id = :message_id`;

const claimSql = 'tenant_id = ? AND route = ? AND key = ? AND message_id = ? AND finished = 0';

export function prepareMessageStatements({ dialect, read, change, write }: Statements) {
  return {
    findState: read<StoredState>(
      'SELECT status, thread_id, created_at_ms, leaf_index, secret_no, content_no, node_id FROM messages WHERE tenant_id = ? AND message_id = ?',
    ),
    findStateAndClaim: read<StateAndClaim>(
      `SELECT messages.status, thread_id, created_at_ms, leaf_index, secret_no, content_no, messages.node_id,
         claim.message_id AS claimed_by
       FROM (SELECT 1 AS one) AS always
       LEFT JOIN messages ON messages.tenant_id = ?1 AND messages.message_id = ?2
       LEFT JOIN idempotency AS claim
         ON claim.tenant_id = ?1 AND claim.route = ?3 AND claim.key = ?4 AND claim.finished = 0`,
    ),
    insert: write<MessageColumns>(`INSERT ${intoTable('messages', messageColumns)}`),
    update: write<ChangedMessage>(updateSql),
    start: change(
      `UPDATE messages SET status = 'processing'
       WHERE tenant_id = ? AND message_id = ? AND status = 'queued' AND (node_id IS NULL OR node_id = ?)`,
    ),
    adopt: change(
      `UPDATE messages SET node_id = ? WHERE tenant_id = ? AND message_id = ? AND leaf_index IS NULL
       AND status <> 'in_review' AND (node_id = ? OR ${dialect.isAbandoned('messages.node_id')})`,
    ),
    adoptClaim: change('UPDATE idempotency SET node_id = ? WHERE tenant_id = ? AND message_id = ?'),
    countInReview: read<{ readonly count: number }>(
      "SELECT count(*) AS count FROM messages WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered'",
    ),
    openThread: change(
      'INSERT INTO threads (tenant_id, thread_id, end_user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    putLabel: write<LabelOfTenant>(putLabelSql),
    keepClaim: change(`UPDATE idempotency SET finished = 1 WHERE ${claimSql}`),
    freeClaim: change(`DELETE FROM idempotency WHERE ${claimSql}`),
  };
}

export type MessageStatements = ReturnType<typeof prepareMessageStatements>;
