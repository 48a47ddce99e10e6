import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const kibibyte = 1024;

/**
 * The memory of another process, buffers included, as the system counts it; null where it cannot be asked, or if the
 * process is gone. A confined process cannot ask for its own.
 */
export async function residentBytesOf(processId: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${processId}/status`, 'latin1');
      return toBytes(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(processId)]);
    return toBytes(stdout.trim());
  } catch {
    return null;
  }
}

function toBytes(kibibytes: string | undefined): number | null {
  return kibibytes === undefined || kibibytes === '' ? null : Number(kibibytes) * kibibyte;
}

/** Asking costs a file on Linux, and a process elsewhere. */
const everyMs = process.platform === 'linux' ? 50 : 1_000;

/** Calls back once the process takes more than it may. Returns what ends the watching. */
export function watchMemory(processId: number, bytesMax: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    void residentBytesOf(processId).then((bytes) => {
      if (bytes !== null && bytes > bytesMax) onExceeded();
    });
  }, everyMs);
  return () => clearInterval(timer);
}
