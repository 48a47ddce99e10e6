import { flipInteger, flipStoredBit, type StoredCell } from './flip-bit.ts';
import type { Expected, Mutate, VerifiedEvidence } from './mutation.ts';
import { anyMessage, anyRow, type SampledRow } from './sampled-rows.ts';

/** Columns of a message that every leaf commits to, and those that only leaves of the second version do. */
const everyLeaf = [
  'message_id',
  'status',
  'content_state',
  'created_at_ms',
  'leaf_index',
  'leaf_hash',
  'secret_no',
  'content_no',
];
const secondLeaf = [
  'thread_id',
  'band',
  'confidence_score',
  'tripwire_triggered',
  'source_type',
  'channel_type',
  'policy_version',
  'pack_versions',
  'time_ms',
  'model_tier',
  'routing_source',
  'degraded',
  'findings',
];

const wholeMessage = "content_state IN ('present', 'redacted')";

function expect(what: string, row: SampledRow, ...alsoLeaves: readonly StoredCell[]): Expected {
  const leaves = [Number(row['leaf_index']), ...alsoLeaves.map(Number)];
  return { what, leaves, messageIds: [String(row['message_id'])] };
}

function setColumn({ database }: VerifiedEvidence, row: SampledRow, column: string, value: StoredCell): void {
  database.prepare(`UPDATE messages SET ${column} = ? WHERE rowid = ?`).run(value, row['row'] ?? null);
}

/** The end user is committed to while the content exists, and must be gone once it is erased. */
function columnsOf(row: SampledRow): readonly string[] {
  const isExpired = row['content_state'] === 'expired';
  const columns = row['is_first'] === 1 ? everyLeaf : [...everyLeaf, ...secondLeaf];
  return isExpired ? columns : [...columns, 'end_user_id'];
}

const flipColumn: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyMessage(database, random);
  if (row === null) return null;
  const column = random.pick(columnsOf(row));
  const before = row[column] ?? null;
  const isWhole = ['secret_no', 'content_no', 'leaf_index', 'created_at_ms'].includes(column);
  const value =
    typeof before === 'number' && isWhole ? flipInteger(before, random) : flipStoredBit(before, random);
  if (value === null) return null;
  setColumn(evidence, row, column, value);
  return expect(`messages.${column} has a bit turned`, row, column === 'leaf_index' ? value : null);
};

const plausible: Readonly<Record<string, readonly StoredCell[]>> = {
  status: ['delivered', 'blocked', 'failed', 'cancelled', 'processing', 'in_review'],
  band: ['high', 'medium', 'low', 'none'],
  confidence_score: [0.9, 0.1, 0.55],
  tripwire_triggered: [0, 1],
  source_type: ['document', 'qna', 'none', 'model'],
  channel_type: ['api', 'web', 'mail'],
  content_state: ['present', 'redacted', 'erased', 'expired'],
  created_at_ms: [1_700_000_000_000, 1_767_323_045_679],
  policy_version: ['pol_2'],
  pack_versions: ['[]', '[["pack_1",1]]'],
  time_ms: [1, 99.5],
  model_tier: [0, 1, 2, 3],
  routing_source: ['curated', 'retrieval', 'model', 'none'],
  degraded: [0, 1],
  findings: [null, '[]'],
};

const replaceColumn: Mutate = (evidence) => {
  const { random, database } = evidence;
  const row = anyMessage(database, random);
  if (row === null) return null;
  const column = random.pick(columnsOf(row));
  const value = random.pick(plausible[column] ?? [null]);
  if (value === row[column] || (value === null && column !== 'findings')) return null;
  // Leaves of the first version do not say which of the two it was.
  const isWholeState = value === 'present' || value === 'redacted';
  if (row['is_first'] === 1 && isWholeState && row['content_no'] !== null) return null;
  setColumn(evidence, row, column, value);
  return expect(`messages.${column} is ${String(value)}`, row);
};

/** Another person of the same tenant, or nobody. */
const replacePerson: Mutate = (evidence) => {
  const { random, database } = evidence;
  const row = anyMessage(database, random, wholeMessage);
  const other = anyMessage(database, random);
  if (row === null || other === null || row['end_user_id'] === other['end_user_id']) return null;
  setColumn(evidence, row, 'end_user_id', other['end_user_id'] ?? null);
  return expect('another is said to have asked', row);
};

