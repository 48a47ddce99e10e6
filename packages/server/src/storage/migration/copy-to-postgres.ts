import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@avow/foundation';
import { insertFingerprints, readFingerprints, type SharedKey } from '@avow/storage/nodes';
import type { Connection } from '@avow/storage/postgres';
import { migratePostgres, reachDatabase } from '@avow/storage/postgres';
import { postgresMigrations } from '../schema/postgres-schema.ts';
import { recordTables } from '../schema/record-tables.ts';

export interface CopyOptions {
  readonly url: string;
  readonly keys: readonly SharedKey[];
  readonly onProgress: (done: number, total: number) => void;
}

/** Under this name the target has what it was copied from. */
const originName = 'copied from';

interface Column {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

/** Of one statement. */
const batchRowsMax = 500;
const batchBytesMax = 4 * 1024 * 1024;

/**
 * Copies a database of SQLite, which nobody may change meanwhile, in one transaction: whatever ends it before its commit
 * leaves the target as it was. `already`: the same state was copied there before.
 */
export async function copyToPostgres(
  source: DatabaseSync,
  { url, keys, onProgress }: CopyOptions,
): Promise<'copied' | 'already'> {
  await migratePostgres(url, postgresMigrations);
  const origin = fingerprintOf(source);
  const connection = await reachDatabase(url);
  try {
    await connection.exec('BEGIN');
    await connection.exec('SET LOCAL statement_timeout = 0');
    await openTables(connection);
    const known = await readFingerprints(connection);
    if (known.get(originName) === origin) return 'already';
    await assertEmpty(connection, known.size);
    await copyTables(source, connection, onProgress);
    await continueNumbers(connection);
    await insertFingerprints(connection, keys);
    await connection.query({
      sql: 'INSERT INTO installation_keys (name, fingerprint) VALUES ($1, $2)',
      values: [originName, origin],
    });
    await closeTables(connection);
    await connection.exec('COMMIT');
    return 'copied';
  } finally {
    await connection.close();
  }
}

/** Of all rows of all tables that are copied: whatever was changed since, it is another. */
function fingerprintOf(source: DatabaseSync): string {
  const digest = createHash('sha256');
  for (const table of copiedTables) {
    const columns = source.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`).all();
    const select = `SELECT ${columns.map(({ name }) => String(name)).join(', ')} FROM ${table}`;
    digest.update(`${select}\n`);
    for (const row of source.prepare(select).iterate())
      for (const value of Object.values(row)) {
        const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
        digest.update(`${value === null ? 'null' : typeof value} ${bytes.length}\n`).update(bytes);
      }
  }
  return digest.digest('hex');
}

/** Until the commit the owner may write rows of all tenants, and nobody else sees a table. */
async function openTables(connection: Connection): Promise<void> {
  for (const table of copiedTables) await connection.exec(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
}

/** Tables of the installation have no rows of tenants, and no row-level security. */
async function closeTables(connection: Connection): Promise<void> {
  const { rows } = await connection.query({
    sql: 'SELECT relname FROM pg_class WHERE relname = ANY ($1) AND relrowsecurity',
    values: [`{${copiedTables.join(',')}}`],
  });
  for (const { relname } of rows as ReadonlyArray<{ readonly relname: string }>)
    await connection.exec(`ALTER TABLE ${relname} FORCE ROW LEVEL SECURITY`);
}

async function assertEmpty(connection: Connection, keyCount: number): Promise<void> {
  const { rows } = await connection.exec('SELECT EXISTS (SELECT 1 FROM tenants) AS has_tenants');
  if (keyCount === 0 && rows[0]?.has_tenants === false) return;
  throw new UserError(
    'The database that AVOW_DATABASE_URL names already has an installation. Nothing was changed. Name an empty database.',
  );
}

async function columnsOf(connection: Connection, table: string): Promise<readonly Column[]> {
  const { rows } = await connection.query({
    sql: `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    values: [table],
  });
  return rows as Column[];
}

async function copyTables(
  source: DatabaseSync,
  connection: Connection,
  onProgress: CopyOptions['onProgress'],
): Promise<void> {
  const total = copiedTables.reduce(
    (sum, table) => sum + Number(source.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']),
    0,
  );
  let done = 0;
  for (const table of copiedTables) {
    const columns = await columnsOf(connection, table);
    const insert = insertSql(table, columns);
    const select = source.prepare(
      selectRowsSql(
        table,
        columns.map(({ name }) => name),
      ),
    );
    for (const batch of batchesOf(select.iterate() as Iterable<Row>)) {
      const values = columns.map(({ name }) => arrayText(batch.map((row) => row[name] ?? null)));
      await connection.query({ sql: insert, values }).catch((error: unknown) => {
        throw new Error(`rows of ${table} could not be copied`, { cause: error });
      });
      done += batch.length;
      onProgress(Math.min(done, total), total);
    }
  }
  onProgress(total, total);
}

function insertSql(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, position) => `$${position + 1}::${type}[]`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`;
}

function* batchesOf(rows: Iterable<Row>): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row))
      bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
    if (batch.length < batchRowsMax && bytes < batchBytesMax) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** An array as PostgreSQL reads it. */
function arrayText(values: readonly (string | number | null | Uint8Array)[]): string {
  const items = values.map((value) => {
    if (value === null) return 'NULL';
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
    return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  });
  return `{${items.join(',')}}`;
}

/** What is numbered from now on is numbered behind everything that was copied. */
async function continueNumbers(connection: Connection): Promise<void> {
  const numbered = [
    ['record_secrets', 'secret_no'],
    ['record_contents', 'content_no'],
    ['lasting_secrets', 'secret_no'],
    ['documents', 'row_id'],
    ['curated_pairs', 'row_id'],
  ].map(([table, column]) => `SELECT max(${column}) AS number FROM ${table}`);
  await connection.exec(
    `SELECT setval('row_numbers', greatest(1, (SELECT max(number) FROM (${numbered.join(' UNION ALL ')}) AS numbers)))`,
  );
  for (const table of ['outbox', 'webhook_deliveries'])
    await connection.exec(
      `SELECT setval(pg_get_serial_sequence('${table}', 'seq'), greatest(1, (SELECT max(seq) FROM ${table})))`,
    );
}

/** Rows that SQLite finds by their numbers alone: whose they are is known from what refers to them. */
const ownersOf: Readonly<Record<string, { readonly number: string; readonly by: readonly string[] }>> = {
  record_secrets: { number: 'secret_no', by: ['messages'] },
  record_contents: { number: 'content_no', by: ['messages'] },
  lasting_secrets: {
    number: 'secret_no',
    by: ['holds', 'evaluations', 'webhook_endpoints', 'sources', 'log_reasons'],
  },
  document_texts: { number: 'row_id', by: ['documents'] },
};

/** Tables in an order in which each comes after those that it refers to. */
const copiedTables: readonly string[] = recordTables.map(({ name }) => name);

/**
 * The rows of a table in SQLite with these columns. Numbered rows that nothing refers to were destroyed there, and are left
 * behind.
 */
function selectRowsSql(table: string, columns: readonly string[]): string {
  const owners = ownersOf[table];
  if (owners === undefined) return `SELECT ${columns.join(', ')} FROM ${table}`;
  const { number, by } = owners;
  const owned = by.map((one) => `SELECT tenant_id, ${number} FROM ${one} WHERE ${number} IS NOT NULL`);
  return `SELECT ${columns.join(', ')} FROM (${owned.join(' UNION ALL ')}) JOIN ${table} USING (${number})`;
}
