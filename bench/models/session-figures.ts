import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface SessionTiming {
  readonly tokens: number;
  /** Sequences that are run together. */
  readonly batch: number;
  /** The median, of one sequence. */
  readonly sequenceMs: number;
}

export interface SessionFigures {
  /** From the start of the process to the end of the first run. */
  readonly startMs: number;
  /** After sequences of the greatest length, one at a time. */
  readonly residentBytes: number;
  readonly timings: readonly SessionTiming[];
}

const processPath = fileURLToPath(new URL('session-process.ts', import.meta.url));

/** Measures a model in a process of its own, so that its memory and its start are its own. */
export function measureSession(model: {
  readonly folder: string;
  readonly threads: number;
}): Promise<SessionFigures> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', processPath, model.folder, String(model.threads)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(said))
        : reject(new Error(`the model in ${model.folder} could not be measured`)),
    );
  });
}
