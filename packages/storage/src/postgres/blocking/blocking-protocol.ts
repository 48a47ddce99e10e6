import type { MessagePort } from 'node:worker_threads';
import type { QueryResult, SqlValue } from '../../sql/operation.ts';

/** What the thread of a connection is started with. */
export interface BlockingWorkerData {
  readonly url: string;
  readonly port: MessagePort;
  /** Set to 1 when an answer was posted. */
  readonly answered: SharedArrayBuffer;
}

export interface BlockingStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type ToBlockingWorker = readonly BlockingStatement[] | 'close';

export type FromBlockingWorker =
  | {
      readonly kind: 'results';
      readonly results: readonly QueryResult[];
    }
  | { readonly kind: 'fault'; readonly message: string; readonly isLost: boolean };
