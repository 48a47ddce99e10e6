import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/**
 * Preloaded into every thread of a process: while the file that FULL_DISK names is there, the disk is full. A file gets a
 * part of what it was given, then ENOSPC; a database can have no more pages than it has, which SQLite itself reports.
 */
const sign = process.env['FULL_DISK'] ?? '';
const standardStreams = 2;
const pagesMost = 4_294_967_294;

const { writeSync } = fs;
fs.writeSync = ((file: number, bytes: Uint8Array, ...rest: unknown[]): number => {
  if (file <= standardStreams || !fs.existsSync(sign))
    return Reflect.apply(writeSync, fs, [file, bytes, ...rest]);
  writeSync(file, bytes, 0, bytes.length >> 1);
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
}) as typeof writeSync;
syncBuiltinESMExports();

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  exec.call(this, sql);
  if (sql !== 'BEGIN IMMEDIATE') return;
  const pages = fs.existsSync(sign) ? this.prepare('PRAGMA page_count').get()?.['page_count'] : pagesMost;
  exec.call(this, `PRAGMA max_page_count = ${String(pages)}`);
};
