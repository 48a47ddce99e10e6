import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MessageId, TenantId } from '@avow/foundation';
import { quantile } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger';
import { composePackLoader, loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { createInstallation } from '../new-installation.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';

/**
 * `npm run check:hardship` lets a machine go wrong under the service for real: a disk that is full, syncs that take long, a
 * clock that jumps, and no file descriptors left. Everything asked must end in an answer or a problem, the service must
 * recover by itself, everything acknowledged must be on record, and the logs must verify. What needs root or a compiler is
 * left out without them. Linux only.
 */
const source = fileURLToPath(new URL('./machine.c', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'avow-hardship-'));
const library = join(work, 'machine.so');
const hardshipFile = join(work, 'settings');
const askedMs = 30_000;

interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly messageId: MessageId | null;
}

interface Installed {
  readonly dataDir: string;
  readonly apiKey: string;
  readonly tenantId: TenantId;
}

let failures = 0;

function report(check: string, isOk: boolean, detail: string): void {
  if (!isOk) failures += 1;
  process.stdout.write(`${isOk ? 'ok     ' : 'fault  '} ${check}: ${detail}\n`);
}

async function install(dataDir: string): Promise<Installed> {
  const { data, apiKey, tenantId } = await createInstallation(dataDir);
  const folder = join(work, 'pack');
  mkdirSync(folder, { recursive: true });
  const pair = { question: 'Who approves travel?', answer: 'The team lead approves travel.' };
  writeFileSync(join(folder, 'pairs.qna.json'), JSON.stringify([pair]));
  await composePackLoader(data).load(tenantId, folder, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  return { dataDir, apiKey, tenantId };
}

const plain = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
  AVOW_LOG_LEVEL: 'warn',
  AVOW_QUERY_RATE_PER_MINUTE: '1000000',
  AVOW_QUERY_BURST: '100000',
};

async function ask(service: ServiceProcess, apiKey: string): Promise<Outcome> {
  const startedMs = performance.now();
  const response = await fetch(`${service.url}/v1/query`, {
    method: 'POST',
    signal: AbortSignal.timeout(askedMs),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Who approves travel?' }),
  });
  const body = (await response.json()) as { message_id?: MessageId };
  const messageId = response.status === 200 ? (body.message_id ?? null) : null;
  return { status: response.status, ms: performance.now() - startedMs, messageId };
}

async function askMany(service: ServiceProcess, apiKey: string, count: number) {
  const outcomes: Outcome[] = [];
  for (let asked = 0; asked < count; asked += 1) outcomes.push(await ask(service, apiKey));
  return outcomes;
}

/** Everything acknowledged is on record, and all logs verify. */
async function checkRecords(check: string, { dataDir, tenantId }: Installed, outcomes: readonly Outcome[]) {
  const settings = loadConfig({ AVOW_DATA_DIR: dataDir });
  const data = await openDataFolder(settings);
  const acknowledged = outcomes.flatMap(({ messageId }) => messageId ?? []);
  let lost = 0;
  for (const messageId of acknowledged)
    if ((await data.store.records.getMessage(tenantId, messageId)) === null) lost += 1;
  await data.close();
  const faults = await verifyInstallation(settings, { trustedKey: null, threads: 1 }, { tenant: null }).then(
    () => '',
    (error: unknown) => {
      if (!(error instanceof ArchiveFaultFound)) throw error;
      return JSON.stringify(error.fault);
    },
  );
  const said = `${acknowledged.length} acknowledged, ${lost} lost, ${faults === '' ? 'logs verify' : faults}`;
  report(`${check}, records`, lost === 0 && faults === '', said);
}

const countOf = (outcomes: readonly Outcome[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status).length;

async function fillDisk(): Promise<void> {
  const disk = join(work, 'disk');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]).status !== 0) {
    process.stdout.write('skipped full disk: a file system can only be mounted as root\n');
    return;
  }
  try {
    const installed = await install(join(disk, 'data'));
    const service = await startServiceProcess({ ...plain, AVOW_DATA_DIR: installed.dataDir });
    const outcomes = await askMany(service, installed.apiKey, 20);
    const ballast = join(disk, 'ballast');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
    const full = await askMany(service, installed.apiKey, 200);
    const ready = (await fetch(`${service.url}/readyz`)).status;
    rmSync(ballast);
    const after = await askMany(service, installed.apiKey, 20);
    const isRight =
      countOf(full, 503) > 0 &&
      countOf(full, 200) + countOf(full, 503) === full.length &&
      countOf(after, 200) === after.length;
    report(
      'full disk',
      isRight,
      `${countOf(full, 200)} answered and ${countOf(full, 503)} refused with 503 while it was full (readyz ${ready}); ${countOf(after, 200)} of 20 answered once there was space`,
    );
    await service.stop();
    await checkRecords('full disk', installed, [...outcomes, ...full, ...after]);
  } finally {
    execFileSync('umount', [disk]);
  }
}

