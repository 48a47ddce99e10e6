import { createBackoff } from './create-backoff.ts';
import { createInferenceQueue, type InferenceQueue } from './create-inference-queue.ts';
import type { ProcessEvent } from './process-event.ts';
import { type ModelProcess, type ModelProcessOptions, startModelProcess } from './start-model-process.ts';
import { superviseModelProcess } from './supervise-model-process.ts';

/** The limits of supervising a process. */
export interface SupervisionLimits {
  readonly startMs: number;
  /** After two failures in a row; each one more doubles it. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
  /** After so many failures in a row nothing waits for the process any more. */
  readonly lossesMax: number;
  /** A process that has grown beyond it is replaced. */
  readonly residentBytesMax: number;
}

export interface OpenInferenceQueueOptions<Lane extends string, Request>
  extends Omit<ModelProcessOptions, 'startMs'> {
  /** The component that the queue belongs to, as the operator knows it: `encoder`. */
  readonly owner: string;
  readonly lane: Lane;
  /** At most. */
  readonly processes: number;
  /** So many of them stay, and are restarted at once when lost. The others are started on demand, and stopped when idle. */
  readonly kept: number;
  /** Called before one is started that does not stay. */
  readonly prepare: () => Promise<void>;
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  readonly requestsPerTurn: number;
  readonly costOf?: (request: Request) => number;
  readonly hangMs: number;
  readonly idleMs: number;
  readonly limits: SupervisionLimits;
  readonly onEvent: (event: ProcessEvent<Lane>) => void;
}

/** An inference queue with its processes, which are started by requests or by `start`. */
export function openInferenceQueue<Lane extends string, Request extends object, Answer>(
  options: OpenInferenceQueueOptions<Lane, Request>,
): InferenceQueue<Request, Answer> & { readonly start: () => void } {
  const { lane, limits, idleMs, kept } = options;
  const closedReason = `the ${options.owner} is closed`;
  const onEvent = (event: ProcessEvent<Lane>) => {
    options.onEvent(event);
    // What one was about to take is left to the others.
    if (event.kind === 'started' || event.kind === 'lost') opened.wake();
  };
  const supervise = (stays: boolean) => {
    const supervised = superviseModelProcess<Lane, ModelProcess<Request, Answer>>({
      lane,
      startProcess: () => startModelProcess({ ...options, startMs: limits.startMs }),
      stays,
      backoff: createBackoff({
        firstMs: limits.backoffMs,
        maxMs: limits.backoffMsMax,
        now: () => performance.now(),
      }),
      lossesMax: limits.lossesMax,
      closedReason,
      onEvent,
    });
    if (stays) return supervised;
    return { ...supervised, get: async () => await options.prepare().then(supervised.get) };
  };
  const processes = Array.from({ length: options.processes }, (_, position) => supervise(position < kept));
  const opened = createInferenceQueue<Request, Answer>({
    processes,
    waitingMax: options.waitingMax,
    ownerWaitingMax: options.ownerWaitingMax,
    requestsPerTurn: options.requestsPerTurn,
    costOf: options.costOf,
    hangMs: options.hangMs,
    residentBytesMax: limits.residentBytesMax,
    idleMs,
    kept,
    closedReason,
    onFailure: (detail) => onEvent({ lane, kind: 'failed', detail }),
  });
  const start = () => {
    for (const process of processes.slice(0, kept)) void process.get();
  };
  return { ...opened, start };
}
