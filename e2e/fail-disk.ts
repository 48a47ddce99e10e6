import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Preloaded into every thread of a process: while the file that FAILING_DISK names is there, no commit can be synced, and
 * SQLite reports it as when a disk fails.
 */
const sign = process.env['FAILING_DISK'] ?? '';
const ioErrorOfSync = 1034;

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  const fails = sql === 'COMMIT' && existsSync(sign);
  exec.call(this, fails ? 'ROLLBACK' : sql);
  if (!fails) return;
  throw Object.assign(new Error('disk I/O error'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: ioErrorOfSync,
    errstr: 'disk I/O error',
  });
};