async function exhaustDescriptors(): Promise<void> {
  const installed = await install(join(work, 'descriptors'));
  const service = await startServiceProcess({ ...plain, AVOW_DATA_DIR: installed.dataDir });
  execFileSync('prlimit', ['--pid', String(service.child.pid), '--nofile=120:120']);
  const before = await askMany(service, installed.apiKey, 5);
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  for (let opened = 0; opened < 300; opened += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  await sleep(2000);
  const during = await ask(service, installed.apiKey).catch(() => null);
  for (const socket of sockets) socket.destroy();
  await sleep(1000);
  const after = await askMany(service, installed.apiKey, 20);
  const isRight = countOf(after, 200) === 20 && service.child.exitCode === null;
  report(
    'no file descriptors',
    isRight,
    `${during === null ? 'a question had no connection' : `a question got ${during.status}`} while 300 connections wanted all of 120; ${countOf(after, 200)} of 20 answered once they were closed`,
  );
  await service.stop();
  await checkRecords('no file descriptors', installed, [...before, ...after]);
}

function setMachine({
  aheadMs = 0,
  syncMs = 0,
}: {
  readonly aheadMs?: number;
  readonly syncMs?: number;
}): void {
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64LE(BigInt(aheadMs), 0);
  bytes.writeBigInt64LE(BigInt(syncMs), 8);
  writeFileSync(hardshipFile, bytes, { flag: 'r+' });
}

async function slowSyncs(): Promise<void> {
  setMachine({});
  const installed = await install(join(work, 'slow'));
  const env = { ...plain, AVOW_DATA_DIR: installed.dataDir, LD_PRELOAD: library, HARDSHIP: hardshipFile };
  const service = await startServiceProcess(env);
  const before = await askMany(service, installed.apiKey, 20);
  setMachine({ syncMs: 400 });
  const slow = (
    await Promise.all(Array.from({ length: 12 }, () => askMany(service, installed.apiKey, 5)))
  ).flat();
  const health = performance.now();
  await fetch(`${service.url}/healthz`);
  const healthMs = performance.now() - health;
  setMachine({});
  const after = await askMany(service, installed.apiKey, 20);
  const times = (outcomes: readonly Outcome[]) =>
    quantile(
      outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other),
      0.5,
    ).toFixed(0);
  const isRight = countOf(slow, 200) === slow.length && countOf(after, 200) === 20 && healthMs < 1000;
  report(
    'slow disk',
    isRight,
    `p50 ${times(before)} ms before, ${times(slow)} ms with syncs of 400 ms (60 questions of 12 clients share commits), ${times(after)} ms after; healthz in ${healthMs.toFixed(0)} ms meanwhile`,
  );
  await service.stop();
  await checkRecords('slow disk', installed, [...before, ...slow, ...after]);
}

const hourMs = 3_600_000;

/** In Europe: at 01:00 UTC on the last Sunday of October. */
function lastSummerEndMs(nowMs: number): number {
  const year = new Date(nowMs).getUTCFullYear();
  const ends = [year - 1, year].map((one) => {
    const last = Date.UTC(one, 9, 31, 1);
    return last - new Date(last).getUTCDay() * 24 * hourMs;
  });
  return ends.findLast((end) => end < nowMs) ?? nowMs;
}

/** Back and forth, over the end of summer time, and far into the future. */
async function jumpClock(): Promise<void> {
  setMachine({});
  const installed = await install(join(work, 'clock'));
  const env = { ...plain, AVOW_DATA_DIR: installed.dataDir, LD_PRELOAD: library, HARDSHIP: hardshipFile };
  const service = await startServiceProcess({ ...env, TZ: 'Europe/Berlin' });
  const outcomes: Outcome[] = [];
  const statuses: string[] = [];
  for (const [name, aheadMs] of [
    ['two hours ahead', 2 * hourMs],
    ['an hour back', -hourMs],
    ['right again', 0],
    ['over the last end of summer time', lastSummerEndMs(Date.now()) - 2000 - Date.now()],
    ['ten years ahead', 10 * 365 * 24 * hourMs],
    ['right again', 0],
  ] as const) {
    setMachine({ aheadMs });
    const asked = await askMany(service, installed.apiKey, 20);
    // Over the hour that comes twice, and over checkpoints.
    await sleep(6000);
    asked.push(...(await askMany(service, installed.apiKey, 20)));
    outcomes.push(...asked);
    const others = [...new Set(asked.map(({ status }) => status))].filter((status) => status !== 200);
    const also = others.length === 0 ? '' : ` (else ${others.join(', ')})`;
    statuses.push(`${name}: ${countOf(asked, 200)} of 40${also}`);
  }
  const ready = (await fetch(`${service.url}/readyz`)).status;
  // A key of thirty days has expired ten years ahead, which is right.
  const isRight =
    statuses.every((said) => said.endsWith('40 of 40') || said.startsWith('t')) && ready === 200;
  report('clock', isRight, `${statuses.join('; ')}; readyz ${ready}`);
  await service.stop();
  await checkRecords('clock', installed, outcomes);
}

if (process.platform !== 'linux') throw new Error('It needs Linux.');
try {
  writeFileSync(hardshipFile, Buffer.alloc(16));
  await fillDisk();
  await exhaustDescriptors();
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  if (built.status === 0) {
    await slowSyncs();
    await jumpClock();
  } else process.stdout.write('skipped slow disk and clock: gcc is not installed\n');
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`faults: ${failures}\n`);
process.exitCode = failures === 0 ? 0 : 1;
