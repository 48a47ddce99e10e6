import { timingSafeEqual } from 'node:crypto';
import { deriveKey, hmacSha256 } from '../sealing/hmac-sha256.ts';
import type { ColumnNames } from '../sql/columns.ts';
import type { RowValues } from '../sql/statements.ts';

/** A table whose rows say who may do what. Somebody who can only write to the database cannot make such rows. */
export interface SealedTable<Row> {
  readonly table: string;
  /** What one row is found by; the tenant is the first. */
  readonly key: ColumnNames<Row>;
  /** Everything that the seal covers: the key, all that decides, and the revision. */
  readonly columns: ColumnNames<Row>;
  /** Of these, what changes without an entry on the log. */
  readonly unlogged: ColumnNames<Row>;
}

/** A row as it is stored. */
export type Sealed<Row> = Row & { readonly seal: string | null };

/** An array, so that the encoding is canonical. It begins with its version and names the table, so that no other row has it. */
function spell<Row extends RowValues<Row>>(
  version: string,
  { table }: { readonly table: string },
  columns: ColumnNames<Row>,
  row: Row,
): string {
  const values = columns.map((column) => {
    const value = row[column];
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  });
  return JSON.stringify([version, table, ...values]);
}

/** The seal of a row: an HMAC under a key that is derived from the key of its tenant. */
export function sealOf<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  sealed: SealedTable<Row>,
  row: Row,
): string {
  const text = spell('avow.row.v1', sealed, sealed.columns, row);
  return hmacSha256(deriveKey(tenantKey, 'avow.rows.v1'), text);
}

export function hasOwnSeal<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  sealed: SealedTable<Row>,
  row: Sealed<Row>,
): boolean {
  const given = Buffer.from(row.seal ?? '');
  const expected = Buffer.from(sealOf(tenantKey, sealed, row));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const rightsName = 'rights';

/** A commitment, under its name on the log. */
export type NamedCommitment = readonly [name: string, commitment: string];

/** What the log says of a row: a commitment that tells nothing without the key, and differs with every revision. */
export function rightsOf<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  sealed: SealedTable<Row>,
  row: Row,
): NamedCommitment {
  const columns = sealed.columns.filter((column) => !sealed.unlogged.includes(column));
  const text = spell('avow.rights.v1', sealed, columns, row);
  return [rightsName, hmacSha256(deriveKey(tenantKey, 'avow.rights.v1'), text)];
}

/** What the log says of a row that shapes answers: as above, of every column. */
export function contentOf<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  committed: { readonly table: string; readonly columns: ColumnNames<Row> },
  row: Row,
): NamedCommitment {
  const text = spell('avow.content.v1', committed, committed.columns, row);
  return ['content', hmacSha256(deriveKey(tenantKey, 'avow.content.v1'), text)];
}
