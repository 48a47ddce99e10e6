import { isTerminal, messageStatuses } from '@avow/contract/values';
import type { Dialect } from '@avow/storage';
import { sealedColumnsSql } from '../message-columns.ts';

/** Takes the tenant and a range. The range is named for both, so that no plan goes through the whole of either. */
const messageOfLeaf = `messages.tenant_id = log_entries.tenant_id AND messages.leaf_index = log_entries.leaf_index
  AND messages.leaf_index >= ?2 AND messages.leaf_index < ?3`;

const inRange = `log_entries.tenant_id = ?1 AND log_entries.leaf_index >= ?2 AND log_entries.leaf_index < ?3
  ORDER BY log_entries.leaf_index`;

/** Every entry of a range, with the message that claims its place, and its content. */
export function leavesSql(dialect: Dialect): string {
  return `SELECT log_entries.leaf_index AS log_index, log_entries.leaf_hash AS log_hash, event_kind, subject, entry,
    messages.secret_no, messages.content_no, ${sealedColumnsSql(dialect)}
  FROM log_entries LEFT JOIN messages ON ${messageOfLeaf}
  WHERE ${inRange}`;
}

export const placesSql = `SELECT log_entries.leaf_index, CASE WHEN event_kind IS NULL THEN 0 ELSE 1 END AS is_event, entry,
  messages.thread_id, messages.end_user_id, messages.status, messages.band, messages.tripwire_triggered,
  messages.audience
  FROM log_entries LEFT JOIN messages ON ${messageOfLeaf}
  WHERE ${inRange}`;

export const leafHashesSql = `SELECT leaf_index, leaf_hash FROM log_entries WHERE ${inRange}`;

/** Numbers beyond this are not exact, and a place below 0 is none: what claims such a place is reported as a stray. */
const countable = `leaf_index BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`;

/** Without this SQLite would scan the whole log, because it does not know how few events there are. */
export const eventsSql = ({ indexedBy }: Dialect) =>
  `SELECT leaf_index, 1 AS is_event, entry, NULL AS thread_id, NULL AS end_user_id,
  NULL AS status, NULL AS band, NULL AS tripwire_triggered, NULL AS audience FROM log_entries ${indexedBy('log_events_by_kind')}
  WHERE tenant_id = ? AND event_kind = ? AND event_kind IS NOT NULL AND leaf_index >= ? AND ${countable} ORDER BY leaf_index LIMIT ?`;

export const newestEventSql = ({ indexedBy }: Dialect) =>
  `SELECT max(leaf_index) AS leaf_index FROM log_entries ${indexedBy('log_events_by_subject')}
  WHERE tenant_id = ? AND event_kind = ? AND event_kind IS NOT NULL AND subject = ? AND ${countable}`;

/** Everything that is compared with the log. */
export const loggedTables = [
  'logs',
  'log_entries',
  'log_nodes',
  'checkpoints',
  'messages',
  'dropped_records',
  'holds',
  'retentions',
  'packs',
  'pack_versions',
  'calibrations',
  'guarantees',
  'golden_questions',
  'publish_gates',
] as const;

/** Skips from one tenant to the next by the table's key, without scanning the rows between. */
export const tenantsOf = (table: string) => `SELECT id AS tenant_id FROM (WITH RECURSIVE found (id) AS (
    SELECT min(tenant_id) FROM ${table}
    UNION ALL SELECT (SELECT min(tenant_id) FROM ${table} WHERE tenant_id > id) FROM found WHERE id IS NOT NULL
  ) SELECT id FROM found WHERE id IS NOT NULL) AS of_table`;

export const tenantsSql = `${loggedTables.map(tenantsOf).join(' UNION ')} ORDER BY 1`;

const unfinished = messageStatuses
  .filter((status) => !isTerminal(status))
  .map((status) => `'${status}'`)
  .join(', ');

/** Of any size: the parameter is named, because an engine must find every one that it is given. */
const anySize = 'CAST(?2 AS BIGINT) >= 0';

/**
 * Messages outside the log of a tenant (?1) of a size (?2), with the place that each claims, as digits, because a number
 * may be too large to be exact.
 */
export const strayQueries = ({
  indexedBy,
}: Dialect): ReadonlyArray<readonly [table: string, sql: string]> => [
  [
    'log_entries',
    `SELECT NULL AS message_id, CAST(min(leaf_index) AS TEXT) AS leaf_index FROM log_entries
     WHERE tenant_id = ?1 AND leaf_index < 0 AND ${anySize} HAVING min(log_entries.leaf_index) IS NOT NULL`,
  ],
  [
    'log_entries',
    `SELECT NULL AS message_id, CAST(leaf_index AS TEXT) AS leaf_index FROM log_entries
     WHERE tenant_id = ?1 AND log_entries.leaf_index >= ?2 ORDER BY log_entries.leaf_index LIMIT 1`,
  ],
  [
    'messages',
    `SELECT message_id, CAST(leaf_index AS TEXT) AS leaf_index FROM messages
     WHERE tenant_id = ?1 AND leaf_index IS NOT NULL AND (leaf_index < 0 OR leaf_index >= ?2)
     ORDER BY messages.leaf_index LIMIT 1`,
  ],
  [
    'messages',
    `SELECT message_id, NULL AS leaf_index FROM messages ${indexedBy('messages_unfinished')}
     WHERE tenant_id = ?1 AND leaf_index IS NULL AND ${anySize} AND status NOT IN (${unfinished}) LIMIT 1`,
  ],
  [
    'dropped_records',
    `SELECT message_id, CAST(dropped.leaf_index AS TEXT) AS leaf_index FROM dropped_records AS dropped
     LEFT JOIN log_entries USING (tenant_id, leaf_index)
     WHERE dropped.tenant_id = ?1 AND (dropped.leaf_index >= ?2 OR entry IS NULL OR event_kind IS NOT NULL
       OR replace(entry, '"' || message_id || '"', '') = entry) LIMIT 1`,
  ],
  [
    'dropped_records',
    `SELECT message_id, CAST(dropped.leaf_index AS TEXT) AS leaf_index FROM dropped_records AS dropped
     WHERE dropped.tenant_id = ?1 AND ${anySize} AND EXISTS (SELECT 1 FROM messages
       WHERE messages.tenant_id = dropped.tenant_id AND messages.message_id = dropped.message_id) LIMIT 1`,
  ],
];

interface SecretRows {
  readonly table: string;
  readonly row: string;
  readonly value: string;
}

/** In SQLite, numbers are looked up in a list, because there is no index of messages by them. */
function leftoverSql({ table, row, value }: SecretRows, { overwritesInPlace }: Dialect): string {
  const isLeft = overwritesInPlace
    ? `${row} NOT IN (SELECT ${row} FROM messages WHERE ${row} IS NOT NULL) AND ${value} <> zeroblob(length(${value}))`
    : `NOT EXISTS (SELECT 1 FROM messages WHERE messages.tenant_id = ${table}.tenant_id AND messages.${row} = ${table}.${row})`;
  return `SELECT ${row} AS row FROM ${table} WHERE ${isLeft} LIMIT 1`;
}

const secretRows: readonly SecretRows[] = [
  { table: 'record_secrets', row: 'secret_no', value: 'secret' },
  { table: 'record_contents', row: 'content_no', value: 'content' },
];

/**
 * Rows that no message refers to are zeros, or were deleted: any other should have been destroyed, or was inserted by
 * somebody.
 */
export const leftoverQueries = (dialect: Dialect) =>
  secretRows.map((rows) => [rows.table, leftoverSql(rows, dialect)] as const);
