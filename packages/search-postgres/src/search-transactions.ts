import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { PassageSearchError } from '@avow/search/engine';
import type { Connection, ConnectionPool } from '@avow/storage/postgres';
import { tenantRole, toAppError } from '@avow/storage/postgres';
import { DatabaseError, type QueryResult } from 'pg';

export type FoundRow = Readonly<Record<string, unknown>>;

/** Sends a statement of a transaction, and gives the rows. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly FoundRow[]>;

const enterSql = "SELECT set_config('role', $1, true), set_config('avow.tenant_id', $2, true)";
const statementTimeoutCode = '57014';

const rowsOf = ({ rows }: QueryResult): readonly FoundRow[] => rows;

export function outOfTime(): PassageSearchError {
  return new PassageSearchError('timeout', 'the passage search ran out of time');
}

/**
 * Runs the work in one transaction of the tenant's role, which row-level security holds to the rows of that tenant. To read,
 * it is one snapshot: a version that is replaced or pruned meanwhile stays whole.
 */
export async function inTransaction<Value>(
  pool: ConnectionPool<null>,
  {
    tenantId,
    mode,
    timeoutMs,
  }: { readonly tenantId: TenantId; readonly mode: 'read' | 'write'; readonly timeoutMs: number },
  work: (ask: Ask) => Promise<Value>,
): Promise<Value> {
  try {
    return await pool.use(async ({ connection }) => {
      const ask: Ask = async (sql, values) => rowsOf(await connection.ask(sql, values));
      await begin(connection, { tenantId, mode, timeoutMs });
      const value = await work(ask);
      await connection.exec('COMMIT');
      return value;
    });
  } catch (error) {
    throw toFault(error);
  }
}

async function begin(
  connection: Connection,
  {
    tenantId,
    mode,
    timeoutMs,
  }: { readonly tenantId: TenantId; readonly mode: 'read' | 'write'; readonly timeoutMs: number },
): Promise<void> {
  const begun = mode === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN';
  // What a passage is read from may take longer than a transaction may usually be idle.
  const limits = `SET LOCAL statement_timeout = ${Math.max(0, Math.trunc(timeoutMs))}; SET LOCAL idle_in_transaction_session_timeout = 0`;
  // One after the other on the connection, without waiting in between.
  await Promise.all([
    connection.exec(begun),
    connection.exec(limits),
    connection.ask(enterSql, [tenantRole, tenantId]),
  ]);
}

/** Faults of the search and of its input as they are; those of the database without the values that they quote. */
function toFault(error: unknown): unknown {
  if (error instanceof PassageSearchError || error instanceof RangeError || error instanceof AppError)
    return error;
  if (error instanceof DatabaseError && error.code === statementTimeoutCode) return outOfTime();
  if (error instanceof DatabaseError) return toAppError(error);
  return error instanceof Error && error.name === 'ConnectionLost' ? toAppError(error) : error;
}
