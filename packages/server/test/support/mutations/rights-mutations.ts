import { flipStoredBit, type StoredCell } from './flip-bit.ts';
import type { Expected, Mutate, VerifiedEvidence } from './mutation.ts';
import { readLog, rewriteLog } from './rebuild-tree.ts';
import { type EarlierRow, type RightsHistory, type RightsTable, rightsTables } from './rights-history.ts';
import { anyRow, type SampledRow, sampleRows } from './sampled-rows.ts';

interface Picked {
  readonly table: RightsTable;
  readonly id: string;
  readonly row: SampledRow;
  readonly columns: readonly string[];
}

const ofTable = (table: RightsTable) => {
  const found = rightsTables.find((one) => one.table === table);
  if (found === undefined) throw new Error(`no such table: ${table}`);
  return found;
};

/** Of the tenant whose rights have a history. */
function pick({ database, random }: VerifiedEvidence, tenantId: string, only?: RightsTable): Picked | null {
  const { table, id, without } = only === undefined ? random.pick(rightsTables) : ofTable(only);
  const row = anyRow(database, random, `SELECT * FROM ${table} WHERE tenant_id = ?`, tenantId);
  if (row === null) return null;
  const columns = Object.keys(row).filter((column) => !(without as readonly string[]).includes(column));
  return { table, id, row, columns };
}

/** The keys of all these tables, of which each has some. */
const keyColumns = ['tenant_id', 'key_id', 'user_id', 'session_id', 'passkey_id', 'revision'];

function whereOf({ table, id, row }: Pick<Picked, 'table' | 'id' | 'row'>) {
  const names = table === 'tenants' ? ['tenant_id'] : ['tenant_id', id];
  return {
    sql: names.map((name) => `${name} = ?`).join(' AND '),
    values: names.map((name) => row[name] ?? null),
  };
}

function set(
  { database }: VerifiedEvidence,
  picked: Omit<Picked, 'columns'>,
  column: string,
  value: StoredCell,
): void {
  const { sql, values } = whereOf(picked);
  database.prepare(`UPDATE ${picked.table} SET ${column} = ? WHERE ${sql}`).run(value, ...values);
}

function insert({ database }: VerifiedEvidence, table: RightsTable, row: SampledRow): void {
  const names = Object.keys(row);
  database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...names.map((name) => row[name] ?? null));
}

function remove({ database }: VerifiedEvidence, picked: Omit<Picked, 'columns'>): void {
  const { sql, values } = whereOf(picked);
  database.prepare(`DELETE FROM ${picked.table} WHERE ${sql}`).run(...values);
}

/** Any of the rows, by the name that people know it by. What SQLite cannot read as a number is reported as unreadable. */
const expectRows = (what: string, ...rows: readonly Omit<Picked, 'columns'>[]): Expected => ({
  ...{ what, field: /^database$/ },
  named: rows.map(({ row, id }) => ` ${String(row[id])}`),
});

/** Somebody who wants more, and knows what the columns mean. */
const desired: Readonly<Record<string, readonly StoredCell[]>> = {
  status: ['active', 'suspended', 'disabled'],
  scopes: ['["query:write"]', '["tenants:manage","keys:manage"]'],
  groups: ['["board"]', '[]', null],
  origins: ['["https://evil.example"]', null],
  role: ['owner', 'operator', 'auditor'],
  expires_at_ms: [9_000_000_000_001],
  link_expires_at_ms: [9_000_000_000_001, null],
  revoked_at_ms: [null, 1],
  ended_at_ms: [null, 1],
  password_hash: ['$argon2id$known', null],
  link_hash: ['a'.repeat(43), null],
  token_hash: ['b'.repeat(43)],
  secret_hmac: ['c'.repeat(43)],
  policy: ['{"guardrails":[]}', null],
  revision: [0, 1, 2, 3, 9],
  seal: [null, '', '0'.repeat(64)],
};

