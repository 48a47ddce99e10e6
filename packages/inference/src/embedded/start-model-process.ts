import { resolve } from 'node:path';
import { type ForkedProcess, forkModelProcess, type Urgency } from './fork-model-process.ts';
import type { ModelLoadRequest } from './model-load-request.ts';
import type { ModelMessage } from './serve-model.ts';

/** The outcome of waiting for the process: a message, its end, or a timeout. */
export type ModelTurn<Answer> =
  | { readonly kind: 'said'; readonly message: ModelMessage<Answer> }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'late' };

export interface ModelProcess<Request, Answer> {
  readonly processId: number;
  /** The first thing it says: that it is ready, or why not. */
  readonly ready: Promise<ModelTurn<Answer>>;
  /** One request at a time. */
  readonly ask: (request: Request, timeMs: number) => Promise<ModelTurn<Answer>>;
  /** Resolves when the process is gone, with its exit code or signal. */
  readonly ended: Promise<string>;
  readonly end: () => Promise<void>;
}

export interface ModelProcessOptions {
  readonly toLoad: ModelLoadRequest<unknown>;
  /** The module that the process runs: one that serves the model. */
  readonly processUrl: URL;
  readonly startMs: number;
  readonly urgency: Urgency;
}

/** Starts a process that runs the model, one request at a time. */
export function startModelProcess<Request extends object, Answer>(
  options: ModelProcessOptions,
): ModelProcess<Request, Answer> {
  const folder = resolve(options.toLoad.folder);
  const preparedFolder = options.toLoad.preparedFolder && resolve(options.toLoad.preparedFolder);
  const forked = forkModelProcess({
    processUrl: options.processUrl,
    argument: { ...options.toLoad, folder, preparedFolder },
    readable: [folder, ...(preparedFolder === null ? [] : [preparedFolder])],
    urgency: options.urgency,
  });
  const nextTurn = createModelTurns<Answer>(forked);
  return {
    processId: forked.processId,
    ready: nextTurn(options.startMs),
    ask: async (request, timeMs) => {
      const turn = nextTurn(timeMs);
      forked.send(request);
      return await turn;
    },
    ended: forked.ended,
    end: forked.end,
  };
}

function nobodyWaits(): void {}

/**
 * Waits for what the process says or for its end, one wait at a time. The end is listened for once: were it by each wait,
 * every answer would be kept for as long as the process lives.
 */
export function createModelTurns<Answer>({
  onMessage,
  ended,
}: Pick<ForkedProcess, 'onMessage' | 'ended'>): (timeMs: number) => Promise<ModelTurn<Answer>> {
  let finish: (turn: ModelTurn<Answer>) => void = nobodyWaits;
  let end: ModelTurn<Answer> | null = null;
  onMessage((message) => finish({ kind: 'said', message: message as ModelMessage<Answer> }));
  void ended.then((how) => {
    end = { kind: 'ended', how };
    finish(end);
  });
  return async (timeMs) => {
    if (end !== null) return end;
    const { promise, resolve } = Promise.withResolvers<ModelTurn<Answer>>();
    const timer = setTimeout(() => finish({ kind: 'late' }), timeMs);
    finish = (turn) => {
      clearTimeout(timer);
      finish = nobodyWaits;
      resolve(turn);
    };
    return await promise;
  };
}
