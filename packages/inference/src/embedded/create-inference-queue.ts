import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue, type FairQueue } from '@avow/foundation/concurrency';
import type { ModelProcess, ModelTurn } from './start-model-process.ts';
import { lossByEnd, type SupervisedProcess } from './supervise-model-process.ts';

type InferenceOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly durationMs: number }
  /** `isBusy`: too much waits already, and nothing is wrong with the model. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isBusy?: true };

export interface InferenceTask<Answer> {
  readonly outcome: Promise<InferenceOutcome<Answer>>;
  /** Removes the task from the queue; its outcome may never settle. A task that is running is not retried. */
  readonly cancel: () => void;
}

interface QueueOrder {
  readonly rank?: number;
  /** Whom the request is for. */
  readonly owner: string;
  /** What it is a part of. */
  readonly call?: object;
  /** It is run only while nothing else waits. */
  readonly isBackground?: boolean | undefined;
}

/** A queue of requests and the processes that run them. */
export interface InferenceQueue<Request, Answer> {
  /**
   * The owner that was served least is served, by the cost of its requests, with up to `requestsPerTurn` requests of one call. Of its calls one
   * that was begun is finished first: many that are half done would all miss their deadlines. Then lower ranks run first, and
   * those of the same rank in order of arrival.
   */
  readonly submit: (request: Request, order: QueueOrder) => InferenceTask<Answer>;
  /** Signals that a process has become available and can take queued requests. */
  readonly wake: () => void;
  /** How many processes run and have nothing to do. */
  readonly idle: () => number;
  /** Starts up to so many processes that do not run, for requests that are about to come. */
  readonly startFurther: (count: number) => void;
  readonly close: () => Promise<void>;
}

export interface InferenceQueueOptions<Request, Answer> {
  readonly processes: readonly SupervisedProcess<ModelProcess<Request, Answer>>[];
  /** Requests that may wait, of all owners and of one. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** Requests of one call that run before the next owner is served. */
  readonly requestsPerTurn: number;
  /** About how long a request takes, in any unit. Left out: all take as long. */
  readonly costOf?: ((request: Request) => number) | undefined;
  readonly hangMs: number;
  readonly residentBytesMax: number;
  /** After this time without a request all but the first `kept` processes are stopped. */
  readonly idleMs: number;
  readonly kept: number;
  readonly closedReason: string;
  readonly onFailure: (detail: string) => void;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly rank: number;
  readonly owner: string;
  readonly call: object;
  readonly isBackground: boolean;
  readonly settle: (outcome: InferenceOutcome<Answer>) => void;
  wasBrokenOff: boolean;
  isCancelled: boolean;
}

/** How often a process that is about to be started again is looked for. */
const lookAgainMs = 50;

