import { timingSafeEqual } from 'node:crypto';
import type { NamedText } from '@avow/ledger-log';
import { deriveKey, hmacSha256 } from '../sealing/hmac-sha256.ts';
import type { Columns } from '../sql/columns.ts';
import type { RowValues } from '../sql/statements.ts';

/** A table whose rows say who may do what. Somebody who can only write to the database cannot make such rows. */
export interface SealedTable<Row> {
  readonly table: string;
  /** What one row is found by; the tenant is the first. */
  readonly key: Columns<Row>;
  /** Everything that the seal covers: the key, all that decides, and the revision. */
  readonly columns: Columns<Row>;
  /** Of these, what changes without an entry on the log. */
  readonly unlogged: Columns<Row>;
}

/** A row as it is stored. */
export type Sealed<Row> = Row & { readonly seal: string | null };

/** An array, so that the encoding is canonical. It begins with its version and names the table, so that no other row has it. */
function spell<Row extends RowValues<Row>>(
  version: string,
  { table }: SealedTable<Row>,
  columns: Columns<Row>,
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

export function isSealed<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  sealed: SealedTable<Row>,
  row: Sealed<Row>,
): boolean {
  const given = Buffer.from(row.seal ?? '');
  const expected = Buffer.from(sealOf(tenantKey, sealed, row));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const rightsName = 'rights';

/** What the log says of a row: a commitment that tells nothing without the key, and differs with every revision. */
export function rightsOf<Row extends RowValues<Row>>(
  tenantKey: Uint8Array,
  sealed: SealedTable<Row>,
  row: Row,
): NamedText {
  const columns = sealed.columns.filter((column) => !sealed.unlogged.includes(column));
  const text = spell('avow.rights.v1', sealed, columns, row);
  return [rightsName, hmacSha256(deriveKey(tenantKey, 'avow.rights.v1'), text)];
}
