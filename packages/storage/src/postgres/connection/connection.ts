import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError, type QueryResult as Result, types } from 'pg';
import type { Query, QueryResult } from '../../sql/operation.ts';
import { ConnectionLost, idleTimeoutCode } from './postgres-faults.ts';
import { type NamedStatement, type RowShape, StatementBatch } from './statement-batch.ts';
import { type Wire, wireOf } from './wire.ts';

/** Limits of one connection, in milliseconds. */
const connectTimeoutMs = 10_000;
const closeTimeoutMs = 2000;

const bytea = 17;
const int8 = 20;

/** What differs from the defaults, by type. Every number that is stored is a safe integer; bytes are as SQLite has them. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [int8]: Number,
  // In hexadecimal, behind \x.
  [bytea]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

const parserOf = (type: number) => parsers[type] ?? types.getTypeParser(type, 'text');

const valueTypes: ClientConfig['types'] = {
  getTypeParser: (type, format) =>
    (format === 'binary' ? undefined : parsers[type]) ?? types.getTypeParser(type, format as never),
};

const nothing: QueryResult = { rows: [], changes: 0 };

/** What the server did not say itself is the fault of the connection. */
function rethrow(error: unknown): never {
  throw error instanceof DatabaseError ? error : new ConnectionLost(error);
}

/**
 * A connection on which queries are sent without waiting for those before them. The server runs them in order, so that a
 * transaction costs as many round trips as it has answers to wait for.
 */
export class Connection {
  readonly #client: Client;
  readonly #wire: Wire;
  /** The statements that were prepared, by their SQL. */
  readonly #known = new Map<string, { readonly name: string; readonly shape: RowShape }>();
  /** What the server said when it ended a transaction that this process did not go on with. */
  #halted: DatabaseError | null = null;
  #isLost = false;
  #isGathering = false;

  private constructor(client: Client, wire: Wire) {
    this.#client = client;
    this.#wire = wire;
    client.on('error', (error) => {
      this.#isLost = true;
      if (error instanceof DatabaseError && error.code === idleTimeoutCode) this.#halted = error;
    });
    client.on('end', () => {
      this.#isLost = true;
    });
  }

  static async open(url: string): Promise<Connection> {
    const client = new Client({
      connectionString: url,
      pipeline: true,
      types: valueTypes,
      application_name: 'avow',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    const wire = wireOf(client);
    await client.connect().catch(rethrow);
    return new Connection(client, wire);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Called for every notification of a channel that was listened to. */
  onNotification(heard: () => void): void {
    this.#client.on('notification', heard);
  }

  /** Several statements without parameters, or one that is sent only once. */
  exec(sql: string): Promise<Result> {
    this.#gather();
    return this.#client.query(sql).catch(this.#rethrow);
  }

  /** Whatever was sent after the server had ended the transaction never happened. */
  readonly #rethrow = (error: unknown): never => rethrow(this.#halted ?? error);

  /** A statement that is prepared when it is first sent. The connection is to be closed if this throws, as below. */
  async query(statement: Pick<Query, 'sql' | 'values'>): Promise<QueryResult> {
    const [result = nothing] = await this.#send([{ ...statement, isDeferred: false }]);
    return result;
  }

  /** Statements that are a transaction by themselves, in one round trip. */
  transact(queries: readonly Query[]): Promise<readonly QueryResult[]> {
    return this.#send(queries);
  }

  /**
   * Not as queries of `pg`, which outlive collections of the young generation with all their rows: pauses of 20 ms in one of a
   * hundred lists.
   */
  #send(queries: readonly Query[]): Promise<readonly QueryResult[]> {
    this.#gather();
    const statements = queries.map(({ sql, values, isDeferred }): NamedStatement => {
      const { name, shape } = this.#nameOf(sql);
      return { sql, values, name, shape: isDeferred ? null : shape };
    });
    const sent = new StatementBatch(statements, parserOf);
    this.#client.query(sent);
    return sent.answered.catch(this.#rethrow);
  }

  #nameOf(sql: string): { readonly name: string; readonly shape: RowShape } {
    const known = this.#known.get(sql);
    if (known !== undefined) return known;
    const added = { name: `avow_${this.#known.size}`, shape: { columns: null } };
    this.#known.set(sql, added);
    return added;
  }

  /** A statement that is planned for these values each time: how much it finds depends on them. */
  ask(sql: string, values: readonly unknown[] = []): Promise<Result> {
    return this.#client.query(sql, values as unknown[]).catch(this.#rethrow);
  }

  /** What is sent within one turn leaves together: one packet instead of several for each statement. */
  #gather(): void {
    // Not kept: with TLS it is another one once the server has agreed to it.
    const { stream } = this.#wire;
    if (this.#isGathering) return;
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** A server that does not answer is not waited for. */
  async close(): Promise<void> {
    const ended = this.#client.end().catch(() => undefined);
    await Promise.race([ended, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
}
