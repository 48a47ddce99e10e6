import { fork, spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createLocalServer } from 'node:net';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChannel } from './channel/open-channel.ts';
import { checkConfinement } from './check-confinement.ts';
import { keepCompiled } from './compiled-code.ts';
import { type Architecture, knownNumberOf } from './linux/call-numbers.ts';
import { openKernel } from './linux/system-call.ts';
import {
  type ConfinedProcess,
  type ConfinedProcessOptions,
  mayConfine,
  startConfinedProcess,
} from './start-confined-process.ts';
import type { Attempts, Targets } from './test-support/hostile-process.ts';
import type { KeptCode } from './test-support/kept-code-process.ts';

const scriptUrl = new URL('./test-support/hostile-process.ts', import.meta.url);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const readableFolders = [
  here('../'),
  here('../../../node_modules/koffi/'),
  here('../../../node_modules/@koromix/'),
];
/** Node's own permissions, out of the way: what is refused then, the system refuses. */
const withoutPermissions = [
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-child-process',
  '--allow-worker',
  '--allow-addons',
];
const [major = 0, minor = 0] = release().split('.').map(Number);
const isNewEnough = major > 5 || (major === 5 && minor >= 13);
const expectsConfinement = mayConfine() && isNewEnough;

const folder = mkdtempSync(join(tmpdir(), 'avow-confinement-'));
const secretPath = join(folder, 'master.key');
const secret = 'the key that nobody may have';
const received: string[] = [];
const server: Server = createServer((request, response) => {
  received.push(request.url ?? '');
  response.end();
});
const localSocket = join(folder, 'socket');
const localServer = createLocalServer((socket) => socket.destroy());

