import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from '@avow/foundation/statistics';
import { startServiceProcess } from '../service-process.ts';
import { showHelp } from '../show-help.ts';
import { askMany, checkRecords, countOf, failures, install, type Outcome, plain, report } from './asking.ts';
import { exhaustDescriptors } from './exhaust-descriptors.ts';

showHelp(`npm run check -- hardship
Lets a machine go wrong under the service for real: a full disk, slow syncs, a clock that jumps, no random numbers, and no file
descriptors left. What needs root or a compiler is left out without them. Linux only.`);

/**
 * `npm run check -- hardship` lets a machine go wrong under the service for real: a disk that is full, syncs that take long, a
 * clock that jumps, no random numbers, and no file descriptors left. Everything asked must end in an answer or a problem, the service must
 * recover by itself, everything acknowledged must be on record, and the logs must verify. What needs root or a compiler is
 * left out without them. Linux only.
 */
const source = fileURLToPath(new URL('./machine.c', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'avow-hardship-'));
const library = join(work, 'machine.so');
const hardshipFile = join(work, 'settings');

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

/** As on a machine whose source of random numbers fails: nothing may be recorded with numbers that can be guessed. */
async function withoutRandomness(): Promise<void> {
  const installed = await install(join(work, 'random'));
  const broken = join(work, 'no-random');
  const preload = new URL('./break-random.ts', import.meta.url).href;
  const env = { ...plain, AVOW_DATA_DIR: installed.dataDir, NO_RANDOM: broken };
  const service = await startServiceProcess({ ...env, NODE_OPTIONS: `--import ${preload}` });
  const before = await askMany(service, installed.apiKey, 20);
  writeFileSync(broken, '');
  // Numbers that were drawn before are used up first.
  const during = await askMany(service, installed.apiKey, 600);
  const health = (await fetch(`${service.url}/healthz`)).status;
  rmSync(broken);
  const after = await askMany(service, installed.apiKey, 20);
  const last = during.slice(-20);
  const statuses = [...new Set(last.map(({ status }) => status))];
  const isRight =
    last.every(({ status }) => status >= 500) &&
    countOf(after, 200) === 20 &&
    service.child.exitCode === null;
  report(
    'no random numbers',
    isRight,
    `${countOf(during, 200)} answered by numbers that were drawn before, then refused with ${statuses.join(', ')} (healthz ${health}); ${countOf(after, 200)} of 20 once there were some`,
  );
  await service.stop();
  await checkRecords('no random numbers', installed, [...before, ...during, ...after]);
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
    ['a second back, as by a leap second', -1000],
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
    statuses.every((said) => said.endsWith('40 of 40') || said.startsWith('ten years')) && ready === 200;
  report('clock', isRight, `${statuses.join('; ')}; readyz ${ready}`);
  await service.stop();
  await checkRecords('clock', installed, outcomes);
}

if (process.platform !== 'linux') throw new Error('It needs Linux.');
try {
  writeFileSync(hardshipFile, Buffer.alloc(16));
  await fillDisk();
  await exhaustDescriptors(join(work, 'descriptors'));
  await withoutRandomness();
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  if (built.status === 0) {
    await slowSyncs();
    await jumpClock();
  } else process.stdout.write('skipped slow disk and clock: gcc is not installed\n');
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`faults: ${failures()}\n`);
process.exitCode = failures() === 0 ? 0 : 1;
