import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listDependencyFolders } from '@avow/foundation/files';

/** A process that runs a model. It can be killed at any time. */
export interface ForkedProcess {
  readonly processId: number;
  /** A lost process is detected by its end, so sending never fails. */
  readonly send: (message: object) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Resolves when the process is gone, with its exit code or signal. */
  readonly ended: Promise<string>;
  readonly end: () => Promise<void>;
}

export interface ForkOptions {
  /** The module that the process runs. */
  readonly processUrl: URL;
  /** Handed to it as JSON. */
  readonly argument: object;
  /** Where it may read, besides its own code and its dependencies'. */
  readonly readable: readonly string[];
  /** Where it may write: nowhere, if left out. */
  readonly writable?: readonly string[];
  /** Whether it may start processes: some native libraries try themselves out in one. */
  readonly mayStartProcesses?: boolean;
  readonly urgency: Urgency;
}

/** Whether somebody waits for what the process computes. */
export type Urgency = 'waited_for' | 'background';

/** The model's own memory is outside the heap. */
const heapMebibytesMax = 256;
/**
 * Models compute for as long as there is work, and the process that serves needs the processor often and briefly: at the same
 * priority each of its steps waits for a slice of a model's time to end, also those for questions that need no model.
 */
const nicenessOf: Readonly<Record<Urgency, number>> = { waited_for: 5, background: 10 };
const codeFolders = [
  '../../',
  ...['@avow/contract', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

/**
 * Starts a process of its own for a model: killing a thread while the model runs would crash the whole process. It has no
 * environment, and reads and writes only its code and what it is allowed to.
 */
export function forkModelProcess(options: ForkOptions): ForkedProcess {
  const code = [
    ...codeFolders.map((path) => fileURLToPath(new URL(path, import.meta.url))),
    ...listDependencyFolders(import.meta.url),
  ];
  const child = fork(fileURLToPath(options.processUrl), [JSON.stringify(options.argument)], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      `--max-old-space-size=${heapMebibytesMax}`,
      '--permission',
      '--allow-addons',
      ...(options.mayStartProcesses === true ? ['--allow-child-process'] : []),
      ...[...code, ...options.readable].map((path) => `--allow-fs-read=${path}`),
      ...(options.writable ?? []).map((path) => `--allow-fs-write=${path}`),
    ],
  });
  const ended = new Promise<string>((done) => {
    child.on('close', (code, signal) => done(signal ?? `exit code ${code}`));
    child.on('error', (error) => done(error.name));
  });
  giveWay(child, nicenessOf[options.urgency]);
  return {
    processId: child.pid ?? 0,
    send: (message) => void child.send(message, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function giveWay(child: ChildProcess, niceness: number): void {
  try {
    if (child.pid === undefined) return;
    // Relative to this process, which may have been started at a lower priority itself.
    setPriority(child.pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // It has ended already, which is noticed elsewhere, or the system does not let us: it then runs like any other.
  }
}
