import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Preloaded into a process: before the step that KILL_AT_STEP counts, from 0 on, the process kills itself. A step is what
 * changes something on the disk: a file that gets its name, and each write to a database with what is around it.
 */
let steps = Number(process.env['KILL_AT_STEP']);

function step(): void {
  if (steps === 0) process.kill(process.pid, 'SIGKILL');
  steps -= 1;
}

const { link } = fs;
fs.link = async (from, to) => {
  step();
  await link(from, to);
};
syncBuiltinESMExports();

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT') step();
  exec.call(this, sql);
};

const { run, get } = StatementSync.prototype;
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  step();
  return Reflect.apply(run, this, values);
};
StatementSync.prototype.get = function (this: StatementSync, ...values: unknown[]) {
  if (this.sourceSQL.includes('wal_checkpoint')) step();
  return Reflect.apply(get, this, values);
};
