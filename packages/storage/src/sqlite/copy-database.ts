import { rmSync, statSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { createPrivateFile } from '@avow/foundation/files';
import { databasePath, openForReading } from './open-database.ts';

const busyTimeoutMs = 5000;
/** A few milliseconds of work each, between which others run. */
const pagesAtOnce = 1024;

/** How large a copy of the database is at most. */
export function copiedBytes(directory: string): number {
  return ['', '-wal']
    .map((suffix) => statSync(`${databasePath(directory)}${suffix}`, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes);
}

/**
 * Copies the database as it is at one moment, while others write to it. Everything is read within one transaction: without
 * that, each commit of another process would make the copy begin anew.
 */
export async function copyDatabase(
  directory: string,
  toDirectory: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const path = databasePath(toDirectory);
  const source = openForReading({ directory, busyTimeoutMs });
  try {
    source.exec('BEGIN');
    source.prepare('SELECT 1 FROM sqlite_schema').get();
    createPrivateFile(path);
    await backup(source, path, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
    source.exec('ROLLBACK');
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    source.close();
  }
}
