import type { QueryResult as Result } from 'pg';
import type { Operation, Query, QueryResult } from '../sql/operation.ts';
import type { Connection } from './connection.ts';
import { mergeInserts } from './merge-inserts.ts';

type Statement = Pick<Query, 'sql' | 'values'>;

/** An operation whose first query is on its way. */
export interface Begun {
  readonly operation: Operation<unknown>;
  readonly step: IteratorResult<Query, unknown>;
  readonly sent: Promise<Result> | null;
}

const nothing: QueryResult = { rows: [], changes: 0 };

function toResult({ rows, rowCount }: Result): QueryResult {
  return { rows, changes: rowCount ?? 0 };
}

/** The queries of one transaction. The first error counts: those behind it only say that the transaction has failed. */
export class Pipeline {
  readonly #connection: Connection;
  readonly #answered: Promise<void>[] = [];
  #fault: unknown = null;
  /** Null: nothing is gathered. */
  #gathered: Query[] | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  exec(sql: string): Promise<Result> {
    return this.#watch(this.#connection.exec(sql));
  }

  query(statement: Statement): Promise<Result> {
    return this.#watch(this.#connection.query(statement));
  }

  /**
   * From now on what nobody waits for is sent at the end, rows of a table together. For operations that do not depend on what
   * each other writes.
   */
  gather(): void {
    this.#gathered ??= [];
  }

  sendGathered(): void {
    for (const statement of mergeInserts(this.#gathered ?? [])) void this.query(statement).catch(ignore);
    this.#gathered = null;
  }

  /** Sends the first query of an operation, which goes on when it is performed. */
  begin(operation: Operation<unknown>): Begun {
    const step = operation.next();
    return { operation, step, sent: step.done === true ? null : this.#ask(step.value) };
  }

  /** The value of an operation, once everything that it waits for was answered. */
  async perform({ operation, step: first, sent: firstSent }: Begun): Promise<unknown> {
    let step = first;
    let sent = firstSent;
    while (step.done !== true) {
      const result = step.value.isDeferred || sent === null ? nothing : toResult(await sent);
      step = operation.next(result);
      sent = step.done === true ? null : this.#ask(step.value);
    }
    return step.value;
  }

  #ask(query: Query): Promise<Result> | null {
    if (!query.isDeferred || this.#gathered === null) return this.query(query);
    this.#gathered.push(query);
    return null;
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
