import type { Backoff } from './create-backoff.ts';
import type { ProcessEvent } from './process-event.ts';
import type { ModelProcess, ModelTurn } from './start-model-process.ts';

/** What is supervised of a process; how it is asked is the caller's. */
type StartedProcess = Pick<ModelProcess<never, unknown>, 'processId' | 'ready' | 'ended' | 'end'>;

type Availability<Process> =
  | { readonly kind: 'available'; readonly process: Process }
  /** `isBroken`: waiting does not help. Otherwise it is started again within moments. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isBroken: boolean };

interface Loss {
  readonly reason: 'ended' | 'hung' | 'not_started';
  readonly detail: string;
  /** The model itself says that it cannot be run, for example because its file is damaged. */
  readonly isRefusal?: true;
}

/** A supervised process that runs the model: started on first use and restarted when lost. */
export interface SupervisedProcess<Process> {
  readonly get: () => Promise<Availability<Process>>;
  /** Whether it has said that it is ready. */
  readonly isRunning: () => boolean;
  /** Reports an answer, or a loss that was not the fault of the model, which resets the backoff. */
  readonly praise: () => void;
  /** Kills a process that is not needed any more, unless its end was already noticed. */
  readonly lose: (process: Process, loss: Loss) => Promise<void>;
  /** Stops the process because it is idle or has grown too large. */
  readonly stop: (reason: 'idle' | 'grown') => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SupervisedProcessOptions<Lane extends string, Process> {
  readonly lane: Lane;
  readonly startProcess: () => Process;
  /** Whether it is restarted as soon as it is lost instead of on next use. */
  readonly stays: boolean;
  readonly backoff: Backoff;
  /** So many losses in a row, without an answer in between, are not an accident: it is broken. */
  readonly lossesMax: number;
  /** The reason for failures after closing. */
  readonly closedReason: string;
  readonly onEvent: (event: ProcessEvent<Lane>) => void;
}

export function superviseModelProcess<Lane extends string, Process extends StartedProcess>(
  options: SupervisedProcessOptions<Lane, Process>,
): SupervisedProcess<Process> {
  const { lane, backoff, onEvent } = options;
  const closed = { kind: 'unavailable', reason: options.closedReason, isBroken: true } as const;
  let current: {
    readonly process: Process;
    readonly ready: Promise<Availability<Process>>;
  } | null = null;
  let running: Process | null = null;
  let isClosed = false;
  let lastFault = '';
  let wasRefused = false;
  let retry: NodeJS.Timeout | undefined;
  /** The end of the process before the current one. */
  let ending: Promise<void> | undefined;

  const countLoss = (loss: Loss): void => {
    const retryMs = backoff.fail();
    lastFault = loss.detail;
    wasRefused = loss.isRefusal === true;
    if (isClosed) return;
    const { reason, detail } = loss;
    onEvent({ lane, kind: 'lost', reason, detail, retryMs });
    if (options.stays) retry = setTimeout(() => void get(), retryMs + 1).unref();
  };

  const cannotRun = (detail: string) => {
    const isBroken = wasRefused || backoff.failuresInRow() >= options.lossesMax;
    return { kind: 'unavailable', reason: `the model cannot be run: ${detail}`, isBroken } as const;
  };

  const lose = async (process: Process, loss: Loss): Promise<void> => {
    if (current?.process !== process) return;
    current = null;
    countLoss(loss);
    ending = process.end();
    await ending;
  };

  const launch = async (process: Process): Promise<Availability<Process>> => {
    const startedAt = performance.now();
    const turn = await process.ready;
    if (turn.kind === 'said' && turn.message.kind === 'ready') {
      const durationMs = performance.now() - startedAt;
      running = process;
      onEvent({ lane, kind: 'started', processId: process.processId, durationMs });
      void process.ended.then((how) => lose(process, lossByEnd(how)));
      return { kind: 'available', process };
    }
    const detail = whyNotStarted(turn);
    const isRefusal = turn.kind === 'said' && turn.message.kind === 'refused';
    await lose(process, { reason: 'not_started', detail, ...(isRefusal ? { isRefusal } : {}) });
    return isClosed ? closed : cannotRun(detail);
  };

  /** Null: the system cannot start a process, for example for lack of memory. */
  const tryToStart = (): Process | null => {
    try {
      return options.startProcess();
    } catch {
      countLoss({ reason: 'not_started', detail: 'the system cannot start a process' });
      return null;
    }
  };

  const get = async (): Promise<Availability<Process>> => {
    if (isClosed) return closed;
    if (current !== null) return await current.ready;
    const process = backoff.isOver() ? tryToStart() : null;
    if (process === null) return cannotRun(lastFault);
    current = { process, ready: launch(process) };
    return await current.ready;
  };

  const stop = async (reason: 'idle' | 'grown'): Promise<void> => {
    const stopped = current;
    current = null;
    if (stopped === null) return;
    ending = stopped.process.end();
    await ending;
    if (isClosed) return;
    onEvent({ lane, kind: 'stopped', reason });
    if (options.stays) void get();
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(retry);
    await Promise.all([current?.process.end(), ending]);
  };
  const isRunning = () => current !== null && current.process === running;
  return { get, isRunning, praise: backoff.succeed, lose, stop, close };
}

export function lossByEnd(how: string): Loss {
  return { reason: 'ended', detail: `the process that runs it ended (${how})` };
}

function whyNotStarted(turn: ModelTurn<unknown>): string {
  if (turn.kind === 'said' && turn.message.kind === 'refused') return turn.message.reason;
  if (turn.kind === 'late') return 'the process that runs it does not start in time';
  return `the process that runs it does not start${turn.kind === 'ended' ? ` (${turn.how})` : ''}`;
}
