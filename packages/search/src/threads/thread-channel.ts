import type { Worker } from 'node:worker_threads';
import { releaseThread, takeThread } from '@avow/foundation/concurrency';
import { PassageSearchError } from '../passage-search-error.ts';
import {
  closedMessage,
  closeMessage,
  errorOfFault,
  type SearchCall,
  type ThreadOpening,
  type ThreadReply,
} from './thread-protocol.ts';

type Methods<Offered> = {
  readonly [Name in keyof Offered]: Offered[Name] extends (...given: infer Given) => infer Result
    ? { readonly given: Given; readonly result: Awaited<Result> }
    : never;
};

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout | null;
}

/** The limit of calls queued for one thread; beyond it, calls are rejected at once. */
const waitingMax = 1_024;

/** The event loop's end of a thread that is started when it is first needed, and again after it has died. */
export class ThreadChannel<Offered> {
  readonly #url: URL;
  readonly #openData: unknown;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #callCount = 0;
  #closing: Promise<void> | null = null;

  constructor(url: URL, openData: unknown) {
    this.#url = url;
    this.#openData = openData;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = takeThread(this.#url);
    this.#worker = worker;
    let cause: unknown;
    worker.on('message', (reply: ThreadReply | typeof closedMessage) => {
      if (reply !== closedMessage) this.#settle(reply);
    });
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      this.#fail(cause);
    });
    worker.postMessage({ open: this.#openData } satisfies ThreadOpening);
    return worker;
  }

  call<Name extends keyof Methods<Offered> & string>(
    name: Name,
    given: Methods<Offered>[Name]['given'],
    timeoutMs: number | null = null,
  ): Promise<Methods<Offered>[Name]['result']> {
    if (this.#closing !== null)
      return Promise.reject(new PassageSearchError('failed', 'the passage search is closed'));
    if (this.#waiting.size >= waitingMax)
      return Promise.reject(new PassageSearchError('overloaded', 'too many searches are queued'));
    const id = this.#callCount;
    this.#callCount += 1;
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === null ? null : setTimeout(() => this.#expire(id), timeoutMs);
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      this.start().postMessage({ id, name, given } satisfies SearchCall);
    });
  }

  /** Takes no more calls, and lets go of the thread once it has answered those it has. */
  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const closed = Promise.withResolvers<boolean>();
    worker.once('exit', () => closed.resolve(false));
    worker.on('message', (message) => {
      if (message === closedMessage) closed.resolve(true);
    });
    worker.postMessage(closeMessage);
    if (!(await closed.promise)) return;
    this.#worker = null;
    await releaseThread(this.#url, worker);
  }

  #expire(id: number): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.reject(new PassageSearchError('timeout', 'the passage search ran out of time'));
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    // The caller has already received a timeout.
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    if (waiting.timer !== null) clearTimeout(waiting.timer);
    if ('fault' in reply) waiting.reject(errorOfFault(reply.fault));
    else waiting.resolve(reply.value);
  }

  #fail(cause: unknown): void {
    for (const { reject, timer } of this.#waiting.values()) {
      if (timer !== null) clearTimeout(timer);
      reject(new PassageSearchError('failed', 'the thread of the passage search ended', { cause }));
    }
    this.#waiting.clear();
  }
}
