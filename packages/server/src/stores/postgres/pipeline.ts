import type { QueryResult as Result } from 'pg';
import type { Operation, Query, QueryResult } from '../sql/operation.ts';
import type { Connection } from './connection.ts';

type Statement = Pick<Query, 'sql' | 'values'>;

const nothing: QueryResult = { rows: [], changes: 0 };

function toResult({ rows, rowCount }: Result): QueryResult {
  return { rows, changes: rowCount ?? 0 };
}

/** The queries of one transaction. The first error counts: those behind it only say that the transaction has failed. */
export class Pipeline {
  readonly #connection: Connection;
  readonly #answered: Promise<void>[] = [];
  #fault: unknown = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  exec(sql: string): Promise<Result> {
    return this.#watch(this.#connection.exec(sql));
  }

  query(statement: Statement): Promise<Result> {
    return this.#watch(this.#connection.query(statement));
  }

  /** The value of an operation, once everything that it waits for was answered. */
  async perform(operation: Operation<unknown>): Promise<unknown> {
    let step = operation.next();
    while (step.done !== true) {
      const sent = this.query(step.value);
      step = operation.next(step.value.isDeferred ? nothing : toResult(await sent));
    }
    return step.value;
  }

  /** Waits until everything was answered; throws the first error. */
  async settle(): Promise<void> {
    await Promise.all(this.#answered);
    if (this.#fault !== null) throw this.#fault;
  }

  #watch(sent: Promise<Result>): Promise<Result> {
    const watched = sent.catch((error: unknown) => {
      this.#fault ??= error;
      throw this.#fault;
    });
    this.#answered.push(watched.then(ignore, ignore));
    return watched;
  }
}

function ignore(): void {}
