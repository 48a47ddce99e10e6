import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(
  new URL('../packages/inference/src/language/test-support/run-scripted-provider.ts', import.meta.url),
);

/** A scripted provider of language models in a separate process. */
export interface ProviderProcess {
  readonly port: number;
  /** The fields that `run-scripted-provider.ts` names. */
  control(fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** How many requests it has got. */
  requests(): Promise<number>;
  /** Kills it: nothing answers at its port any more. */
  kill(): Promise<void>;
}

/** `port` 0: any. */
export async function startProviderProcess(port = 0): Promise<ProviderProcess> {
  const child = spawn(process.execPath, [script, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error('the provider ended at start'))),
  ]);
  const { port: taken } = JSON.parse(line) as { readonly port: number };
  return {
    port: taken,
    control: async (fields) => {
      const body = JSON.stringify(fields);
      const response = await fetch(`http://127.0.0.1:${taken}/control`, { method: 'POST', body });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
    },
    requests: async () => {
      const response = await fetch(`http://127.0.0.1:${taken}/control`);
      const { answered, faulty } = (await response.json()) as Readonly<Record<'answered' | 'faulty', number>>;
      return answered + faulty;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
