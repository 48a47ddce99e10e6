import { Worker } from 'node:worker_threads';
import { PassageSearchError } from '../passage-search-error.ts';
import { closeMessage, errorOfFault, type ThreadCall, type ThreadReply } from './thread-protocol.ts';

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
  readonly #workerData: unknown;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #callCount = 0;
  #isClosed = false;

  constructor(url: URL, workerData: unknown) {
    this.#url = url;
    this.#workerData = workerData;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#url, { workerData: this.#workerData });
    this.#worker = worker;
    let cause: unknown;
    worker.on('message', (reply: ThreadReply) => this.#settle(reply));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      this.#fail(cause);
    });
    return worker;
  }

  call<Name extends keyof Methods<Offered> & string>(
    name: Name,
    given: Methods<Offered>[Name]['given'],
    timeoutMs: number | null = null,
  ): Promise<Methods<Offered>[Name]['result']> {
    if (this.#isClosed)
      return Promise.reject(new PassageSearchError('failed', 'the passage search is closed'));
    if (this.#waiting.size >= waitingMax)
      return Promise.reject(new PassageSearchError('overloaded', 'too many searches are queued'));
    const id = this.#callCount;
    this.#callCount += 1;
    return new Promise((resolve, reject) => {
      const timer = timeoutMs === null ? null : setTimeout(() => this.#expire(id), timeoutMs);
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      this.start().postMessage({ id, name, given } satisfies ThreadCall);
    });
  }

  /** Takes no more calls, and ends the thread once it has answered those it has. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === null) return;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage(closeMessage);
    await exited;
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
