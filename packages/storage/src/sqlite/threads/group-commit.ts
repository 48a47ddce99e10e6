import type { DatabaseSync } from 'node:sqlite';
import { atOnce, isOperation, type Operations } from '../../sql/operation.ts';
import { faultName, isFatal, isFull, isSqliteUnavailable } from '../sqlite-faults.ts';
import type { Answers, Failure, ThreadCall } from './worker-protocol.ts';

export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const code = faultName(error);
  if (isFull(error)) return { kind: 'full', message, code };
  if (isFatal(error)) return { kind: 'broken', message, code };
  return { kind: isSqliteUnavailable(error) ? 'unavailable' : 'unexpected', message, code };
}

export function performCall(operations: Operations, [name, args]: ThreadCall): unknown {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const returned = operation(...(args as never));
  return isOperation(returned) ? atOnce(returned) : returned;
}

/** Every call of a group fails for the same reason. */
export function failAll(calls: readonly ThreadCall[], failure: Failure): Answers {
  return { values: calls.map(() => null), failures: calls.map((_, position) => [position, failure]) };
}

/** Commits wait while the WAL is emptied. */
const truncateTimeoutMs = 250;

/** What operations must do at the end of a transaction. */
export interface TransactionEnd {
  beforeCommit(): void;
  /** Committed or not. */
  after(): void;
}

/**
 * Writes many calls in one transaction, so that they share one fsync. Nothing is answered before COMMIT has returned.
 * Once the disk has failed it writes nothing more: after a failed fsync the kernel may have dropped its buffers.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #operations: Operations;
  readonly #end: TransactionEnd;
  #broken: Failure | null = null;

  constructor(database: DatabaseSync, operations: Operations, end: TransactionEnd) {
    this.#database = database;
    this.#operations = operations;
    this.#end = end;
  }

  run(calls: readonly ThreadCall[]): Answers {
    if (this.#broken !== null) return failAll(calls, this.#broken);
    const values: unknown[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#giveUp(calls, error);
    }
    try {
      for (const call of calls) values.push(performCall(this.#operations, call));
      this.#end.beforeCommit();
    } catch (error) {
      // One call failed, and the others must not: each gets its own transaction.
      if (calls.length === 1 || isFatal(error)) return this.#giveUp(calls, error);
      this.#rollBack();
      return this.#runEachAlone(calls);
    }
    try {
      this.#database.exec('COMMIT');
    } catch (error) {
      return this.#giveUp(calls, error);
    }
    this.#end.after();
    return { values, failures: [] };
  }

  /**
   * Empties the WAL, which still contains previous pages. Gives up soon if a reader is in the way: returns false, and nothing
   * changed.
   */
  truncateWal({ busyTimeoutMs }: { readonly busyTimeoutMs: number }): boolean {
    if (this.#broken !== null) return false;
    try {
      this.#database.exec(`PRAGMA busy_timeout = ${truncateTimeoutMs}`);
      return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
    } catch (error) {
      this.#noteFatal(error);
      return false;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  #runEachAlone(calls: readonly ThreadCall[]): Answers {
    const values: unknown[] = [];
    const failures: Array<readonly [number, Failure]> = [];
    for (const [position, call] of calls.entries()) {
      const answer = this.run([call]);
      values.push(answer.values[0]);
      for (const [, failure] of answer.failures) failures.push([position, failure]);
    }
    return { values, failures };
  }

  #giveUp(calls: readonly ThreadCall[], error: unknown): Answers {
    this.#noteFatal(error);
    this.#rollBack();
    return failAll(calls, describeFailure(error));
  }

  #noteFatal(error: unknown): void {
    if (isFatal(error)) this.#broken = describeFailure(error);
  }

  /** SQLite may have rolled back by itself; if it cannot, nothing more may be written either. */
  #rollBack(): void {
    this.#end.after();
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch (error) {
      this.#broken ??= { ...describeFailure(error), kind: 'broken' };
    }
  }
}
