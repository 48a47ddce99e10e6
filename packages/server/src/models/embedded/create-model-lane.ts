import { type KeptProcess, lossByEnd } from './keep-model-process.ts';
import type { ModelProcess, ModelTurn } from './start-model-process.ts';

export type LaneOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string };

export interface LaneTask<Answer> {
  readonly outcome: Promise<LaneOutcome<Answer>>;
  /** Takes it out of the queue. Nothing happens where it is being run, or is done. */
  readonly cancel: () => void;
}

/** Requests that wait for one another, and the process that runs them. */
export interface ModelLane<Request, Answer> {
  readonly submit: (request: Request) => LaneTask<Answer>;
  readonly close: () => Promise<void>;
}

export interface ModelLaneOptions<Request, Answer> {
  readonly process: KeptProcess<Request, Answer>;
  readonly waitingMax: number;
  readonly hangMs: number;
  readonly residentBytesMax: number;
  /** Null: the process stays. */
  readonly idleMs: number | null;
  readonly onFailure: (detail: string) => void;
}

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly settle: (outcome: LaneOutcome<Answer>) => void;
  wasBrokenOff: boolean;
}

/**
 * Runs one request after another. One that the end of the process broke off is made once again. Where the process is not
 * to be had, everything that waits fails.
 */
export function createModelLane<Request, Answer>(
  options: ModelLaneOptions<Request, Answer>,
): ModelLane<Request, Answer> {
  const kept = options.process;
  const waiting: Waiting<Request, Answer>[] = [];
  let isWorking = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  const failAll = (reason: string) => {
    for (const { settle } of waiting.splice(0)) settle({ kind: 'failed', reason });
  };

  const work = async (): Promise<void> => {
    isWorking = true;
    clearTimeout(idle);
    while (waiting.length > 0) {
      const found = await kept.get();
      if (found.kind === 'unavailable') failAll(found.reason);
      // All that waited may have been cancelled while the process started.
      const task = waiting.shift();
      if (found.kind === 'unavailable' || task === undefined) continue;
      const { process } = found;
      const turn = await process.ask(task.request, options.hangMs);
      await concludeTask(task, { turn, process, waiting, options });
    }
    isWorking = false;
    if (options.idleMs !== null && !isClosed)
      idle = setTimeout(() => void kept.stop('idle'), options.idleMs).unref();
  };

  const submit = (request: Request): LaneTask<Answer> => {
    const { promise: outcome, resolve: settle } = Promise.withResolvers<LaneOutcome<Answer>>();
    const task = { request, settle, wasBrokenOff: false };
    if (isClosed) settle({ kind: 'failed', reason: kept.closedReason });
    else if (waiting.length >= options.waitingMax) settle({ kind: 'failed', reason: 'too many texts wait' });
    else waiting.push(task);
    if (!isWorking && waiting.length > 0) void work();
    const cancel = () => {
      const place = waiting.indexOf(task);
      if (place >= 0) waiting.splice(place, 1);
    };
    return { outcome, cancel };
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(idle);
    failAll(kept.closedReason);
    await kept.close();
  };
  return { submit, close };
}

/** Settles what was asked by what came of it, or puts it back before all others. */
async function concludeTask<Request, Answer>(
  task: Waiting<Request, Answer>,
  parts: {
    readonly turn: ModelTurn<Answer>;
    readonly process: ModelProcess<Request, Answer>;
    readonly waiting: Waiting<Request, Answer>[];
    readonly options: ModelLaneOptions<Request, Answer>;
  },
): Promise<void> {
  const { turn, process, options } = parts;
  const kept = options.process;
  if (turn.kind === 'ended') {
    const loss = lossByEnd(turn.how);
    if (task.wasBrokenOff) task.settle({ kind: 'failed', reason: `the model cannot be run: ${loss.detail}` });
    else parts.waiting.unshift(task);
    task.wasBrokenOff = true;
    await kept.lose(process, loss);
  } else if (turn.kind === 'late') {
    const detail = `no answer within ${options.hangMs / 1000} s`;
    task.settle({ kind: 'failed', reason: `the model cannot be run: ${detail}` });
    await kept.lose(process, { reason: 'hung', detail });
  } else if (turn.message.kind === 'answered') {
    kept.praise();
    task.settle({ kind: 'answered', answer: turn.message.answer });
    if (turn.message.residentBytes > options.residentBytesMax) await kept.stop('grown');
  } else {
    const detail = turn.message.kind === 'failed' ? turn.message.errorName : turn.message.kind;
    task.settle({ kind: 'failed', reason: `the model failed: ${detail}` });
    options.onFailure(detail);
  }
}
