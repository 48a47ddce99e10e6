import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrivateFile } from './create-private-file.ts';

/** Held until it is released, or until its process ends, however that may be: the lock is the operating system's. */
export interface FileLock {
  release(): void;
}

const pollMs = 25;
const sqliteBusy = 5;
/** A lock that nothing refers to would be collected, and with that let go, in the middle of the work. */
const held = new Set<DatabaseSync>();

/** Takes the lock of that file, which is made if it is not there; null where another process, or this one, holds it. */
export function tryFileLock(path: string): FileLock | null {
  createPrivateFile(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written under it. With a journal on the disk no lock could be had once that is full, not even by
    // who is about to make room.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      held.delete(database);
      database.close();
    },
  };
}

export type Locked<Result> = { readonly kind: 'done'; readonly value: Result } | { readonly kind: 'busy' };

/** Does the work while holding the lock of that file. `busy` where it was not to be had within `waitMs`. */
export async function withFileLock<Result>(
  { path, waitMs }: { readonly path: string; readonly waitMs: number },
  work: () => Promise<Result>,
): Promise<Locked<Result>> {
  const untilMs = performance.now() + waitMs;
  let lock = tryFileLock(path);
  while (lock === null) {
    if (performance.now() >= untilMs) return { kind: 'busy' };
    await sleep(pollMs);
    lock = tryFileLock(path);
  }
  try {
    return { kind: 'done', value: await work() };
  } finally {
    lock.release();
  }
}