beforeAll(async () => {
  writeFileSync(secretPath, secret, { mode: 0o600 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => localServer.listen(localSocket, resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await new Promise((resolve) => localServer.close(resolve));
  rmSync(folder, { recursive: true });
});

function start(options: Partial<ConfinedProcessOptions>): ConfinedProcess {
  return startConfinedProcess({
    ...{ scriptUrl, readableFolders, network: false, memoryMebibytes: 128 },
    ...options,
  });
}

function attack(options: Partial<ConfinedProcessOptions>): Promise<Attempts> {
  return attemptsOf(start(options));
}

async function attemptsOf(
  { child, channel }: ConfinedProcess,
  {
    only = null,
    path = secretPath,
  }: { readonly only?: readonly string[] | null; readonly path?: string } = {},
): Promise<Attempts> {
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const { port } = server.address() as AddressInfo;
  // Sent before the process can have started: nothing of it may be lost.
  channel.send({ secretPath: path, secret, port, localSocket, only } satisfies Targets);
  return await new Promise((resolve, reject) => {
    channel.listen((attempts) => resolve(attempts as Attempts));
    child.on('close', (code, signal) => reject(new Error(`ended: ${code} ${signal} ${complaint}`)));
  });
}

const succeeded = (attempts: Attempts) => Object.keys(attempts).filter((what) => attempts[what] === null);

describe.runIf(expectsConfinement)('a hostile module in a confined process', () => {
  it('can do nothing of what it tries, even with all permissions of Node', async () => {
    received.length = 0;
    const attempts = await attack({ execArgv: withoutPermissions });
    expect(Object.keys(attempts).length).toBeGreaterThan(30);
    expect(succeeded(attempts)).toEqual([]);
    const raw = Object.values(attempts).filter((error) => error?.includes('system call'));
    expect(raw.length).toBeGreaterThan(10);
    // By the filter, before anything looked at the arguments: not permitted, or not there.
    for (const error of raw) expect(error).toMatch(/error (?:1|38)$/);
    expect(received).toEqual([]);
    expect(readFileSync(secretPath, 'utf8')).toBe(secret);
    expect(statSync(secretPath).mode & 0o777).toBe(0o600);
  });

  it('can only connect to others if it has a network', async () => {
    received.length = 0;
    const attempts = await attack({ network: true, execArgv: withoutPermissions });
    expect(succeeded(attempts)).toEqual([
      'connect by TCP',
      'send over HTTP',
      'send by UDP',
      'resolve a name',
    ]);
    expect(received).toEqual(['/?key=secret']);
    expect(readFileSync(secretPath, 'utf8')).toBe(secret);
  });

  it('gets no file that happens to be open in the process that starts it', async () => {
    const file = openSync(secretPath, 'r');
    // A library may open one that programs inherit, unlike the runtime.
    const inherited = openKernel().call(knownNumberOf('fcntl', process.arch as Architecture), file, 0, 200);
    try {
      const attempts = await attack({ execArgv: withoutPermissions });
      expect(attempts['read it by an open file']).toContain('EBADF');
    } finally {
      closeSync(file);
      closeSync(inherited);
    }
  });

  it('runs at a lower priority than the process that starts it', async () => {
    const { child, channel } = start({
      scriptUrl: new URL('./test-support/blocked-process.ts', import.meta.url),
    });
    await new Promise<void>((resolve) => channel.listen(() => resolve()));
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ');
    child.kill('SIGKILL');
    expect(fields?.[16]).toBe('5');
  });

  it('starts no thread either with the permissions that it has', async () => {
    const attempts = await attack({ execArgv: ['--allow-addons'] });
    expect(succeeded(attempts)).toEqual([]);
    expect(attempts['read it in a thread']).toContain('--allow-worker');
  });

  it('could do it unconfined, so that the attempts are real ones', async () => {
    const only = [
      'connect by TCP',
      'send over HTTP',
      'accept connections',
      'read the secret',
      'read it in a thread',
      'read it in a process',
      'read it by the root of the parent',
      'read the environment of the parent',
      'write a file',
      'open the secret to everybody',
      'watch its folder',
      'signal the parent',
      'take a file of the parent',
      'limit the parent',
      'slow the parent down',
      'open a local socket',
      'have the parent signalled by a file',
      'have the parent signalled by a device',
      'outlive the parent',
      'take memory that is not its own',
    ];
    const child = spawn(process.execPath, [fileURLToPath(scriptUrl)], {
      ...{ env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
    });
    const limits = { jsonBytesMax: 1_000_000, valuesMax: 1_000, rawBytesMax: 0 };
    const channel = openChannel(child.stdio[3] as Duplex, limits, () => undefined);
    expect(succeeded(await attemptsOf({ child, channel }, { only }))).toEqual(only);
  });

  it('ends when the process that started it is killed', async () => {
    const parent = fork(here('./test-support/starting-process.ts'), [], { stdio: 'ignore', silent: true });
    const processId = await new Promise<number>((resolve) =>
      parent.on('message', (id: number) => resolve(id)),
    );
    expect(isRunning(processId)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(processId)).toBe(false);
  });
});

describe.runIf(expectsConfinement)('compiled code of a confined process', () => {
  it('is kept in a folder of its own, where the process finds it and can write nothing', async () => {
    const folder = keepCompiled(fileURLToPath(scriptUrl)) ?? '';
    // By a process that only loads the code, and ends.
    const list = () => readdirSync(folder, { recursive: true }).length;
    await expect.poll(list).toBeGreaterThan(5);
    const path = join(folder, 'compiled');
    writeFileSync(path, secret);
    try {
      const process = start({ codeUrl: scriptUrl, execArgv: withoutPermissions });
      const attempts = await attemptsOf(process, { path });
      expect(succeeded(attempts)).toEqual(['read the secret', 'list its folder', 'read it in a thread']);
      expect(readFileSync(path, 'utf8')).toBe(secret);
    } finally {
      rmSync(path);
    }
  });

  it('is not that of the process that starts it, and needs no environment', async () => {
    const { channel } = start({
      scriptUrl: new URL('./test-support/kept-code-process.ts', import.meta.url),
      codeUrl: new URL('./test-support/kept-code-process.ts', import.meta.url),
    });
    const { folder, environment } = await new Promise<KeptCode>((resolve) =>
      channel.listen((message) => resolve(message as KeptCode)),
    );
    expect(environment).toEqual([]);
    expect(folder).toMatch(/[/\\]confined-[0-9a-f]{16}[/\\][^/\\]+$/);
  });
});

describe('checking the confinement', () => {
  it('reports that it is whole, or what is missing', async () => {
    const report = await checkConfinement();
    if (expectsConfinement) {
      expect(report).toMatchObject({ isWhole: true, open: [], seccomp: true, faults: [] });
      expect(report.landlock).toBeGreaterThan(0);
    } else {
      expect(report.isWhole).toBe(false);
      expect(report.faults).not.toEqual([]);
    }
  });

  it.runIf(!mayConfine())('refuses to start a process that must be confined', () => {
    expect(() =>
      startConfinedProcess({
        scriptUrl,
        readableFolders,
        network: false,
        memoryMebibytes: 128,
        required: true,
      }),
    ).toThrow('cannot confine');
  });
});

function isRunning(processId: number): boolean {
  try {
    // One that has ended and waits to be asked about is not running.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${processId}/status`, 'latin1'));
  } catch {
    return false;
  }
}
