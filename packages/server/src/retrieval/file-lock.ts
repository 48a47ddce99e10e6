import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 25;
const sqliteBusy = 5;
/** A lock that nothing refers to would be collected, and with that let go, in the middle of the work. */
const held = new Set<DatabaseSync>();

export type Locked<Result> = { readonly kind: 'done'; readonly value: Result } | { readonly kind: 'busy' };

/**
 * Does the work while no other process, and nobody else in this one, holds the lock of that file. `busy` where it was not
 * to be had within `waitMs`. The lock is one that the operating system drops with its holder: a crash leaves none behind.
 */
export async function withFileLock<Result>(
  { path, waitMs }: { readonly path: string; readonly waitMs: number },
  work: () => Promise<Result>,
): Promise<Locked<Result>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(path, { timeout: 0 });
  held.add(lock);
  try {
    const untilMs = performance.now() + waitMs;
    while (!tryLock(lock)) {
      if (performance.now() >= untilMs) return { kind: 'busy' };
      await sleep(pollMs);
    }
    return { kind: 'done', value: await work() };
  } finally {
    held.delete(lock);
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
