import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps a process and all that it started to a part of a core. Needs no rights beyond those to signal them. */
export interface ProcessorLimit {
  /** Lets them run freely again. */
  end(): Promise<void>;
}

/** They run this long, and then stand still until their share is right. */
const runMs = 30;
/** How often processes that were started meanwhile are looked for, in periods. */
const lookEvery = 5;

/**
 * On one core, and of that core a share: all of them are stopped and continued together, as a quota of a control group does,
 * which only the owner of the machine could set.
 */
export function limitProcessor(pid: number, share: number): ProcessorLimit {
  let isEnded = false;
  const run = async () => {
    let processes: number[] = [];
    for (let period = 0; !isEnded; period += 1) {
      if (period % lookEvery === 0) processes = pinned(pid);
      const startedAt = performance.now();
      await sleep(runMs);
      const ranMs = performance.now() - startedAt;
      signalAll(processes, 'SIGSTOP');
      await sleep(ranMs * (1 / share - 1));
      signalAll(processes, 'SIGCONT');
    }
  };
  const running = run();
  return {
    end: async () => {
      isEnded = true;
      await running;
    },
  };
}

/** Keeps a process and all that it started to these cores, such as `0` or `0,1`. */
export function pinToCores(pid: number, cores: string): void {
  for (const one of withDescendants(pid)) pin(one, cores);
}

function pinned(pid: number): number[] {
  const processes = withDescendants(pid);
  for (const one of processes) if (!known.has(one)) pin(one, '0');
  return processes;
}

const known = new Set<number>();

function pin(pid: number, cores: string): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' });
    known.add(pid);
  } catch {
    // It has ended, or this system cannot: the share of a core becomes that of all.
  }
}

export function withDescendants(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

function parentOf(pid: string): number {
  try {
    // The name of the program is in brackets, and may contain anything.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return 0;
  }
}

function signalAll(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
