import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openParentChannel } from './channel/parent-channel.ts';
import { appliedVariable } from './launch-plan.ts';

/** What a process in confinement was able to do, in words, and what its launcher had put in place. */
export interface ProbeMessage {
  readonly open: readonly string[];
  readonly applied: string | null;
}

/* Tries what a parser could do to the service. Node's permissions allow all of it here: only the system refuses. */
const discardPort = 9;
const parentEnvironment = `/proc/${process.ppid}/environ`;
const attempts: Readonly<Record<string, () => unknown>> = {
  'read files': () => readFileSync(parentEnvironment),
  'read files in threads': () => readInThread(),
  'write files': () => writeAndRemove(join(tmpdir(), `avow-probe-${process.pid}`)),
  'start processes': () => startProcess(),
  'open connections': () => openConnection(),
};

const open: string[] = [];
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    open.push(what);
  } catch {
    // Refused, as it should be.
  }
}
const message: ProbeMessage = { open, applied: process.env[appliedVariable] ?? null };
openParentChannel().send(message, () => process.exit());

function readInThread(): Promise<void> {
  const code = `require('node:fs').readFileSync(${JSON.stringify(parentEnvironment)})`;
  return new Promise((resolve, reject) => {
    const thread = new Worker(code, { eval: true });
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
}

function writeAndRemove(path: string): void {
  writeFileSync(path, '', { flag: 'wx' });
  rmSync(path);
}

function startProcess(): void {
  const { error } = spawnSync(process.execPath, ['--version']);
  if (error !== undefined) throw error;
}

/** A connection that nobody accepts was still opened. */
function openConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(discardPort, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPERM' || error.code === 'EACCES' ? reject(error) : resolve(),
    );
  });
}
