import type { Dialect, Statements } from '@avow/storage';
import { intoTable, setColumns } from '@avow/storage';
import { prepareLabels } from '../../feedback/store/label-columns.ts';
import { type MessageColumns, messageColumns } from './message-columns.ts';

/** The stored state of a message before it ends or goes into review. */
export type StoredState = Pick<
  MessageColumns,
  'status' | 'thread_id' | 'created_at_ms' | 'leaf_index' | 'secret_no' | 'content_no' | 'node_id'
> & { readonly secret: Uint8Array | null };

/** The same, all null if there is no such message, the last event of its journal, and which message holds its key. */
export type StateBefore = { readonly [Column in keyof StoredState]: StoredState[Column] | null } & {
  readonly last_seq: number;
  readonly claimed_by: string | null;
};

/** One statement for all that is asked: over a connection each has to be waited for. */
const findBeforeSql = ({
  joinBy,
}: Dialect) => `SELECT messages.status, messages.thread_id, messages.created_at_ms,
    messages.leaf_index, messages.secret_no, messages.content_no, messages.node_id, record_secrets.secret,
    coalesce((SELECT max(seq) FROM message_journal WHERE tenant_id = ?1 AND message_id = ?2), 0) AS last_seq,
    claim.message_id AS claimed_by
  FROM (SELECT 1 AS one) AS always
  LEFT JOIN messages ON messages.tenant_id = ?1 AND messages.message_id = ?2
  LEFT JOIN record_secrets USING (${joinBy('secret_no')})
  LEFT JOIN idempotency AS claim
    ON claim.tenant_id = ?1 AND claim.route = ?3 AND claim.key = ?4 AND claim.finished = 0`;

/** Fixed at admission. Every other column may change until the end, which the leaf commits to. */
const fixedColumns = [
  'tenant_id',
  'message_id',
  'thread_id',
  'channel_type',
  'end_user_id',
  'created_at_ms',
  'secret_no',
] as const satisfies ReadonlyArray<keyof MessageColumns>;

type ChangingColumn = Exclude<keyof MessageColumns, (typeof fixedColumns)[number]>;

const fixed: ReadonlySet<string> = new Set(fixedColumns);
const changingColumns = messageColumns.filter((column): column is ChangingColumn => !fixed.has(column));

type ChangedMessage = Pick<MessageColumns, ChangingColumn | 'tenant_id' | 'message_id'>;

const updateSql = (leafIndex: string) => `UPDATE messages
  SET ${setColumns(changingColumns, { leaf_index: leafIndex })}
  WHERE tenant_id = :tenant_id AND message_id = :message_id`;

const claimSql = 'tenant_id = ? AND route = ? AND key = ? AND message_id = ? AND finished = 0';
const heldSql = 'tenant_id = ? AND message_id = ? AND finished = 0';

export function prepareMessageStatements({ dialect, read, change, write }: Statements) {
  return {
    findBefore: read<StateBefore>(findBeforeSql(dialect)),
    assumeClaim: change(dialect.assume(`EXISTS (SELECT 1 FROM idempotency WHERE ${claimSql})`)),
    insert: write<MessageColumns>(
      `INSERT ${intoTable('messages', messageColumns, { leaf_index: dialect.leafIndex })}`,
    ),
    update: write<ChangedMessage>(updateSql(dialect.leafIndex)),
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
      `SELECT count(*) AS count FROM messages
       WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered' AND content_no IS NOT NULL`,
    ),
    openThread: change(
      'INSERT INTO threads (tenant_id, thread_id, end_user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    putLabel: prepareLabels({ read, write }),
    keepClaim: change(`UPDATE idempotency SET finished = 1 WHERE ${claimSql}`),
    freeClaim: change(`DELETE FROM idempotency WHERE ${claimSql}`),
    keepHeld: change(`UPDATE idempotency SET finished = 1 WHERE ${heldSql}`),
    freeHeld: change(`DELETE FROM idempotency WHERE ${heldSql}`),
  };
}

export type MessageStatements = ReturnType<typeof prepareMessageStatements>;
