import { isTerminal, messageStatuses } from '@avow/contract/plain';
import { sealedColumnsSql } from './message-columns.ts';

/** The partial index by leaf is taken only where it is said that there is one. */
const messageOfLeaf = `messages.tenant_id = log_entries.tenant_id AND messages.leaf_index = log_entries.leaf_index
  AND messages.leaf_index IS NOT NULL`;

const inRange = `log_entries.tenant_id = ? AND log_entries.leaf_index >= ? AND log_entries.leaf_index < ?
  ORDER BY log_entries.leaf_index`;

/** Every entry of a range, with the message that says it stands there, and what that holds. */
export const leavesSql = `SELECT log_entries.leaf_index, log_entries.leaf_hash, deed, subject, entry,
    messages.secret_no, messages.content_no, ${sealedColumnsSql}
  FROM log_entries LEFT JOIN messages ON ${messageOfLeaf}
  LEFT JOIN record_secrets ON record_secrets.secret_no = messages.secret_no
  LEFT JOIN record_contents ON record_contents.content_no = messages.content_no
  WHERE ${inRange}`;

export const placesSql = `SELECT log_entries.leaf_index, deed IS NOT NULL, entry, messages.thread_id, messages.end_user_id
  FROM log_entries LEFT JOIN messages ON ${messageOfLeaf}
  WHERE ${inRange}`;

export const leafHashesSql = `SELECT leaf_index, leaf_hash FROM log_entries WHERE ${inRange}`;

/** Beyond it numbers are not exact: whatever says that it stands there is found as a stray. */
const countable = `leaf_index <= ${Number.MAX_SAFE_INTEGER}`;

/** Left to itself SQLite would rather go through the whole log: of how few deeds there are it knows nothing. */
export const deedsSql = `SELECT leaf_index, 1, entry, NULL, NULL FROM log_entries INDEXED BY log_deeds_by_kind
  WHERE tenant_id = ? AND deed = ? AND deed IS NOT NULL AND leaf_index >= ? AND ${countable} ORDER BY leaf_index LIMIT ?`;

export const newestDeedSql = `SELECT max(leaf_index) FROM log_entries INDEXED BY log_deeds_by_subject
  WHERE tenant_id = ? AND deed = ? AND deed IS NOT NULL AND subject = ? AND ${countable}`;

/** Everything that is held against the log, or that the log is held against. */
export const loggedTables = [
  'logs',
  'log_entries',
  'log_nodes',
  'checkpoints',
  'messages',
  'dropped_records',
  'holds',
  'retentions',
] as const;

/** From one tenant to the next by the table's key: what lies between is not gone through. */
const tenantsOf = (table: string) => `SELECT * FROM (WITH RECURSIVE found (id) AS (
    SELECT min(tenant_id) FROM ${table}
    UNION ALL SELECT (SELECT min(tenant_id) FROM ${table} WHERE tenant_id > id) FROM found WHERE id IS NOT NULL
  ) SELECT id FROM found WHERE id IS NOT NULL)`;

export const tenantsSql = `${loggedTables.map(tenantsOf).join(' UNION ')} ORDER BY 1`;

const unfinished = messageStatuses
  .filter((status) => !isTerminal(status))
  .map((status) => `'${status}'`)
  .join(', ');

/**
 * What stands outside the log of a tenant (?1) of a size (?2): the message, and where it says that it stands, as digits, since
 * a number may be beyond what can be counted exactly.
 */
export const strayQueries: ReadonlyArray<readonly [table: string, sql: string]> = [
  [
    'log_entries',
    `SELECT NULL, CAST(min(leaf_index) AS TEXT) FROM log_entries
     WHERE tenant_id = ?1 AND leaf_index < 0 AND ?2 >= 0 HAVING min(leaf_index) IS NOT NULL`,
  ],
  [
    'log_entries',
    `SELECT NULL, CAST(leaf_index AS TEXT) FROM log_entries
     WHERE tenant_id = ?1 AND leaf_index >= ?2 ORDER BY leaf_index LIMIT 1`,
  ],
  [
    'messages',
    `SELECT message_id, CAST(leaf_index AS TEXT) FROM messages
     WHERE tenant_id = ?1 AND leaf_index IS NOT NULL AND (leaf_index < 0 OR leaf_index >= ?2)
     ORDER BY leaf_index LIMIT 1`,
  ],
  [
    'messages',
    `SELECT message_id, NULL FROM messages INDEXED BY messages_unfinished
     WHERE tenant_id = ?1 AND leaf_index IS NULL AND ?2 >= 0 AND status NOT IN (${unfinished}) LIMIT 1`,
  ],
  [
    'dropped_records',
    `SELECT message_id, CAST(dropped.leaf_index AS TEXT) FROM dropped_records AS dropped
     LEFT JOIN log_entries USING (tenant_id, leaf_index)
     WHERE dropped.tenant_id = ?1 AND (dropped.leaf_index >= ?2 OR entry IS NULL OR deed IS NOT NULL
       OR instr(entry, '"' || message_id || '"') = 0) LIMIT 1`,
  ],
  [
    'dropped_records',
    `SELECT message_id, CAST(dropped.leaf_index AS TEXT) FROM dropped_records AS dropped
     CROSS JOIN messages USING (tenant_id, message_id) WHERE dropped.tenant_id = ?1 AND ?2 >= 0 LIMIT 1`,
  ],
];

const leftoverOf = (table: string, { row, value }: { readonly row: string; readonly value: string }) =>
  [
    table,
    `SELECT ${row} FROM ${table} WHERE ${row} NOT IN (SELECT ${row} FROM messages WHERE ${row} IS NOT NULL)
       AND ${value} <> zeroblob(length(${value})) LIMIT 1`,
  ] as const;

/** What no message knows of has been overwritten with zeros: whatever else is there was to be destroyed, or was put there. */
export const leftoversSql = [
  leftoverOf('record_secrets', { row: 'secret_no', value: 'secret' }),
  leftoverOf('record_contents', { row: 'content_no', value: 'content' }),
];
