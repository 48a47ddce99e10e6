import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from './load.ts';

/** The load comes from a process of its own, so that it does not share a thread with what it measures. */
export function loadFrom(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./load-process.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error('the load generator failed')),
    );
    child.stdin.end(JSON.stringify(plan));
  });
}
