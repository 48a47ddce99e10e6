import { type KeptProcess, lossByEnd } from './keep-model-process.ts';
import type { ModelProcess, ModelTurn } from './start-model-process.ts';

type LaneOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface LaneTask<Answer> {
  readonly outcome: Promise<LaneOutcome<Answer>>;
  /** Takes it out of the queue, and its outcome may never come. Where it is being run, it is not made once again. */
  readonly cancel: () => void;
}

/** Requests that wait for one another, and the processes that run them. */
export interface ModelLane<Request, Answer> {
  /** What has a lower `rank` goes first; of one rank, what came first. */
  readonly submit: (request: Request, rank?: number) => LaneTask<Answer>;
  /** Says that a process may be had that was not: it takes part in what waits. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

export interface ModelLaneOptions<Request, Answer> {
  readonly processes: readonly KeptProcess<Request, Answer>[];
  readonly waitingMax: number;
  readonly hangMs: number;
  readonly residentBytesMax: number;
  /** Null: the processes stay. */
  readonly idleMs: number | null;
  readonly closedReason: string;
  readonly onFailure: (detail: string) => void;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly rank: number;
  readonly settle: (outcome: LaneOutcome<Answer>) => void;
  wasBrokenOff: boolean;
  isCancelled: boolean;
}

interface Worker<Request, Answer> {
  readonly kept: KeptProcess<Request, Answer>;
  isWorking: boolean;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Each process takes the next request when it is free. One that the end of a process broke off is made once again. Where
 * none of the processes is to be had, everything that waits fails.
 */
export function createModelLane<Request, Answer>(
  options: ModelLaneOptions<Request, Answer>,
): ModelLane<Request, Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  const workers = options.processes.map(
    (kept): Worker<Request, Answer> => ({ kept, isWorking: false, idle: undefined }),
  );
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
        // What another process works on, or waits for, is left to it.
        if (!workers.some((other) => other !== worker && other.isWorking)) failAll(found.reason);
        break;
      }
      // All that waited may have been cancelled or taken while the process started.
      const task = waiting.shift();
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

  const submit = (request: Request, rank = 0): LaneTask<Answer> => {
    const { promise: outcome, resolve: settle } = Promise.withResolvers<LaneOutcome<Answer>>();
    const task = { request, rank, settle, wasBrokenOff: false, isCancelled: false };
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

/** Settles what was asked by what came of it, or puts it back before all others. */
async function concludeTask<Request, Answer>(
  task: Waiting<Request, Answer>,
  parts: {
    readonly turn: ModelTurn<Answer>;
    readonly durationMs: number;
    readonly process: ModelProcess<Request, Answer>;
    readonly kept: KeptProcess<Request, Answer>;
    readonly waiting: Waiting<Request, Answer>[];
    readonly options: ModelLaneOptions<Request, Answer>;
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
