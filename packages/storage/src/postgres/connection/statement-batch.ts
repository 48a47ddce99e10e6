import { Query } from 'pg';
import type { Query as Asked, QueryResult, SqlValue } from '../../sql/operation.ts';
import type { Wire } from './wire.ts';

/** A statement of a transaction, under the name that it is prepared by. */
export interface NamedStatement extends Pick<Asked, 'sql' | 'values'> {
  readonly name: string;
  /** Null: nobody reads its rows. */
  readonly shape: RowShape | null;
}

/** The columns of a statement, once its connection has heard of them: they are asked for once. */
export interface RowShape {
  columns: ReadonlyArray<{ readonly name: string; readonly parse: (text: string) => unknown }> | null;
}

type ParserOf = (type: number) => (text: string) => unknown;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

function toWire(value: SqlValue): Buffer | string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** The count at the end of a command tag, as of `INSERT 0 1`. */
const changesIn = (tag: string) => Number(/\d+$/.exec(tag)?.[0] ?? 0);

/**
 * Statements up to one Sync. Outside of a transaction the server takes them for one, and commits it at the end or rolls it back
 * at the first error: neither BEGIN nor COMMIT is sent, and the server answers once instead of once for each statement. After
 * an error the connection is to be closed, because nobody knows which statements were prepared.
 */
export class StatementBatch extends Query {
  readonly #statements: readonly NamedStatement[];
  readonly #parserOf: ParserOf;
  readonly #results: QueryResult[] = [];
  readonly #answered = Promise.withResolvers<readonly QueryResult[]>();
  #rows: Record<string, unknown>[] = [];

  constructor(statements: readonly NamedStatement[], parserOf: ParserOf) {
    super('');
    this.#statements = statements;
    this.#parserOf = parserOf;
  }

  /** The results of all statements, once the server is ready for more. */
  get answered(): Promise<readonly QueryResult[]> {
    return this.#answered.promise;
  }

  /** Called by `pg`, like the methods below. */
  override submit = (connection: unknown): null => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, sql, values, shape } of this.#statements) {
      if ((wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        wire.parse({ name, text: sql });
        wire.parsedStatements[name] = sql;
      }
      wire.bind({ statement: name, values, valueMapper: toWire });
      if (shape !== null && shape.columns === null) wire.describe({ type: 'P', name: '' });
      wire.execute(null);
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const shape = this.#current?.shape;
    if (shape == null) return;
    shape.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: ReadonlyArray<string | null> }): void {
    const columns = this.#current?.shape?.columns;
    if (columns == null) return;
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ rows: this.#rows, changes: changesIn(text) });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#answered.resolve(this.#results);
  }

  handleError(error: unknown): void {
    this.#answered.reject(error);
  }

  get #current(): NamedStatement | undefined {
    return this.#statements[this.#results.length];
  }
}
