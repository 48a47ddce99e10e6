export type SqlValue = string | number | null | Uint8Array;

/** A statement as an engine is asked to run it. */
export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Nobody waits for its result: it is sent, and the operation goes on. If it fails, so does the transaction. */
  readonly isDeferred: boolean;
}

export interface QueryResult {
  readonly rows: readonly unknown[];
  /** How many rows were changed. */
  readonly changes: number;
}

/**
 * What a store does within one transaction: a generator that asks for queries and goes on with their results, so that it is
 * written once for an engine that answers at once and for one that answers over a connection. Operations consist of
 * operations: `yield*` gives the value of each.
 */
export type Operation<Value> = IterableIterator<Query, Value, QueryResult>;

/** Operations by their name. */
export type Operations = Readonly<Record<string, (...args: never) => unknown>>;

/** What a caller gets: the value of an operation, or what a plain function returned. */
export type AnswerOf<Returned> = Returned extends Operation<infer Value> ? Value : Returned;

/**
 * An operation that is already over. It is its own iterator and its own result, because SQLite makes one for every
 * statement on the path of every record.
 */
class Done<Value> {
  readonly done = true;
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }

  next(): this {
    return this;
  }

  [Symbol.iterator](): this {
    return this;
  }
}

export function done<Value>(value: Value): Operation<Value> {
  return new Done(value);
}

/** The value of an operation whose engine answers at once. */
export function atOnce<Value>(operation: Operation<Value>): Value {
  const { done: isDone, value } = operation.next();
  if (isDone !== true) throw new Error('an operation waits for a statement');
  return value;
}

export function isOperation(returned: unknown): returned is Operation<unknown> {
  return (
    typeof returned === 'object' &&
    returned !== null &&
    'next' in returned &&
    typeof returned.next === 'function'
  );
}
