import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelToLoad } from './load-encoder-model.ts';
import type { EncodingMessage, EncodingRequest } from './serve-encoding.ts';

/** What came of waiting for the process: it said something, it ended, or the time did. */
export type EncodingTurn =
  | { readonly kind: 'said'; readonly message: EncodingMessage }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'late' };

export interface EncoderProcess {
  readonly processId: number;
  /** The first thing it says: that it is ready, or why not. */
  readonly ready: Promise<EncodingTurn>;
  /** One request at a time. */
  readonly ask: (request: EncodingRequest, timeMs: number) => Promise<EncodingTurn>;
  /** Resolves when the process is gone, with its exit code or signal. */
  readonly ended: Promise<string>;
  readonly end: () => Promise<void>;
}

export interface EncoderProcessOptions extends ModelToLoad {
  readonly startMs: number;
  /** Whether it gives way to the others on a busy machine. */
  readonly givesWay: boolean;
  /** The module that the process runs; one of its own in tests. */
  readonly processUrl?: URL | undefined;
}

/** The model's own memory is outside the heap. */
const heapMebibytesMax = 256;
const niceness = 10;
/** Where the process may read, besides the model: its own code, and its dependencies'. */
const readableFolders = ['../../', '../../../../../node_modules/', '../../../node_modules/'];

/**
 * Starts a process that runs the model, and can be ended in the middle of it: a thread that is ended while the model runs
 * takes the whole process with it. It has no environment, writes no files, and reads only its code and the model.
 */
export function startEncoderProcess(options: EncoderProcessOptions): EncoderProcess {
  const folder = resolve(options.folder);
  const toLoad: ModelToLoad = { folder, manifest: options.manifest, threads: options.threads };
  const code = readableFolders.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const module = options.processUrl ?? new URL('./encoder-process.ts', import.meta.url);
  const child = fork(fileURLToPath(module), [JSON.stringify(toLoad)], {
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
  return {
    processId: child.pid ?? 0,
    ready: nextTurn(child, ended, options.startMs),
    ask: async (request, timeMs) => {
      const turn = nextTurn(child, ended, timeMs);
      // A process that is gone is noticed by its end.
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

async function nextTurn(child: ChildProcess, ended: Promise<string>, timeMs: number): Promise<EncodingTurn> {
  return await new Promise<EncodingTurn>((settle) => {
    const finish = (turn: EncodingTurn) => {
      clearTimeout(timer);
      child.off('message', listen);
      settle(turn);
    };
    const listen = (message: unknown) => finish({ kind: 'said', message: message as EncodingMessage });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeMs);
    child.on('message', listen);
    void ended.then((how) => finish({ kind: 'ended', how }));
  });
}
