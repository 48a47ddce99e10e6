import type { NamedText } from '@avow/ledger-log';
import type { KeyRing } from '../keys/key-ring.ts';
import { intoTable, setColumns } from '../sql/columns.ts';
import type { Operation, SqlValue } from '../sql/operation.ts';
import type { RowValues, Statements } from '../sql/statements.ts';
import { isSealed, rightsOf, type Sealed, type SealedTable, sealOf } from './seal-row.ts';

/** A row of a tenant. */
type OfTenant = { readonly tenant_id: string };

/** Checks the seals of rows that were read. */
export interface SealedReads<Row> {
  isGenuine(row: Sealed<Row>): Operation<boolean>;
  /** The row, if it is as the service wrote it; else it is as if it were not there. */
  genuine<Found extends Sealed<Row>>(row: Found | null): Operation<Found | null>;
  allGenuine<Found extends Sealed<Row>>(rows: readonly Found[]): Operation<Found[]>;
}

/** The only way to write the rows of a table: nobody can forget the seal. */
export interface SealedRows<Row> extends SealedReads<Row> {
  /** To be changed. Null: there is none, or it is not genuine, and must not be sealed again. */
  find(...key: readonly SqlValue[]): Operation<Row | null>;
  insert(row: Row): Operation<void>;
  update(row: Row): Operation<void>;
  /** What the log says of the row. */
  rightsOf(row: Row): Operation<NamedText>;
}

export function prepareSealedReads<Row extends RowValues<Row> & OfTenant>(
  keys: KeyRing,
  sealed: SealedTable<Row>,
): SealedReads<Row> {
  function* isGenuine(row: Sealed<Row>): Operation<boolean> {
    const key = yield* keys.find(row.tenant_id);
    return key !== null && isSealed(key, sealed, row);
  }
  return {
    isGenuine,
    *genuine<Found extends Sealed<Row>>(row: Found | null): Operation<Found | null> {
      return row !== null && (yield* isGenuine(row)) ? row : null;
    },
    *allGenuine<Found extends Sealed<Row>>(rows: readonly Found[]): Operation<Found[]> {
      const found: Found[] = [];
      for (const row of rows) if (yield* isGenuine(row)) found.push(row);
      return found;
    },
  };
}

export function prepareSealedRows<Row extends RowValues<Row> & OfTenant>(
  { read, write }: Statements,
  keys: KeyRing,
  sealed: SealedTable<Row>,
): SealedRows<Row> {
  const { table, key, columns } = sealed;
  const stored = [...columns, 'seal'];
  const find = read<Sealed<Row>>(
    `SELECT ${stored.join(', ')} FROM ${table} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
  );
  const insert = write<Sealed<Row>>(`INSERT ${intoTable(table, stored)}`);
  const changed = stored.filter((column) => !(key as readonly string[]).includes(column));
  const update = write<Sealed<Row>>(
    `UPDATE ${table} SET ${setColumns(changed)} WHERE ${key.map((column) => `${column} = :${column}`).join(' AND ')}`,
  );
  const reads = prepareSealedReads(keys, sealed);
  function* seal(row: Row): Operation<Sealed<Row>> {
    return { ...row, seal: sealOf(yield* keys.getOrMake(row.tenant_id), sealed, row) };
  }
  return {
    ...reads,
    *find(...values) {
      return yield* reads.genuine(yield* find.first(...values));
    },
    *insert(row) {
      yield* insert.put(yield* seal(row));
    },
    *update(row) {
      yield* update.put(yield* seal(row));
    },
    *rightsOf(row) {
      return rightsOf(yield* keys.getOrMake(row.tenant_id), sealed, row);
    },
  };
}
