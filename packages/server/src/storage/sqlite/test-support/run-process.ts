import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface TestProcess {
  readonly child: ChildProcess;
  /** The next line it prints; null once it prints no more. */
  nextLine(): Promise<string | null>;
  ended(): Promise<void>;
}

export interface TestProcessOptions {
  /** A file beside this one. */
  readonly file: string;
  readonly directory: string;
  /** The largest file it may write, in KiB. */
  readonly fileKibMax?: number;
}

/** Runs a script of this folder in a process of its own, which ends with the test at the latest. */
export function runProcess({ file, directory, fileKibMax }: TestProcessOptions): TestProcess {
  const script = fileURLToPath(new URL(`./${file}`, import.meta.url));
  const command = [process.execPath, '--expose-gc', script, directory];
  // bash counts file sizes in KiB; `exec` so that a signal reaches the script itself.
  const [program = '', ...parameters] =
    fileKibMax === undefined
      ? command
      : ['bash', '-c', `ulimit -S -f ${fileKibMax} && exec "$@"`, 'bash', ...command];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exited = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async nextLine() {
      const { value, done } = await lines.next();
      return done ? null : value;
    },
    async ended() {
      await exited;
    },
  };
}
