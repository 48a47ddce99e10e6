import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));
const startTimeoutMs = 300_000;

/** The service as an operator runs it: as a separate process. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Every line it printed or logged so far. */
  readonly said: readonly string[];
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  /** How many files and connections it may have open; left out: as many as this process. */
  { descriptorsMax }: { readonly descriptorsMax?: number } = {},
): Promise<ServiceProcess> {
  const serve = [process.execPath, launcher, 'serve'] as const;
  const [program, ...words] =
    descriptorsMax === undefined
      ? serve
      : (['bash', '-c', `ulimit -n ${descriptorsMax} && exec "$@"`, 'bash', ...serve] as const);
  const child = spawn(program, words, {
    env: {
      PATH: process.env['PATH'] ?? '',
      AVOW_PORT: '0',
      AVOW_DEMO: 'off',
      AVOW_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the service did not start in time'));
    }, startTimeoutMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      const ready = /^Avow is ready at (\S+)/.exec(line)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    });
    void exited.then(() => reject(new Error(`the service ended at start: ${said.join('\n')}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await exited;
  };
  return { url, child, said, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}
