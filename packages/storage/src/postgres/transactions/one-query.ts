import type { Operation, Query, QueryResult } from '../../sql/operation.ts';

/** An operation that is one query: a transaction that consists of it can be sent together with its commit. */
export class OneQuery<Value> implements Operation<Value> {
  readonly query: Query;
  readonly toValue: (result: QueryResult) => Value;
  #isAsked = false;

  constructor(query: Query, toValue: (result: QueryResult) => Value) {
    this.query = query;
    this.toValue = toValue;
  }

  next(...[result]: [] | [QueryResult]): IteratorResult<Query, Value> {
    if (this.#isAsked && result !== undefined) return { done: true, value: this.toValue(result) };
    this.#isAsked = true;
    return { done: false, value: this.query };
  }

  [Symbol.iterator](): this {
    return this;
  }
}
