import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ownMs: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

function readTimes(pid: number | string): ProcessTimes | null {
  try {
    // The name of the program is in brackets, and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, ownMs: (user + system) * tickMs, endedMs: (endedUser + endedSystem) * tickMs };
  } catch {
    return null;
  }
}

export const parentOf = (pid: number): number => readTimes(pid)?.parent ?? 0;

/** The processor time of a process and all its children so far, in milliseconds; 0 where the system does not say. */
export function processorMs(pid: number): number {
  const own = readTimes(pid);
  if (own === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(name) ?? [])
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.ownMs + child.endedMs, own.ownMs + own.endedMs);
}