const moveTenant: Mutate = (evidence) => {
  const { random, database } = evidence;
  const row = anyMessage(database, random);
  const other = anyRow(
    database,
    random,
    'SELECT tenant_id FROM tenants WHERE tenant_id <> ?',
    String(row?.['tenant_id']),
  );
  if (row === null || other === null) return null;
  setColumn(evidence, row, 'tenant_id', other['tenant_id'] ?? null);
  return expect('a message is said to be of another tenant', row);
};

const removeMessage: Mutate = ({ database, random }) => {
  const row = anyMessage(database, random);
  if (row === null) return null;
  database.prepare('DELETE FROM messages WHERE rowid = ?').run(row['row'] ?? null);
  return expect('a message is removed', row);
};

/** Swaps something between two records of one tenant. */
const swap: Mutate = (evidence) => {
  const { database, random } = evidence;
  const left = anyMessage(database, random, wholeMessage);
  const right = anyMessage(database, random, wholeMessage);
  if (left === null || right === null || left['row'] === right['row']) return null;
  if (left['tenant_id'] !== right['tenant_id']) return null;
  const columns = random.pick([
    ['content_no'],
    ['secret_no'],
    ['content_no', 'secret_no'],
    ['leaf_hash'],
    ['leaf_index', 'leaf_hash'],
  ]);
  for (const column of columns) {
    if (column === 'leaf_index') setColumn(evidence, left, column, -1);
    setColumn(evidence, right, column, left[column] ?? null);
    setColumn(evidence, left, column, right[column] ?? null);
  }
  return expect(`two records have ${columns.join(' and ')} swapped`, left, right['leaf_index'] ?? null);
};

/** A row of the sealed tables: of an ended record, or one that was wiped. */
const flipSealed: Mutate = ({ database, random }) => {
  const [table, no, value] = random.pick([
    ['record_contents', 'content_no', 'content'],
    ['record_secrets', 'secret_no', 'secret'],
  ] as const);
  const row = anyRow(
    database,
    random,
    `SELECT kept.${no} AS no, kept.${value} AS bytes, messages.leaf_index, messages.message_id
     FROM ${table} AS kept LEFT JOIN messages USING (${no})
     WHERE messages.leaf_index IS NOT NULL OR messages.message_id IS NULL`,
  );
  const flipped = flipStoredBit(row?.['bytes'] ?? null, random);
  if (row === null || flipped === null) return null;
  database.prepare(`UPDATE ${table} SET ${value} = ? WHERE ${no} = ?`).run(flipped, row['no'] ?? null);
  const what = `${table}.${value} has a bit turned`;
  return row['message_id'] === null
    ? { what: `${what} where it was wiped`, field: new RegExp(`^${table}$`) }
    : expect(what, row);
};

const changeSealed: Mutate = ({ database, random }) => {
  const [table, no, value] = random.pick([
    ['record_contents', 'content_no', 'content'],
    ['record_secrets', 'secret_no', 'secret'],
  ] as const);
  const row = anyMessage(database, random, wholeMessage);
  if (row === null) return null;
  const at = row[no] ?? null;
  if (random.below(2) === 0) {
    database.prepare(`DELETE FROM ${table} WHERE ${no} = ?`).run(at);
    return expect(`a row of ${table} is removed`, row);
  }
  database.prepare(`UPDATE ${table} SET ${value} = zeroblob(length(${value})) WHERE ${no} = ?`).run(at);
  return expect(`a row of ${table} is overwritten`, row);
};

/** Destroyed content is restored, or content is destroyed without an event. */
const emptyOrFill: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyMessage(database, random);
  if (row === null) return null;
  const isWhole = row['content_no'] !== null;
  const donor = anyMessage(database, random, wholeMessage);
  const fresh = (column: string) => (isWhole ? null : (donor?.[column] ?? null));
  for (const column of ['secret_no', 'content_no']) setColumn(evidence, row, column, fresh(column));
  if (random.below(2) === 0)
    setColumn(evidence, row, 'content_state', isWhole ? random.pick(['erased', 'expired']) : 'present');
  return expect(isWhole ? 'a record is emptied without an event' : 'an emptied record is filled', row);
};

export const recordMutations: readonly Mutate[] = [
  flipColumn,
  flipColumn,
  flipColumn,
  replaceColumn,
  replaceColumn,
  replacePerson,
  moveTenant,
  removeMessage,
  swap,
  flipSealed,
  flipSealed,
  changeSealed,
  emptyOrFill,
];
