import type { Operation } from '../../sql/operation.ts';
import type { Connection } from '../connection/connection.ts';
import { ConnectionLost } from '../connection/postgres-faults.ts';
import { installationRole, tenantRole } from '../schema/roles.ts';
import { type Fence, leaseLost } from './fences.ts';
import { OneQuery } from './one-query.ts';
import { Pipeline } from './pipeline.ts';

/** Whose rows a transaction may see and change: one tenant's, or for null what the installation as a whole needs. */
export type Owner = string | null;

/** A transaction that its server may be asked for later. */
export interface CommitName {
  readonly transactionId: string;
  /** Since the server last crashed; null: that is not known. */
  readonly epoch: string | null;
}

/** A commit whose answer was lost with the connection. */
export class LostCommit extends Error {
  /** Null: it was sent before its transaction had a name. */
  readonly commit: CommitName | null;

  constructor(commit: CommitName | null, cause: unknown) {
    super('the connection was lost during a commit', { cause });
    this.name = 'LostCommit';
    this.commit = commit;
  }
}

/** Limits of a transaction, in milliseconds. */
const statementTimeoutMs = 60_000;
const idleReadingMs = 60_000;
/**
 * Of one that writes, and so may hold a tenant's lock: all nodes wait for a process that was frozen, or cut off, in the middle
 * of it. One that was only slow writes again.
 */
const idleWritingMs = 4000;

/**
 * For the length of the transaction: neither a pooler nor the next transaction inherits it. Nothing of this is asked for when
 * a connection is made, because poolers refuse that. Plans are made once and without the values: every statement finds its
 * rows by a key that begins with the tenant, and statistics that are not up to date suggest worse.
 */
const settings = {
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: statementTimeoutMs,
};
const settingsSql = Object.entries(settings).map(
  ([name, value]) => `set_config('${name}', '${value}', true)`,
);
const idleSql = (limitMs: number) => `set_config('idle_in_transaction_session_timeout', '${limitMs}', true)`;
const beginSql = `SELECT set_config('role', $1, true), set_config('avow.tenant_id', $2, true), ${settingsSql.join(', ')}`;
const enterToReadSql = `${beginSql}, ${idleSql(idleReadingMs)}, set_config('transaction_read_only', 'on', true)`;
const enterSql = `${beginSql}, ${idleSql(idleWritingMs)}`;
const enterToWriteSql = `${enterSql}, pg_current_xact_id()::text AS id, (SELECT epoch FROM crash_epoch) AS epoch`;

/**
 * One transaction at a time writes for a tenant, on whichever node: operations may rely on what they have read, and the
 * tenant's log grows by one at a time. Keys that refer to the tenant's row do not wait for this lock.
 */
const lockTenantSql = 'SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE';

/**
 * The lease cannot change hands before this transaction has ended. Asked for before the tenant is locked, so that who waits
 * for a lease never holds a tenant that the holder of that lease waits for.
 */
const showFenceSql = 'SELECT 1 FROM leases WHERE name = $1 AND fence = $2 FOR SHARE';
const becomeInstallationSql = `SET LOCAL ROLE ${installationRole}`;

const entryOf = (owner: Owner) => [owner === null ? installationRole : tenantRole, owner ?? ''];

/** One snapshot for the whole operation. The connection is to be closed if this throws. */
export async function readOnce(
  connection: Connection,
  owner: Owner,
  operation: Operation<unknown>,
): Promise<unknown> {
  const pipeline = new Pipeline(connection);
  const isOneQuery = operation instanceof OneQuery;
  // A statement has a snapshot of its own, several need one in common.
  if (isOneQuery) pipeline.hold();
  else void pipeline.exec('BEGIN ISOLATION LEVEL REPEATABLE READ').catch(ignore);
  pipeline.put({ sql: enterToReadSql, values: entryOf(owner) });
  const performed = pipeline.perform(pipeline.begin(operation));
  if (isOneQuery) {
    performed.catch(ignore);
    await pipeline.commit();
    return await performed;
  }
  const value = await performed;
  // Nothing depends on its answer, and the next transaction on this connection queues behind it.
  void connection.exec('COMMIT').catch(ignore);
  return value;
}

/** How a transaction that writes is committed. */
export interface WriteOptions {
  /** Of the leases under which it is written. */
  readonly fences?: readonly Fence[];
  /** What was sent can be sent again if nobody knows what became of it: the commit leaves with it. */
  readonly isRepeatable?: boolean;
}

/**
 * Runs everything in one transaction and commits it. The connection is to be closed if this throws: the server rolls back
 * then, and statements that it never got to prepare are forgotten.
 */
export async function writeOnce<Value>(
  connection: Connection,
  owner: Owner,
  work: (pipeline: Pipeline) => Promise<Value>,
  { fences = [], isRepeatable = false }: WriteOptions = {},
): Promise<Value> {
  const pipeline = new Pipeline(connection);
  if (isRepeatable && fences.length === 0) return await writeHeld(pipeline, owner, work);
  void pipeline.exec('BEGIN').catch(ignore);
  if (fences.length > 0) void pipeline.exec(becomeInstallationSql).catch(ignore);
  const stillHeld = fences.map(({ name, fence }) => {
    const checked = pipeline.query({ sql: showFenceSql, values: [name, fence] });
    checked.catch(ignore);
    return checked;
  });
  const entered = pipeline.query({ sql: enterToWriteSql, values: entryOf(owner) });
  entered.catch(ignore);
  if (owner !== null) pipeline.put({ sql: lockTenantSql, values: [owner] });
  const value = await work(pipeline);
  for (const { changes } of await Promise.all(stillHeld)) if (changes === 0) throw leaseLost();
  const { id, epoch } = (await entered).rows[0] as EnteredRow;
  await commit(pipeline, { transactionId: String(id), epoch });
  return value;
}

interface EnteredRow {
  readonly id: string;
  readonly epoch: string | null;
}

/** In one round trip, if nobody waits for an answer before the commit: nobody can ask for that commit by its name. */
async function writeHeld<Value>(
  pipeline: Pipeline,
  owner: Owner,
  work: (pipeline: Pipeline) => Promise<Value>,
): Promise<Value> {
  pipeline.hold();
  pipeline.put({ sql: enterSql, values: entryOf(owner) });
  if (owner !== null) pipeline.put({ sql: lockTenantSql, values: [owner] });
  const value = await work(pipeline);
  await commit(pipeline, null);
  return value;
}

async function commit(pipeline: Pipeline, name: CommitName | null): Promise<void> {
  await pipeline.commit().catch((error: unknown) => {
    throw error instanceof ConnectionLost ? new LostCommit(name, error) : error;
  });
}

function ignore(): void {}