export function rightsMutations({ tenantId, earlier }: RightsHistory): readonly Mutate[] {
  const flip: Mutate = (evidence) => {
    const picked = pick(evidence, tenantId);
    if (picked === null) return null;
    const column = evidence.random.pick(picked.columns);
    const value = flipStoredBit(picked.row[column] ?? null, evidence.random);
    if (value === null) return null;
    set(evidence, picked, column, value);
    const after = { ...picked, row: { ...picked.row, [column]: value } };
    return expectRows(`${picked.table}.${column} has a bit turned`, picked, after);
  };

  const replace: Mutate = (evidence) => {
    const picked = pick(evidence, tenantId);
    if (picked === null) return null;
    const column = evidence.random.pick(picked.columns.filter((name) => name in desired));
    const value = evidence.random.pick(desired[column] ?? [null]);
    if (value === picked.row[column]) return null;
    set(evidence, picked, column, value);
    const after = { ...picked, row: { ...picked.row, [column]: value } };
    return expectRows(`${picked.table}.${column} is ${String(value)}`, picked, after);
  };

  /** Another row like it, with the seal of the first. */
  const add: Mutate = (evidence) => {
    const picked = pick(evidence, tenantId);
    if (picked === null) return null;
    const { table, id, row } = picked;
    const other: Record<string, StoredCell> = { ...row };
    other[id] = id === 'revision' ? 9 : `${String(row[id]).slice(0, -1)}~`;
    // What no two rows may share.
    for (const unique of ['public_id', 'token_hash', 'email_key', 'credential_id', 'name', 'challenge_hash'])
      if (typeof other[unique] === 'string') other[unique] = `${other[unique]}~`;
    insert(evidence, table, other);
    return expectRows(`a row of ${table} is put there`, { table, id, row: other });
  };

  const drop: Mutate = (evidence) => {
    const picked = pick(evidence, tenantId);
    if (picked === null) return null;
    remove(evidence, picked);
    return expectRows(`a row of ${picked.table} is removed`, picked);
  };

  /** Two rows have a column, or all that do not name them, swapped. */
  const swap: Mutate = (evidence) => {
    const left = pick(evidence, tenantId);
    const right = left === null ? null : pick(evidence, tenantId, left.table);
    if (left === null || right === null || left.row[left.id] === right.row[right.id]) return null;
    const others = left.columns.filter((name) => !keyColumns.includes(name));
    const swapped = evidence.random.below(3) === 0 ? others : [evidence.random.pick(others)];
    if (swapped.every((name) => left.row[name] === right.row[name])) return null;
    remove(evidence, right);
    for (const name of swapped) set(evidence, left, name, right.row[name] ?? null);
    const row = Object.fromEntries(swapped.map((name) => [name, left.row[name] ?? null]));
    insert(evidence, right.table, { ...right.row, ...row });
    const what = swapped.length === 1 ? swapped[0] : 'everything';
    return expectRows(`two rows of ${left.table} have ${what} swapped`, left, right);
  };

  const move: Mutate = (evidence) => {
    const picked = pick(evidence, tenantId);
    const other = sampleRows(
      evidence.database,
      'SELECT tenant_id FROM tenants WHERE tenant_id <> ?',
      tenantId,
    );
    if (picked === null || picked.table === 'tenants') return null;
    set(evidence, picked, 'tenant_id', evidence.random.pick(other)['tenant_id'] ?? null);
    return expectRows(`a row of ${picked.table} is given to another tenant`, picked);
  };

  const putBack = (evidence: VerifiedEvidence, { table, row }: EarlierRow): Expected | null => {
    const { id } = ofTable(table);
    const where = whereOf({ table, id, row });
    const current = evidence.database
      .prepare(`SELECT * FROM ${table} WHERE ${where.sql}`)
      .get(...where.values);
    // Only an earlier row that says something else, and not just when a session was last used.
    const isSame = current !== undefined && current['revision'] === row['revision'];
    if (isSame || row['tenant_id'] !== tenantId) return null;
    remove(evidence, { table, id, row });
    insert(evidence, table, row);
    return expectRows(`an earlier row of ${table} is put back`, { table, id, row });
  };

  const replay: Mutate = (evidence) => putBack(evidence, evidence.random.pick(earlier));

  /** With a copy of the entry about it, at the end of the log, and every hash that follows. */
  const replayWithEntry: Mutate = (evidence) => {
    const { database, random } = evidence;
    const old = random.pick(earlier);
    const { id, kind } = ofTable(old.table);
    const lines = readLog(database, tenantId);
    const about = lines.filter(
      ({ subject, eventKind }) => eventKind === kind && subject === String(old.row[id]),
    );
    const expected = about.length === 0 ? null : putBack(evidence, old);
    if (expected === null) return null;
    rewriteLog(database, tenantId, [...lines, random.pick(about)]);
    return { ...expected, what: `${expected.what}, and so is its entry` };
  };

  return [flip, flip, flip, replace, replace, add, drop, swap, move, replay, replay, replayWithEntry];
}
