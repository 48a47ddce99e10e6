import { createTurns, type Turns } from '@avow/foundation';
import type { ModelProcess, ModelTurn } from './start-model-process.ts';
import { lossByEnd, type SupervisedProcess } from './supervise-model-process.ts';

type InferenceOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface InferenceTask<Answer> {
  readonly outcome: Promise<InferenceOutcome<Answer>>;
  /** Removes the task from the queue; its outcome may never settle. A task that is running is not retried. */
  readonly cancel: () => void;
}

interface QueueOrder {
  readonly rank?: number;
  /** Whom the request is for. */
  readonly owner?: string;
  /** What it is a part of. */
  readonly call?: object;
}

/** A queue of requests and the processes that run them. */
export interface InferenceQueue<Request, Answer> {
  /**
   * A call that was begun is finished first: many that are half done would all miss their deadlines. Then the owner that
   * was served least recently is served. Of its requests lower ranks run first, and those of the same rank in order of arrival.
   */
  readonly submit: (request: Request, order?: QueueOrder) => InferenceTask<Answer>;
  /** Signals that a process has become available and can take queued requests. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

export interface InferenceQueueOptions<Request, Answer> {
  readonly processes: readonly SupervisedProcess<ModelProcess<Request, Answer>>[];
  readonly waitingMax: number;
  readonly hangMs: number;
  readonly residentBytesMax: number;
  /** Null: idle processes are not stopped. */
  readonly idleMs: number | null;
  readonly closedReason: string;
  readonly onFailure: (detail: string) => void;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly rank: number;
  readonly owner: string;
  readonly call: object;
  readonly settle: (outcome: InferenceOutcome<Answer>) => void;
  wasBrokenOff: boolean;
  isCancelled: boolean;
}

interface Worker<Request, Answer> {
  readonly kept: SupervisedProcess<ModelProcess<Request, Answer>>;
  isWorking: boolean;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Each process takes the next request when it is free. A request that was interrupted by the end of a process is retried
 * once. If no process is available, all queued requests fail.
 */
export function createInferenceQueue<Request, Answer>(
  options: InferenceQueueOptions<Request, Answer>,
): InferenceQueue<Request, Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  const workers = options.processes.map(
    (kept): Worker<Request, Answer> => ({ kept, isWorking: false, idle: undefined }),
  );
  const turns = createTurns();
  const begun = new WeakSet<object>();
  let isClosed = false;

  const failAll = (reason: string) => {
    for (const { settle } of waiting.splice(0)) settle({ kind: 'failed', reason });
  };

  const work = async (worker: Worker<Request, Answer>): Promise<void> => {
    const { kept } = worker;
    worker.isWorking = true;
    clearTimeout(worker.idle);
    while (waiting.length > 0) {
      const found = await kept.get();
      if (found.kind === 'unavailable') {
        // Requests that another process is handling are left to it.
        if (!workers.some((other) => other !== worker && other.isWorking)) failAll(found.reason);
        break;
      }
      // All that waited may have been cancelled or taken while the process started.
      const task = takeNext(waiting, turns, begun);
      if (task === undefined) break;
      const { process } = found;
      const startedAt = performance.now();
      const turn = await process.ask(task.request, options.hangMs);
      const durationMs = performance.now() - startedAt;
      await concludeTask(task, { turn, durationMs, process, kept, waiting, options });
    }
    worker.isWorking = false;
    if (options.idleMs !== null && !isClosed)
      worker.idle = setTimeout(() => void kept.stop('idle'), options.idleMs).unref();
  };

  const wake = () => {
    for (const worker of workers) if (!worker.isWorking && waiting.length > 0) void work(worker);
  };

  const submit = (
    request: Request,
    { rank = 0, owner = '', call = {} }: QueueOrder = {},
  ): InferenceTask<Answer> => {
    const { promise: outcome, resolve: settle } = Promise.withResolvers<InferenceOutcome<Answer>>();
    const task = { request, rank, owner, call, settle, wasBrokenOff: false, isCancelled: false };
    if (isClosed) settle({ kind: 'failed', reason: options.closedReason });
    else if (waiting.length >= options.waitingMax) settle({ kind: 'failed', reason: 'too many texts wait' });
    else waiting.splice(waiting.findLastIndex((other) => other.rank <= rank) + 1, 0, task);
    wake();
    const cancel = () => {
      task.isCancelled = true;
      const place = waiting.indexOf(task);
      if (place >= 0) waiting.splice(place, 1);
    };
    return { outcome, cancel };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    failAll(options.closedReason);
    for (const { idle } of workers) clearTimeout(idle);
    await Promise.all(workers.map(({ kept }) => kept.close()));
  };
  return { submit, wake, close };
}

/** The first of a call that was begun, or else of the owner whose turn it is. */
function takeNext<Task extends { readonly owner: string; readonly call: object }>(
  waiting: Task[],
  turns: Turns,
  begun: WeakSet<object>,
): Task | undefined {
  const unfinished = waiting.findIndex(({ call }) => begun.has(call));
  if (unfinished !== -1) return waiting.splice(unfinished, 1)[0];
  const owner = turns.next(waiting.map((task) => task.owner));
  const at = waiting.findIndex((task) => task.owner === owner);
  const task = at === -1 ? undefined : waiting.splice(at, 1)[0];
  if (task !== undefined) begun.add(task.call);
  return task;
}

/** Settles the request with its outcome, or puts it back at the front of the queue. */
async function concludeTask<Request, Answer>(
  task: Waiting<Request, Answer>,
  parts: {
    readonly turn: ModelTurn<Answer>;
    readonly durationMs: number;
    readonly process: ModelProcess<Request, Answer>;
    readonly kept: SupervisedProcess<ModelProcess<Request, Answer>>;
    readonly waiting: Waiting<Request, Answer>[];
    readonly options: InferenceQueueOptions<Request, Answer>;
  },
): Promise<void> {
  const { turn, process, kept, options } = parts;
  if (turn.kind === 'ended') {
    const loss = lossByEnd(turn.how);
    if (task.wasBrokenOff) task.settle({ kind: 'failed', reason: `the model cannot be run: ${loss.detail}` });
    else if (!task.isCancelled) parts.waiting.unshift(task);
    task.wasBrokenOff = true;
    await kept.lose(process, loss);
  } else if (turn.kind === 'late') {
    const detail = `no answer within ${options.hangMs / 1000} s`;
    task.settle({ kind: 'failed', reason: `the model cannot be run: ${detail}` });
    await kept.lose(process, { reason: 'hung', detail });
  } else if (turn.message.kind === 'answered') {
    kept.praise();
    task.settle({ kind: 'answered', answer: turn.message.answer, durationMs: parts.durationMs });
    if (turn.message.residentBytes > options.residentBytesMax) await kept.stop('grown');
  } else {
    const detail = turn.message.kind === 'failed' ? turn.message.errorName : turn.message.kind;
    task.settle({ kind: 'failed', reason: `the model failed: ${detail}` });
    options.onFailure(detail);
  }
}
