import { formatEntry, parseEntry } from '@avow/ledger-log/entries';
import { hashEntry } from '../../../src/features/log/store/make-entry.ts';
import { flipInteger, flipStoredBit } from './flip-bit.ts';
import type { Mutate, VerifiedEvidence } from './mutation.ts';
import { anyRow, type SampledRow } from './sampled-rows.ts';

const anyEntry = ({ database, random }: VerifiedEvidence, condition = '1'): SampledRow | null =>
  anyRow(database, random, `SELECT * FROM log_entries WHERE ${condition}`);

const ofEntry = 'WHERE tenant_id = ? AND leaf_index = ?';
const keyOf = (row: SampledRow) => [String(row['tenant_id']), Number(row['leaf_index'])] as const;

const flipEntry: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyEntry(evidence);
  const column = random.pick(['leaf_index', 'leaf_hash', 'event', 'subject', 'entry', 'entry', 'tenant_id']);
  const before = row?.[column] ?? null;
  const value = column === 'leaf_index' ? flipInteger(Number(before), random) : flipStoredBit(before, random);
  if (row === null || value === null) return null;
  database.prepare(`UPDATE log_entries SET ${column} = ? ${ofEntry}`).run(value, ...keyOf(row));
  return { what: `log_entries.${column} has a bit turned`, leaves: [Number(row['leaf_index'])] };
};

const removeEntry: Mutate = (evidence) => {
  const row = anyEntry(evidence);
  if (row === null) return null;
  evidence.database.prepare(`DELETE FROM log_entries ${ofEntry}`).run(...keyOf(row));
  return { what: 'an entry is removed', leaves: [Number(row['leaf_index'])] };
};

/** Changes an entry, with or without recomputing its hash. */
const rewordEntry: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyEntry(
    evidence,
    `entry NOT LIKE '["avow.leaf.v1"%' AND event_kind IS NULL AND leaf_index NOT IN (SELECT leaf_index FROM dropped_records)`,
  );
  if (row === null) return null;
  const entry = parseEntry(String(row['entry']));
  const [last] = entry.commitments.slice(-1);
  const reworded = random.pick([
    { ...entry, state: entry.state === 'delivered' ? 'blocked' : 'delivered' },
    { ...entry, time: '2026-02-03T04:05:06.789Z' },
    { ...entry, subject: `${entry.subject.slice(0, -1)}${entry.subject.endsWith('0') ? '1' : '0'}` },
    {
      ...entry,
      commitments: [...entry.commitments.slice(0, -1), [last?.[0] ?? 'facts', '0'.repeat(64)] as const],
    },
    { ...entry, commitments: entry.commitments.slice(1) },
  ]);
  const text = formatEntry(reworded);
  const hash = random.below(2) === 0 ? hashEntry(text) : (row['leaf_hash'] ?? null);
  database
    .prepare(`UPDATE log_entries SET entry = ?, leaf_hash = ? ${ofEntry}`)
    .run(text, hash, ...keyOf(row));
  return { what: 'an entry says something else', leaves: [Number(row['leaf_index'])] };
};

const swapEntries: Mutate = (evidence) => {
  const { database, random } = evidence;
  const [left, right] = [anyEntry(evidence), anyEntry(evidence)];
  if (left === null || right === null || left['entry'] === right['entry']) return null;
  if (left['tenant_id'] !== right['tenant_id']) return null;
  const columns = random.pick([
    ['entry'],
    ['entry', 'leaf_hash'],
    ['leaf_hash'],
    ['entry', 'leaf_hash', 'event', 'subject'],
  ]);
  // Only the tree reveals that two complete events were swapped.
  const areEvents = left['event'] !== null && right['event'] !== null;
  const areAlike = left['event'] === right['event'] && left['subject'] === right['subject'];
  const isWhole = columns.includes('entry') && columns.includes('leaf_hash');
  if (areEvents && isWhole && (areAlike || columns.includes('event'))) return null;
  for (const [to, from] of [
    [left, right],
    [right, left],
  ] as const) {
    const values = columns.map((column) => from[column] ?? null);
    const sets = columns.map((column) => `${column} = ?`).join(', ');
    database.prepare(`UPDATE log_entries SET ${sets} ${ofEntry}`).run(...values, ...keyOf(to));
  }
  const leaves = [Number(left['leaf_index']), Number(right['leaf_index'])];
  return { what: `two entries have ${columns.join(', ')} swapped`, leaves };
};

const changeNode: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT * FROM log_nodes');
  if (row === null) return null;
  const column = random.pick(['hash', 'level', 'node_index', 'tenant_id', 'row']);
  const key = [String(row['tenant_id']), Number(row['level']), Number(row['node_index'])] as const;
  const where = 'WHERE tenant_id = ? AND level = ? AND node_index = ?';
  const expected = { what: `log_nodes.${column} is changed`, field: /^(log_nodes\.hash|database)$/ };
  if (column === 'row') {
    database.prepare(`DELETE FROM log_nodes ${where}`).run(...key);
    return expected;
  }
  const before = row[column] ?? null;
  const value = typeof before === 'number' ? flipInteger(before, random) : flipStoredBit(before, random);
  if (value === null) return null;
  database.prepare(`UPDATE log_nodes SET ${column} = ? ${where}`).run(value, ...key);
  return expected;
};

