import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrivateFile } from './create-private-file.ts';

/** A lock of the operating system, which also ends with its process, however that ends. */
export interface FileLock {
  release(): void;
}

const pollMs = 25;
const sqliteBusy = 5;
const guardFile = 'guard.lock';
/** A guard is locked only while a file is opened. */
const guardWaitMs = 100;
/** A lock without references would be garbage-collected, and so released, while the work is running. */
const held = new Set<DatabaseSync>();

/** Locks the file, which is created if necessary. Null if this or another process has locked it. */
export function tryFileLock(path: string): FileLock | null {
  return lockWithin(path, 0);
}

/**
 * The same, but the file is removed with the release, for locks of which there may be very many. Such files are opened and
 * removed under a shared guard: otherwise one caller could lock a file that is being removed, and another the new file of
 * that name.
 */
export function tryRemovableLock(path: string): FileLock | null {
  const guardPath = join(dirname(path), guardFile);
  const guard = lockWithin(guardPath, guardWaitMs);
  if (guard === null) return null;
  try {
    const lock = lockWithin(path, 0);
    return lock === null ? null : { release: () => releaseAndRemove(lock, path, guardPath) };
  } finally {
    guard.release();
  }
}

function releaseAndRemove(lock: FileLock, path: string, guardPath: string): void {
  let guard: FileLock | null = null;
  try {
    guard = lockWithin(guardPath, guardWaitMs);
    if (guard !== null) rmSync(path, { force: true });
  } catch {
    // Windows does not remove open files. The empty file then stays for the next lock.
  } finally {
    lock.release();
    guard?.release();
  }
}

/** Blocks the thread until the lock is acquired. */
function lockWithin(path: string, timeoutMs: number): FileLock | null {
  createPrivateFile(path);
  const database = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    // Nothing is ever written to it. A journal on the disk would make every lock fail once the disk is full, even for work
    // that frees space.
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

export interface FileLockOptions {
  readonly path: string;
  readonly waitMs: number;
  /** The file is removed when the work has ended. */
  readonly isRemoved?: boolean;
}

/** Does the work while the file is locked. `busy` if the lock was not acquired within `waitMs`. */
export async function withFileLock<Result>(
  { path, waitMs, isRemoved = false }: FileLockOptions,
  work: () => Promise<Result>,
): Promise<Locked<Result>> {
  const untilMs = performance.now() + waitMs;
  const tryLock = isRemoved ? tryRemovableLock : tryFileLock;
  let lock = tryLock(path);
  while (lock === null) {
    if (performance.now() >= untilMs) return { kind: 'busy' };
    await sleep(pollMs);
    lock = tryLock(path);
  }
  try {
    return { kind: 'done', value: await work() };
  } finally {
    lock.release();
  }
}
