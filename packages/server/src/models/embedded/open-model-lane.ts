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
  readonly owner: string;
  readonly lane: Lane;
  readonly waitingMax: number;
  readonly hangMs: number;
  /** The process is ended when nothing was asked of it for so long. Null: it stays, and is started again at once. */
  readonly idleMs: number | null;
  readonly limits: SupervisionLimits;
  readonly onEvent: (event: ProcessEvent<Lane>) => void;
}

/** A lane with its process, which is started when something is first asked, or by `start`. */
export function openModelLane<Lane extends string, Request extends object, Answer>(
  options: ModelLaneToOpen<Lane>,
): ModelLane<Request, Answer> & { readonly start: () => void } {
  const { owner, lane, limits, idleMs, onEvent } = options;
  const process = keepModelProcess<Lane, Request, Answer>({
    owner,
    lane,
    startProcess: () => startModelProcess({ ...options, startMs: limits.startMs }),
    stays: idleMs === null,
    backoff: createBackoff({
      firstMs: limits.backoffMs,
      maxMs: limits.backoffMsMax,
      now: () => performance.now(),
    }),
    onEvent,
  });
  const { submit, close } = createModelLane({
    process,
    waitingMax: options.waitingMax,
    hangMs: options.hangMs,
    residentBytesMax: limits.residentBytesMax,
    idleMs,
    onFailure: (detail) => onEvent({ lane, kind: 'failed', detail }),
  });
  return { submit, close, start: () => void process.get() };
}
