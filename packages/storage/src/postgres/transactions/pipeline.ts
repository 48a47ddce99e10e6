import type { QueryResult as Result } from 'pg';
import type { Operation, Query, QueryResult } from '../../sql/operation.ts';
import type { Connection } from '../connection/connection.ts';
import { mergeInserts } from './merge-inserts.ts';
import { OneQuery } from './one-query.ts';

type Statement = Pick<Query, 'sql' | 'values'>;

/** An operation whose first query is on its way. */
export interface Begun {
  readonly operation: Operation<unknown>;
  readonly step: IteratorResult<Query, unknown>;
  readonly sent: Promise<QueryResult> | null;
}

/** A query that waits for the end of its transaction, or for somebody who needs an answer before. */
interface Held {
  readonly query: Query;
  readonly answered: PromiseWithResolvers<QueryResult>;
}

const nothing: QueryResult = { rows: [], changes: 0 };

/**
 * What the system takes from a process at once. Of more, a process that freezes leaves the server with a part: between two
 * Syncs no timeout of the server runs, and it would wait for the rest, with the tenant locked, for as long as there is a
 * connection.
 */
const leavesAtOnceBytesMax = 32 * 1024;

const bytesOf = ({ values }: Statement) =>
  values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + Buffer.byteLength(value);
    return sum + (value instanceof Uint8Array ? value.byteLength : 8);
  }, 0);

/** The queries of one transaction. The first error counts: those behind it only say that the transaction has failed. */
export class Pipeline {
  readonly #connection: Connection;
  readonly #answered: Promise<void>[] = [];
  #fault: unknown = null;
  /** Null: nothing is gathered. */
  #gathered: Query[] | null = null;
  /** Null: queries are sent as they are asked for. */
  #held: Held[] | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** From here on everything is held back until somebody needs an answer: until then it may become one round trip. */
  hold(): void {
    this.#held ??= [];
  }

  exec(sql: string): Promise<Result> {
    return this.#watch(this.#connection.exec(sql));
  }

  query(statement: Statement): Promise<QueryResult> {
    return this.#query({ ...statement, isDeferred: false });
  }

  /** Nobody needs the result; an error is that of the transaction. */
  put(statement: Statement): void {
    void this.#query({ ...statement, isDeferred: true }).catch(ignore);
  }

  /**
   * From now on what nobody waits for is sent at the end, rows of a table together. For operations that do not depend on what
   * each other writes.
   */
  gather(): void {
    this.#gathered ??= [];
  }

  /** Rows of the first of these tables go first. */
  sendGathered(tables: readonly string[]): void {
    for (const statement of mergeInserts(this.#gathered ?? [], tables)) this.put(statement);
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
      const isAwaited = !step.value.isDeferred && sent !== null;
      // The answer of an operation of one query can wait for the commit.
      if (isAwaited && !(operation instanceof OneQuery)) this.#release();
      const result = isAwaited ? await sent : null;
      step = operation.next(result ?? nothing);
      sent = step.done === true ? null : this.#ask(step.value);
    }
    return step.value;
  }

  /**
   * Commits everything in the round trip that it is sent in, if it was held until now. What is too large to leave at once becomes
   * a transaction between whose statements the server waits for a limited time.
   */
  async commit(): Promise<void> {
    const heldBytes = this.#held?.reduce((sum, { query }) => sum + bytesOf(query), 0) ?? 0;
    if (heldBytes > leavesAtOnceBytesMax) this.#release();
    const held = this.#held;
    this.#held = null;
    if (held === null) {
      const committed = this.exec('COMMIT');
      await this.settle();
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error(`a commit ended in ${command}`);
      return;
    }
    this.#connection.transact(held.map(({ query }) => query)).then(
      (results) => {
        for (const [position, { answered }] of held.entries()) answered.resolve(results[position] ?? nothing);
      },
      (error: unknown) => {
        for (const { answered } of held) answered.reject(error);
      },
    );
    await this.settle();
  }

  /** Waits until everything was answered; throws the first error. */
  async settle(): Promise<void> {
    await Promise.all(this.#answered);
    if (this.#fault !== null) throw this.#fault;
  }

  /** Somebody waits for an answer before the commit: what was held is the beginning of a transaction. */
  #release(): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    void this.exec('BEGIN').catch(ignore);
    for (const { query, answered } of held)
      this.#connection.query(query).then(answered.resolve, answered.reject);
  }

  #ask(query: Query): Promise<QueryResult> | null {
    if (!query.isDeferred || this.#gathered === null) return this.#query(query);
    this.#gathered.push(query);
    return null;
  }

  #query(query: Query): Promise<QueryResult> {
    if (this.#held === null) return this.#watch(this.#connection.query(query));
    const answered = Promise.withResolvers<QueryResult>();
    this.#held.push({ query, answered });
    return this.#watch(answered.promise);
  }

  #watch<Answer>(sent: Promise<Answer>): Promise<Answer> {
    const watched = sent.catch((error: unknown) => {
      this.#fault ??= error;
      throw this.#fault;
    });
    this.#answered.push(watched.then(ignore, ignore));
    return watched;
  }
}

function ignore(): void {}
