import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import {
  chmodSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  symlinkSync,
  truncateSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openParentChannel } from '../channel/parent-channel.ts';
import { architectureOf, knownNumberOf } from '../linux/call-numbers.ts';
import { openKernel } from '../linux/system-call.ts';

/** What the test has prepared: a file with a secret, and a server on this machine. */
export interface Targets {
  readonly secretPath: string;
  readonly secret: string;
  readonly port: number;
  readonly localSocket: string;
  /** Null: everything. */
  readonly only: readonly string[] | null;
}

/** What became of each attempt: null if it succeeded, else the error. */
export type Attempts = Readonly<Record<string, string | null>>;

const parent = process.ppid;
const seize = 0x4206;
const localFamily = 1;
const rawFamily = 17;
const noFileLimit = 7;
/** Where a test has a file open. */
const inheritedFile = 200;

function attemptsOn({ secretPath, secret, port, localSocket }: Targets): Record<string, () => unknown> {
  const folder = dirname(secretPath);
  const expectSecret = (text: string) => {
    if (!text.includes(secret)) throw new Error('read something else');
  };
  return {
    'connect by TCP': () => connected({ port, host: '127.0.0.1' }),
    'send over HTTP': () => fetch(`http://127.0.0.1:${port}/?key=secret`),
    'send by UDP': () => sent(port),
    'resolve a name': () => lookup('localhost'),
    'connect to a local socket': () => connected({ path: localSocket }),
    'accept connections': () => listening(),
    'read the secret': () => expectSecret(readFileSync(secretPath, 'utf8')),
    'read it by an open file': () => expectSecret(readOpenFile()),
    'list its folder': () => readdirSync(folder),
    'read it in a thread': () => inThread(`require('node:fs').readFileSync(${JSON.stringify(secretPath)})`),
    'read it in a process': () => inProcess('/bin/cat', [secretPath]),
    'read it in another Node': () => inProcess(process.execPath, ['--eval', '0']),
    'read it by the root of the parent': () =>
      expectSecret(readFileSync(`/proc/${parent}/root${secretPath}`, 'utf8')),
    'read the environment of the parent': () => readFileSync(`/proc/${parent}/environ`),
    'read the memory of the parent': () => openSync(`/proc/${parent}/mem`, 'r'),
    'list the files of the parent': () => readdirSync(`/proc/${parent}/fd`),
    'write a file': () => writeFileSync(join(folder, 'written'), ''),
    'overwrite the secret': () => writeFileSync(secretPath, 'gone'),
    'truncate the secret': () => truncateSync(secretPath),
    'move the secret': () => renameSync(secretPath, join(folder, 'moved')),
    'link to the secret': () => symlinkSync(secretPath, join(folder, 'link')),
    'open the secret to everybody': () => chmodSync(secretPath, 0o666),
    'watch its folder': () => watch(folder).close(),
    'signal the parent': () => process.kill(parent, 0),
    'write beside its own code': () => writeFileSync(new URL('./written', import.meta.url), ''),
    ...rawAttempts(secretPath),
  };
}

/** Without Node in between. */
function rawAttempts(secretPath: string): Record<string, () => unknown> {
  const architecture = architectureOf(process.arch);
  if (architecture === null) return {};
  const kernel = openKernel();
  const call = (name: string, ...args: ReadonlyArray<number | Buffer>) =>
    kernel.call(knownNumberOf(name, architecture), ...args);
  const path = Buffer.from(`${secretPath}\0`);
  return {
    'trace the parent': () => call('ptrace', seize, parent, 0, 0),
    'copy the memory of the parent': () => call('process_vm_readv', parent, path, 0, path, 0, 0),
    'take a file of the parent': () => call('pidfd_open', parent, 0),
    'limit the parent': () => call('prlimit64', parent, noFileLimit, 0, Buffer.alloc(16)),
    'slow the parent down': () => call('setpriority', 0, parent, 0),
    'open a local socket': () => call('socket', localFamily, 1, 0),
    'open a raw socket': () => call('socket', rawFamily, 3, 0),
    'set up a ring': () => call('io_uring_setup', 1, Buffer.alloc(120)),
    'take a handle of the secret': () =>
      call('name_to_handle_at', -100, path, Buffer.alloc(136), Buffer.alloc(8), 0),
    'leave its namespaces': () => call('unshare', 0x10000000),
    'read the log of the kernel': () => call('syslog', 10, 0, 0),
    'use keys of the kernel': () => call('keyctl', 0, -3, 1),
    'have the parent signalled by a file': () => call('fcntl', 3, 8, parent),
    'have the parent signalled by a device': () => call('ioctl', 3, 0x8901, pidOf(parent)),
    'outlive the parent': () => call('prctl', 1, 0),
    'take memory that is not its own': () => call('memfd_create', path, 0),
    'use a call that is newer than its filter': () => kernel.call(461, 0, 0, 0),
  };
}

const channel = openParentChannel();
channel.listen((message) => {
  const targets = message as Targets;
  const attempts = Object.entries(attemptsOn(targets)).filter(
    ([what]) => targets.only?.includes(what) !== false,
  );
  void tryAll(Object.fromEntries(attempts)).then((results) => channel.send(results, () => process.exit()));
});

async function tryAll(attempts: Record<string, () => unknown>): Promise<Attempts> {
  const results: Record<string, string | null> = {};
  for (const [what, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      results[what] = null;
    } catch (error) {
      results[what] = String(error);
    }
  }
  return results;
}

function pidOf(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(id);
  return bytes;
}

function readOpenFile(): string {
  const bytes = Buffer.alloc(100);
  return bytes.toString('utf8', 0, readSync(inheritedFile, bytes, 0, bytes.length, 0));
}

function connected(target: { port: number; host: string } | { path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(target as { port: number }, () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}

function sent(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4').on('error', reject);
    socket.send('secret', port, '127.0.0.1', (error) => {
      socket.close();
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function listening(): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => server.close(() => resolve()));
  });
}

function inThread(code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(code, { eval: true });
    thread.on('error', reject);
    thread.on('exit', () => resolve());
  });
}

function inProcess(program: string, args: readonly string[]): void {
  const { error } = spawnSync(program, args);
  if (error !== undefined) throw error;
}
