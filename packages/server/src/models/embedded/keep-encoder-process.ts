import type { Backoff } from './create-backoff.ts';
import type { EncoderEvent, EncoderLane } from './encoder-event.ts';
import type { EncoderProcess, EncodingTurn } from './start-encoder-process.ts';

type Availability =
  | { readonly kind: 'available'; readonly process: EncoderProcess }
  | { readonly kind: 'unavailable'; readonly reason: string };

interface Loss {
  readonly reason: 'ended' | 'hung' | 'not_started';
  readonly detail: string;
}

/** One process that runs the model, started when it is first asked for, and again when it was lost. */
export interface KeptProcess {
  readonly get: () => Promise<Availability>;
  /** Says that it answered: the next failure is the first again. */
  readonly praise: () => void;
  /** Ends a process that is of no more use, unless that was noticed already. */
  readonly lose: (process: EncoderProcess, loss: Loss) => Promise<void>;
  /** Ends it because it is not needed now. */
  readonly stop: (reason: 'idle' | 'grown') => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface KeptProcessOptions {
  readonly lane: EncoderLane;
  readonly startProcess: () => EncoderProcess;
  /** Whether it is started again as soon as it was lost, and not only when it is next asked for. */
  readonly stays: boolean;
  readonly backoff: Backoff;
  readonly onEvent: (event: EncoderEvent) => void;
}

export const closedReason = 'the encoder is closed';

export function keepEncoderProcess(options: KeptProcessOptions): KeptProcess {
  const { lane, backoff, onEvent } = options;
  let current: { readonly process: EncoderProcess; readonly ready: Promise<Availability> } | null = null;
  let isClosed = false;
  let lastFault = '';
  let retry: NodeJS.Timeout | undefined;

  const countLoss = (loss: Loss): void => {
    const retryMs = backoff.fail();
    lastFault = loss.detail;
    if (isClosed) return;
    onEvent({ lane, kind: 'lost', ...loss, retryMs });
    if (options.stays) retry = setTimeout(() => void get(), retryMs + 1).unref();
  };

  const lose = async (process: EncoderProcess, loss: Loss): Promise<void> => {
    if (current?.process !== process) return;
    current = null;
    countLoss(loss);
    await process.end();
  };

  const launch = async (process: EncoderProcess): Promise<Availability> => {
    const startedAt = performance.now();
    const turn = await process.ready;
    if (turn.kind === 'said' && turn.message.kind === 'ready') {
      const durationMs = performance.now() - startedAt;
      onEvent({ lane, kind: 'started', processId: process.processId, durationMs });
      void process.ended.then((how) => lose(process, lossByEnd(how)));
      return { kind: 'available', process };
    }
    const detail = whyNotStarted(turn);
    await lose(process, { reason: 'not_started', detail });
    return unavailable(isClosed ? null : detail);
  };

  /** Null where the system lets no process be started, such as for want of memory. */
  const tryToStart = (): EncoderProcess | null => {
    try {
      return options.startProcess();
    } catch {
      countLoss({ reason: 'not_started', detail: 'the system starts no process' });
      return null;
    }
  };

  const get = async (): Promise<Availability> => {
    if (isClosed) return unavailable(null);
    if (current !== null) return await current.ready;
    const process = backoff.isOver() ? tryToStart() : null;
    if (process === null) return unavailable(lastFault);
    current = { process, ready: launch(process) };
    return await current.ready;
  };

  const stop = async (reason: 'idle' | 'grown'): Promise<void> => {
    const stopped = current;
    current = null;
    if (stopped === null) return;
    await stopped.process.end();
    onEvent({ lane, kind: 'stopped', reason });
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    clearTimeout(retry);
    await current?.process.end();
  };
  return { get, praise: backoff.succeed, lose, stop, close };
}

export function lossByEnd(how: string): Loss {
  return { reason: 'ended', detail: `the process that runs it ended (${how})` };
}

function unavailable(detail: string | null): Availability {
  return {
    kind: 'unavailable',
    reason: detail === null ? closedReason : `the model cannot be run: ${detail}`,
  };
}

function whyNotStarted(turn: EncodingTurn): string {
  if (turn.kind === 'said' && turn.message.kind === 'refused') return turn.message.reason;
  if (turn.kind === 'late') return 'the process that runs it does not start in time';
  return `the process that runs it does not start${turn.kind === 'ended' ? ` (${turn.how})` : ''}`;
}
