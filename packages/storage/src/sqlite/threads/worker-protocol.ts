/** One call: the name of an operation, and its arguments. */
export type ThreadCall = readonly [name: string, args: readonly unknown[]];

/**
 * `broken`: the disk has failed or the file is damaged, and its state is unknown. `unavailable`: the store cannot write
 * or read at all. `full`: there is no room on the disk. `unexpected`: only this call failed.
 */
export interface Failure {
  readonly kind: 'broken' | 'unavailable' | 'full' | 'unexpected';
  readonly message: string;
  /** For the log: SQLite's name for the error. */
  readonly code: string | null;
}

/** Calls are answered in the order in which they were sent, so that an answer needs no number. */
export interface Answers {
  readonly values: readonly unknown[];
  /** By position in `values`; most groups have none. */
  readonly failures: ReadonlyArray<readonly [position: number, failure: Failure]>;
}

/** First what to open; then calls, as alternating names and lists of arguments, or the request that the worker closes its database. */
export type ToWorker = { readonly open: unknown } | readonly unknown[] | 'close';

export type FromWorker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'not_opened'; readonly message: string }
  | { readonly kind: 'closed' }
  | ({ readonly kind: 'answers' } & Answers);