const changeHead: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT * FROM logs');
  if (row === null) return null;
  const size = Number(row['size']);
  const tenantId = row['tenant_id'] ?? null;
  const column = random.pick(['size', 'frontier', 'row']);
  // If it is too small, the first entry beyond it is named; if too large, the first that is missing.
  const leaves = [0, size];
  if (column === 'row') {
    database.prepare('DELETE FROM logs WHERE tenant_id = ?').run(tenantId);
    return { what: 'the head of a log is removed', leaves };
  }
  const value =
    column === 'size' ? flipInteger(size, random) : flipStoredBit(row['frontier'] ?? null, random);
  if (value === null) return null;
  database.prepare(`UPDATE logs SET ${column} = ? WHERE tenant_id = ?`).run(value, tenantId);
  if (column === 'frontier') return { what: 'logs.frontier has a bit turned', field: /^logs\.frontier$/ };
  const less = Number(value);
  return { what: 'logs.size has a bit turned', leaves: [...leaves, less], field: /^database$/ };
};

const changeDropped: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT * FROM dropped_records');
  if (row === null) return null;
  const column = random.pick(['message_id', 'leaf_index', 'tenant_id', 'row']);
  const before = row[column] ?? null;
  const value = typeof before === 'number' ? flipInteger(before, random) : flipStoredBit(before, random);
  const key = [row['tenant_id'] ?? null, row['message_id'] ?? null];
  const where = 'WHERE tenant_id = ? AND message_id = ?';
  if (column === 'row') database.prepare(`DELETE FROM dropped_records ${where}`).run(...key);
  else if (value === null) return null;
  else database.prepare(`UPDATE dropped_records SET ${column} = ? ${where}`).run(value, ...key);
  const leaves = [Number(row['leaf_index'])];
  return {
    what: `dropped_records.${column} is changed`,
    leaves,
    messageIds: [String(row['message_id'])],
    field: /^dropped_records$/,
  };
};

const inventDropped: Mutate = ({ database, random }) => {
  const row = anyRow(
    database,
    random,
    'SELECT tenant_id, message_id, leaf_index FROM messages WHERE leaf_index IS NOT NULL',
  );
  if (row === null) return null;
  const values = [row['tenant_id'] ?? null, row['message_id'] ?? null, row['leaf_index'] ?? null];
  database.prepare('INSERT INTO dropped_records VALUES (?, ?, ?)').run(...values);
  return {
    what: 'a record that is there is said to have been dropped',
    messageIds: [String(row['message_id'])],
  };
};

const changeHold: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT * FROM holds');
  if (row === null) return null;
  const column = random.pick([
    'row',
    'hold_id',
    'scope',
    'message_id',
    'lifted_at_ms',
    'placed_by',
    'tenant_id',
  ]);
  const expected = { what: `holds.${column} is changed`, field: /^(holds\b.*|database)$/ };
  const key = [row['tenant_id'] ?? null, row['hold_id'] ?? null];
  const where = 'WHERE tenant_id = ? AND hold_id = ?';
  if (column === 'row') database.prepare(`DELETE FROM holds ${where}`).run(...key);
  else {
    const before = row[column] ?? null;
    const value =
      typeof before === 'number'
        ? random.pick([null, before + 1])
        : before === null
          ? 1
          : flipStoredBit(before, random);
    if (value === null && typeof before === 'string') return null;
    database.prepare(`UPDATE holds SET ${column} = ? ${where}`).run(value, ...key);
  }
  return expected;
};

const inventHold: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT tenant_id, message_id FROM messages');
  if (row === null) return null;
  database
    .prepare(
      `INSERT INTO holds (tenant_id, hold_id, scope, message_id, placed_at_ms, placed_by, secret_no, words)
       VALUES (?, 'hld_none', 'message', ?, 1, 'operator', 1, x'00')`,
    )
    .run(row['tenant_id'] ?? null, row['message_id'] ?? null);
  return { what: 'a hold is invented', field: /^holds$/ };
};

const changeRetention: Mutate = ({ database, random }) => {
  const row = anyRow(database, random, 'SELECT tenant_id, content_days, record_days FROM retentions');
  if (row === null) return null;
  const tenantId = row['tenant_id'] ?? null;
  const column = random.pick(['content_days', 'record_days', 'row']);
  if (column === 'row') database.prepare('DELETE FROM retentions WHERE tenant_id = ?').run(tenantId);
  else {
    const value = flipInteger(Number(row[column] ?? 0), random);
    database.prepare(`UPDATE retentions SET ${column} = ? WHERE tenant_id = ?`).run(value, tenantId);
  }
  return { what: `retentions.${column} is changed`, field: /^(retentions\..*|database)$/ };
};

const changeTenantKey: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyRow(database, random, 'SELECT * FROM tenant_keys');
  const field = /^tenant_keys/;
  if (row === null) return null;
  if (random.below(4) === 0) {
    evidence.masterKey = Uint8Array.from(evidence.masterKey, (byte, at) => (at === 7 ? byte ^ 1 : byte));
    return { what: 'the master key is another', field };
  }
  const key = row['tenant_id'] ?? null;
  if (random.below(3) === 0) database.prepare('DELETE FROM tenant_keys WHERE tenant_id = ?').run(key);
  else {
    const column = random.pick(['wrapped', 'wrapped', 'tenant_id']);
    const value = flipStoredBit(row[column] ?? null, random);
    if (value === null) return null;
    database.prepare(`UPDATE tenant_keys SET ${column} = ? WHERE tenant_id = ?`).run(value, key);
  }
  // A tenant without records has nothing else that was made with its key.
  return { what: 'the key of a tenant is changed', field: new RegExp(`${field.source}|\\.seal$`) };
};

export const logMutations: readonly Mutate[] = [
  flipEntry,
  flipEntry,
  flipEntry,
  removeEntry,
  rewordEntry,
  swapEntries,
  changeNode,
  changeHead,
  changeDropped,
  inventDropped,
  changeHold,
  inventHold,
  changeRetention,
  changeTenantKey,
];
