import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  /** Whether it runs at a lower priority. */
  readonly givesWay: boolean;
}

/** The model's own memory is outside the heap. */
const heapMebibytesMax = 256;
const niceness = 10;
/** Where the process may read, besides the model: its own code, and its dependencies'. */
const readableFolders = [
  '../../',
  '../../../../node_modules/',
  ...['@avow/contract', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

/**
 * Starts a process that runs the model and can be killed at any time: killing a thread while the model runs would crash
 * the whole process. It has no environment, writes no files, and reads only its code and the model.
 */
export function startModelProcess<Request extends object, Answer>(
  options: ModelProcessOptions,
): ModelProcess<Request, Answer> {
  const folder = resolve(options.toLoad.folder);
  const code = readableFolders.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const child = fork(fileURLToPath(options.processUrl), [JSON.stringify({ ...options.toLoad, folder })], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      `--max-old-space-size=${heapMebibytesMax}`,
      '--permission',
      '--allow-addons',
      ...[...code, folder].map((path) => `--allow-fs-read=${path}`),
    ],
  });
  const ended = new Promise<string>((done) => {
    child.on('close', (code, signal) => done(signal ?? `exit code ${code}`));
    child.on('error', (error) => done(error.name));
  });
  if (options.givesWay) giveWay(child);
  const nextTurn = createTurns<Answer>(child, ended);
  return {
    processId: child.pid ?? 0,
    ready: nextTurn(options.startMs),
    ask: async (request, timeMs) => {
      const turn = nextTurn(timeMs);
      // A lost process is detected by its exit event.
      child.send(request, () => undefined);
      return await turn;
    },
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function giveWay(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already, which is noticed elsewhere, or the system does not let us: it then runs like any other.
  }
}

function nobodyWaits(): void {}

/**
 * Waits for what the process says or for its end, one wait at a time. The end is listened for once: were it by each wait,
 * every answer would be kept for as long as the process lives.
 */
function createTurns<Answer>(
  child: ChildProcess,
  ended: Promise<string>,
): (timeMs: number) => Promise<ModelTurn<Answer>> {
  let finish: (turn: ModelTurn<Answer>) => void = nobodyWaits;
  let end: ModelTurn<Answer> | null = null;
  child.on('message', (message) => finish({ kind: 'said', message: message as ModelMessage<Answer> }));
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
