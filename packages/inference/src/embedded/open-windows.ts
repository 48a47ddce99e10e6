import { createPreparation } from './create-preparation.ts';
import { openInferenceQueue, type SupervisionLimits } from './open-inference-queue.ts';
import type { ProcessEvent } from './process-event.ts';
import type { ModelManifest } from './read-model-manifest.ts';
import type { CallLimits } from './run-texts.ts';

/** The limits of a model that takes one window on a text at a time. */
export interface WindowLimits extends SupervisionLimits, CallLimits {
  /** Windows, of all calls and of those of one owner. With more, a call is refused. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
  /** A process beyond those that stay is stopped after this idle time. */
  readonly furtherIdleMs: number;
}

const mebibyte = 1024 * 1024;

export const windowLimits: WindowLimits = {
  textsMax: 128,
  callTokensMax: 65_536,
  waitingMax: 65_536,
  ownerWaitingMax: 8_192,
  // A window takes some 50 ms: one that takes so much longer is not merely waiting for a busy processor.
  hangMs: 20_000,
  furtherIdleMs: 300_000,
  startMs: 120_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 768 * mebibyte,
};

export interface WindowModelOptions<Lane extends string, Limits extends WindowLimits> {
  /** Holds `manifest.json`, `vocab.txt`, and `model.onnx` or, compressed, `model.onnx.zst`. */
  readonly folder: string;
  /** Starts the processes now, so that the first call need not wait for them. */
  readonly preload?: boolean;
  /** Processes that the windows of a call are shared out to: one. */
  readonly processes?: number;
  /** How many of them stay; the others are started on demand, and stopped when idle. Left out: all of them. */
  readonly processesKept?: number;
  /** Of each process: one. Several processes make better use of the cores than several threads. */
  readonly threads?: number;
  readonly onEvent?: (event: ProcessEvent<Lane>) => void;
  readonly limits?: Partial<Limits>;
  /** Where the graph is prepared for this machine if several processes run it, so that they share its weights. */
  readonly preparedFolder?: string | null;
  /** The module that the processes run; tests pass another one. */
  readonly processUrl?: URL;
}

/** What is special about the queue of a model. */
interface WindowQueue<Lane extends string, Request> {
  readonly owner: string;
  readonly lane: Lane;
  readonly manifest: ModelManifest;
  readonly processUrl: URL;
  /** Windows of a call that are taken before it is another owner's turn. */
  readonly requestsPerTurn: number;
  readonly costOf?: (request: Request) => number;
  readonly limits: WindowLimits;
}

/** Opens the processes of a model that takes one window on a text at a time. */
export function openWindows<Lane extends string, Request extends object>(
  { manifest, limits, ...special }: WindowQueue<Lane, Request>,
  options: Omit<WindowModelOptions<Lane, WindowLimits>, 'limits'>,
) {
  const { folder, processes = 1, preload = false, onEvent = () => undefined } = options;
  const preparation = createPreparation(
    { folder, manifest, preparedFolder: processes > 1 ? options.preparedFolder : null },
    { isDueAnyway: preload },
  );
  const { preparedFolder, prepare } = preparation;
  const lane = openInferenceQueue<Lane, Request, unknown>({
    ...special,
    toLoad: { folder, manifest, threads: options.threads ?? 1, preparedFolder },
    processUrl: options.processUrl ?? special.processUrl,
    urgency: 'waited_for',
    processes,
    kept: options.processesKept ?? processes,
    prepare,
    waitingMax: limits.waitingMax,
    ownerWaitingMax: limits.ownerWaitingMax,
    hangMs: limits.hangMs,
    idleMs: limits.furtherIdleMs,
    limits,
    onEvent,
  });
  if (preload) lane.start();
  return {
    lane,
    onNonsense: () => onEvent({ lane: special.lane, kind: 'failed', detail: 'invalid scores' }),
    close: async () => {
      await Promise.all([lane.close(), preparation.close()]);
    },
  };
}