interface Worker<Request, Answer> {
  readonly kept: SupervisedProcess<ModelProcess<Request, Answer>>;
  readonly stays: boolean;
  isWorking: boolean;
  /** Whether it is about to take a request, once its process runs. */
  isComing: boolean;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Each process takes the next request when it is free. One that does not run is started if more wait than others are about to
 * take. A request that was interrupted by the end of a process is retried once; one that is interrupted twice is to blame for
 * it, so that those of others do not wait. Requests wait while a process is started again. If none can be, all queued requests
 * fail.
 */
export function createInferenceQueue<Request, Answer>(
  options: InferenceQueueOptions<Request, Answer>,
): InferenceQueue<Request, Answer> {
  const begun = new WeakSet<object>();
  const waiting = createFairQueue<Waiting<Request, Answer>>({
    totalMax: options.waitingMax,
    tenantMax: options.ownerWaitingMax,
    costOf: ({ request }) => options.costOf?.(request) ?? 1,
    goesBefore: (task, earlier) =>
      begun.has(task.call) === begun.has(earlier.call) ? task.rank < earlier.rank : begun.has(task.call),
  });
  const takeNext = createTaking(waiting, begun, options.requestsPerTurn);
  const workers = options.processes.map(
    (kept, position): Worker<Request, Answer> => ({
      ...{ kept, stays: position < options.kept, isWorking: false, isComing: false, idle: undefined },
    }),
  );
  const blame: Blame = { isSpent: false };
  let isClosed = false;

  const failAll = (reason: string) => {
    for (const { settle } of waiting.takeAll()) settle({ kind: 'failed', reason });
  };

  const work = async (worker: Worker<Request, Answer>): Promise<void> => {
    const { kept } = worker;
    worker.isWorking = true;
    clearTimeout(worker.idle);
    while (waiting.size > 0) {
      worker.isComing = true;
      const found = await kept.get();
      worker.isComing = false;
      if (found.kind === 'unavailable') {
        // One that was lost is started again: what waits has until its caller gives up.
        if (!found.isBroken) {
          await sleep(lookAgainMs, undefined, { ref: false });
          continue;
        }
        // Requests that another process is handling are left to it.
        if (!workers.some((other) => other !== worker && other.isWorking)) failAll(found.reason);
        break;
      }
      // All that waited may have been cancelled or taken while the process started.
      const task = takeNext();
      if (task === undefined) break;
      const { process } = found;
      const startedAt = performance.now();
      const turn = await process.ask(task.request, options.hangMs);
      const durationMs = performance.now() - startedAt;
      await concludeTask(task, { turn, durationMs, process, kept, waiting, blame, options });
    }
    worker.isWorking = false;
    if (!worker.stays && !isClosed)
      worker.idle = setTimeout(() => void kept.stop('idle'), options.idleMs).unref();
  };

  const resting = (isRunning: boolean) =>
    workers.filter(({ isWorking, kept }) => !isWorking && kept.isRunning() === isRunning);
  const coming = (among: readonly Worker<Request, Answer>[]) =>
    among.filter(({ isComing }) => isComing).length;
  const wake = () => {
    const running = workers.filter(({ kept }) => kept.isRunning());
    for (const worker of resting(true)) if (waiting.size > coming(running)) void work(worker);
    for (const worker of resting(false)) if (waiting.size > coming(workers)) void work(worker);
  };

  const startFurther = (count: number) => {
    const further = resting(false).slice(0, Math.max(0, count));
    for (const worker of isClosed ? [] : further) {
      worker.isWorking = true;
      worker.isComing = true;
      void worker.kept.get().then(() => {
        worker.isComing = false;
        return work(worker);
      });
    }
  };

  const submit = (request: Request, order: QueueOrder): InferenceTask<Answer> => {
    const { rank = 0, owner, call = {}, isBackground = false } = order;
    const { promise: outcome, resolve: settle } = Promise.withResolvers<InferenceOutcome<Answer>>();
    const state = { wasBrokenOff: false, isCancelled: false };
    const task = { request, rank, owner, call, isBackground, settle, ...state };
    if (isClosed) settle({ kind: 'failed', reason: options.closedReason });
    else if (waiting.add(owner, task) !== null)
      settle({ kind: 'failed', reason: 'too many texts wait', isBusy: true });
    wake();
    const cancel = () => {
      task.isCancelled = true;
      waiting.remove(owner, task);
    };
    return { outcome, cancel };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    failAll(options.closedReason);
    for (const { idle } of workers) clearTimeout(idle);
    await Promise.all(workers.map(({ kept }) => kept.close()));
  };
  const idle = () => resting(true).length;
  return { submit, wake, idle, startFurther, close };
}

/**
 * Takes the next request: of the call that was served last, as long as its turn lasts, or else of the owner whose turn it is.
 * What is in the background comes last.
 */
function createTaking<Task extends { readonly call: object; readonly isBackground: boolean }>(
  waiting: FairQueue<Task>,
  begun: WeakSet<object>,
  requestsPerTurn: number,
): () => Task | undefined {
  let last: object | null = null;
  let taken = 0;
  return () => {
    const next = taken < requestsPerTurn ? waiting.take(({ call }) => call === last) : undefined;
    if (next !== undefined) {
      taken += 1;
      return next;
    }
    const task = waiting.take(({ isBackground }) => !isBackground) ?? waiting.take();
    last = task?.call ?? null;
    taken = 1;
    if (task !== undefined) begun.add(task.call);
    return task;
  };
}

/** Whether a request was blamed since the last answer. If the next is interrupted too, the model is at fault. */
interface Blame {
  isSpent: boolean;
}

/** Settles the request with its outcome, or puts it back at the front of the queue. */
async function concludeTask<Request, Answer>(
  task: Waiting<Request, Answer>,
  parts: {
    readonly turn: ModelTurn<Answer>;
    readonly durationMs: number;
    readonly process: ModelProcess<Request, Answer>;
    readonly kept: SupervisedProcess<ModelProcess<Request, Answer>>;
    readonly waiting: FairQueue<Waiting<Request, Answer>>;
    readonly blame: Blame;
    readonly options: InferenceQueueOptions<Request, Answer>;
  },
): Promise<void> {
  const { turn, process, kept, blame, options } = parts;
  if (turn.kind !== 'said') {
    const loss = turn.kind === 'ended' ? lossByEnd(turn.how) : lossByHanging(options.hangMs);
    if (task.wasBrokenOff) task.settle({ kind: 'failed', reason: `the model cannot be run: ${loss.detail}` });
    else if (!task.isCancelled) parts.waiting.putBack(task.owner, task);
    const isToBlame = task.wasBrokenOff && !blame.isSpent;
    task.wasBrokenOff = true;
    await kept.lose(process, loss);
    if (!isToBlame) return;
    blame.isSpent = true;
    kept.praise();
  } else if (turn.message.kind === 'answered') {
    kept.praise();
    blame.isSpent = false;
    task.settle({ kind: 'answered', answer: turn.message.answer, durationMs: parts.durationMs });
    if (turn.message.residentBytes > options.residentBytesMax) await kept.stop('grown');
  } else {
    const detail = turn.message.kind === 'failed' ? turn.message.errorName : turn.message.kind;
    task.settle({ kind: 'failed', reason: `the model failed: ${detail}` });
    options.onFailure(detail);
  }
}

function lossByHanging(hangMs: number) {
  return { reason: 'hung', detail: `no answer within ${hangMs / 1000} s` } as const;
}
