import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { AppError, diskFull, UserError } from '@avow/foundation';
import { releaseThread, takeThread } from '@avow/foundation/concurrency';
import type { AnswerOf, Operations } from '../../sql/operation.ts';
import type { BrokenStore } from './broken-store.ts';
import type { Answers, Failure, FromWorker, ToWorker } from './worker-protocol.ts';

export interface ChannelOptions {
  readonly workerUrl: URL;
  readonly workerData: unknown;
  /** Limit of queued calls; beyond it a call is rejected immediately. */
  readonly waitingMax: number;
  /** Called once, when the worker reports a failed disk or has died: it is then unusable. */
  readonly onBroken?: ((fault: BrokenStore) => void) | undefined;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: AppError): void;
}

function toAppError({ kind, message, code }: Failure): AppError {
  if (kind === 'full') return diskFull();
  const cause = code === null ? new Error(message) : Object.assign(new Error(message), { code });
  return new AppError(kind === 'unexpected' ? 'internal' : 'audit_unavailable', { cause });
}

/** Waits until the worker has opened its database; rejects with the reason if it cannot. */
async function awaitOpening(worker: Worker): Promise<void> {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  worker.once('exit', onExit);
  try {
    const [message] = (await once(worker, 'message', { signal: ended.signal })) as [FromWorker];
    if (message.kind === 'not_opened')
      throw new UserError(`The records cannot be opened: ${message.message}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('The records cannot be opened: their thread ended', { cause: error });
  } finally {
    worker.off('exit', onExit);
  }
}

/**
 * The event loop's end of a worker. Calls are answered in order. Those made while the worker is busy are sent together once
 * it has answered: a commit and a wake-up cost more than most calls, and a busy event loop gathers many calls in that time.
 * Once the worker has died everything is rejected: what was being written is unknown until a restart.
 */
export class WorkerChannel<Offered extends Operations> {
  readonly #worker: Worker;
  readonly #url: URL;
  readonly #waitingMax: number;
  /** That the worker has closed its database, or has died. */
  readonly #ended: Promise<void>;
  #waiting: Waiting[] = [];
  #collected: unknown[] = [];
  /** Calls that the worker has not answered yet. */
  #sentCount = 0;
  #failed: AppError | null = null;
  #onIdle: (() => void) | null = null;
  #closed: Promise<void> | null = null;
  #onBroken: ChannelOptions['onBroken'] = undefined;
  #refused: AppError | null = null;

  private constructor(worker: Worker, { workerUrl, waitingMax }: ChannelOptions) {
    this.#worker = worker;
    this.#url = workerUrl;
    this.#waitingMax = waitingMax;
    const ended = Promise.withResolvers<void>();
    this.#ended = ended.promise;
    worker.once('exit', () => {
      this.#fail(new Error('the thread of the records ended'));
      ended.resolve();
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'answers') this.#settle(message);
      else if (message.kind === 'closed') ended.resolve();
    });
  }

  static async open<Offered extends Operations>(options: ChannelOptions): Promise<WorkerChannel<Offered>> {
    const worker = takeThread(options.workerUrl);
    const opening = awaitOpening(worker);
    const channel = new WorkerChannel<Offered>(worker, options);
    worker.postMessage({ open: options.workerData } satisfies ToWorker);
    try {
      await opening;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    channel.#onBroken = options.onBroken;
    return channel;
  }

  call<Name extends keyof Offered & string>(
    name: Name,
    ...args: Parameters<Offered[Name]>
  ): Promise<AnswerOf<ReturnType<Offered[Name]>>> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (this.#closed !== null) return Promise.reject(new AppError('shutting_down'));
    if (this.#refused !== null) return Promise.reject(this.#refused);
    if (this.#waiting.length >= this.#waitingMax) return Promise.reject(new AppError('overloaded'));
    this.#collected.push(name, args);
    // Only the first call since the last message.
    if (this.#collected.length === 2) this.#sendSoon();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
    });
  }

  /** One file holds all tenants: that an operation is of one tenant is up to its statements. */
  callFor<Name extends keyof Offered & string>(
    _tenantId: string,
    name: Name,
    ...args: Parameters<Offered[Name]>
  ): Promise<AnswerOf<ReturnType<Offered[Name]>>> {
    return this.call(name, ...args);
  }

  /** From now on every call is rejected; earlier ones are answered. */
  refuse(refusal: AppError): void {
    this.#refused ??= refusal;
  }

  /** Accepts no more calls, waits until every earlier one is answered, and lets go of the worker. */
  close(): Promise<void> {
    this.#closed ??= this.#closeOnce();
    return this.#closed;
  }

  async #closeOnce(): Promise<void> {
    if (this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    if (this.#failed === null) this.#worker.postMessage('close' satisfies ToWorker);
    await this.#ended;
    if (this.#failed === null) await releaseThread(this.#url, this.#worker);
  }

  /** At the end of this tick, with all further calls that are made in it. */
  #sendSoon(): void {
    if (this.#sentCount === 0 && this.#collected.length > 0) setImmediate(() => this.#send());
  }

  #send(): void {
    const calls = this.#collected;
    this.#collected = [];
    if (this.#failed !== null || calls.length === 0) return;
    this.#sentCount = calls.length / 2;
    this.#worker.postMessage(calls satisfies ToWorker);
  }

  #settle({ values, failures }: Answers): void {
    const answered = this.#waiting.splice(0, values.length);
    this.#sentCount -= values.length;
    for (const [position, failure] of failures) {
      answered[position]?.reject(toAppError(failure));
      if (failure.kind === 'broken') this.#tellBroken(failure);
    }
    // Settling a promise a second time does nothing, so failed calls need no separate handling.
    for (const [position, { resolve }] of answered.entries()) resolve(values[position]);
    this.#sendSoon();
    this.#noteIdle();
  }

  #tellBroken({ code }: BrokenStore): void {
    const report = this.#onBroken;
    this.#onBroken = undefined;
    report?.({ code });
  }

  #fail(cause: unknown): void {
    if (this.#closed === null) this.#tellBroken({ code: null });
    this.#failed ??= new AppError('audit_unavailable', { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failed);
    this.#noteIdle();
  }

  #noteIdle(): void {
    if (this.#waiting.length === 0) this.#onIdle?.();
  }
}
