import { createBackoff } from './create-backoff.ts';
import { createModelLane, type ModelLane } from './create-model-lane.ts';
import { keepModelProcess } from './keep-model-process.ts';
import type { ProcessEvent } from './process-event.ts';
import { type ModelProcessOptions, startModelProcess } from './start-model-process.ts';

/** What supervising a process may cost. */
export interface SupervisionLimits {
  readonly startMs: number;
  /** After two failures in a row; each one more doubles it. */
  readonly backoffMs: number;
  readonly backoffMsMax: number;
  /** A process that has grown beyond it is replaced. */
  readonly residentBytesMax: number;
}

export interface ModelLaneToOpen<Lane extends string> extends Omit<ModelProcessOptions, 'startMs'> {
  /** What the lane is part of, as the operator knows it: `encoder`. */
  readonly owner: string;
  readonly lane: Lane;
  /** Each with the model in its memory. */
  readonly processes: number;
  readonly waitingMax: number;
  readonly hangMs: number;
  /** A process is ended when nothing was asked of it for so long. Null: it stays, and is started again at once. */
  readonly idleMs: number | null;
  readonly limits: SupervisionLimits;
  readonly onEvent: (event: ProcessEvent<Lane>) => void;
}

/** A lane with its processes, which are started when something is first asked, or by `start`. */
export function openModelLane<Lane extends string, Request extends object, Answer>(
  options: ModelLaneToOpen<Lane>,
): ModelLane<Request, Answer> & { readonly start: () => void } {
  const { lane, limits, idleMs } = options;
  const closedReason = `the ${options.owner} is closed`;
  const onEvent = (event: ProcessEvent<Lane>) => {
    options.onEvent(event);
    if (event.kind === 'started') opened.wake();
  };
  const keep = () =>
    keepModelProcess<Lane, Request, Answer>({
      lane,
      startProcess: () => startModelProcess({ ...options, startMs: limits.startMs }),
      stays: idleMs === null,
      backoff: createBackoff({
        firstMs: limits.backoffMs,
        maxMs: limits.backoffMsMax,
        now: () => performance.now(),
      }),
      closedReason,
      onEvent,
    });
  const processes = Array.from({ length: options.processes }, keep);
  const opened = createModelLane({
    processes,
    waitingMax: options.waitingMax,
    hangMs: options.hangMs,
    residentBytesMax: limits.residentBytesMax,
    idleMs,
    closedReason,
    onFailure: (detail) => onEvent({ lane, kind: 'failed', detail }),
  });
  const start = () => {
    for (const process of processes) void process.get();
  };
  return { ...opened, start };
}
