import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '@avow/contract/roles';
import type { MessageId, TenantId } from '@avow/foundation';
import { quantile } from '@avow/foundation/statistics';
import { drawFrom } from '@avow/foundation/testing';
import { ArchiveFaultFound } from '@avow/ledger/verification';
import { composePackLoader, loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { heldBytes } from '../../bench/watch-memory.ts';
import { createInstallation } from '../new-installation.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { type FaultTarget, faults } from './faults.ts';
import { folderBytes } from './folder-bytes.ts';
import { readOptions } from './read-options.ts';
import type { Sample } from './summarise-samples.ts';
import { createPack, erase, exchange, publish, questions, Refused, rules } from './traffic.ts';
import { type SoakResult, writeReport } from './write-report.ts';

const { folder, hours, rate, restartMinutes } = readOptions();
const dataDir = join(folder, 'data');
const stateFile = join(folder, 'state.json');
const samplesFile = join(folder, 'samples.jsonl');
const messagesFile = join(folder, 'messages.jsonl');
const sampleEveryMs = 15_000;
const publishEveryMs = 60_000;
const eraseEveryMs = 45_000;
const faultEveryMs = 150_000;
/** Below the limit of one tenant, so that refusals are the exception. */
const inFlightMax = 12;
/** Requests of one person before the next comes; those long gone are erased. */
const personEvery = 40;
const personsKept = 5;
const handbook = new URL('../../packages/server/demo/handbook', import.meta.url).pathname;

/** Of the environment of the run, what changes how memory is allocated or watched is passed on to the service. */
const passedOn = Object.fromEntries(
  ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/** What a later run goes on from. */
interface State extends Omit<SoakResult, 'rate' | 'acknowledged' | 'erased'> {
  readonly tenantId: TenantId;
  readonly apiKey: string;
  readonly packId: string | null;
  readonly asked: number;
  readonly edition: number;
  readonly erasedUpTo: number;
}

async function prepare(): Promise<State> {
  if (existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, 'utf8'));
  mkdirSync(join(folder, 'pairs'), { recursive: true });
  const { data, tenantId, apiKey } = await createInstallation(dataDir, scopes);
  const pairs = rules.map((question, index) => ({ question, answer: `Rule ${index} says ${index} hours.` }));
  writeFileSync(join(folder, 'pairs', 'rules.qna.json'), JSON.stringify(pairs));
  for (const path of [join(folder, 'pairs'), handbook])
    await composePackLoader(data).load(tenantId, path, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  return {
    ...{ tenantId, apiKey, packId: null, elapsedSeconds: 0, processes: 0, asked: 0, edition: 0 },
    ...{ erasedUpTo: -1, counts: {}, disturbances: {}, cutOff: 0, refused: 0, faults: [] },
  };
}

let state = await prepare();
const save = (change: Partial<State>) => {
  state = { ...state, ...change };
  writeFileSync(stateFile, JSON.stringify(state));
};
const note = (counts: Readonly<Record<string, number>>, name: string) => ({
  ...counts,
  [name]: (counts[name] ?? 0) + 1,
});
const faultsMax = 100;
const fault = (detail: string) => {
  process.stderr.write(`fault: ${detail}\n`);
  if (state.faults.length < faultsMax)
    save({ faults: [...state.faults, `${Math.round(state.elapsedSeconds)} s: ${detail}`] });
};

const random = drawFrom(Date.now());
/** While the service is being restarted, broken connections are expected. */
let isDown = true;
let isStopping = false;
const recent: string[] = [];
let curatedMs: number[] = [];
const running = new Set<Promise<void>>();

async function start(): Promise<ServiceProcess> {
  const started = await startServiceProcess({
    AVOW_DATA_DIR: dataDir,
    AVOW_LOG_LEVEL: 'warn',
    AVOW_QUERY_RATE_PER_MINUTE: '1000000',
    AVOW_QUERY_BURST: '100000',
    AVOW_AUDIT_RATE_PER_MINUTE: '1000000',
    AVOW_AUDIT_BURST: '100000',
    AVOW_BACKUP_TARGET: join(folder, 'backups'),
    AVOW_BACKUP_EVERY_HOURS: '1',
    AVOW_BACKUP_KEEP: '3',
    ...passedOn,
  });
  save({ processes: state.processes + 1 });
  isDown = false;
  return started;
}

let service = await start();

function ask(): void {
  if (isDown || running.size >= inFlightMax) return;
  const wasProcess = state.processes;
  const person = Math.floor(state.asked / personEvery);
  state = { ...state, asked: state.asked + 1 };
  const caller = { url: service.url, apiKey: state.apiKey };
  const turn = { ...caller, random, endUserId: `person-${person}`, recent, rules, questions };
  const done: Promise<void> = exchange(turn)
    .then(({ kind, ms, messageId, endUserId }) => {
      state = { ...state, counts: note(state.counts, kind) };
      if (kind === 'curated') curatedMs.push(ms);
      if (messageId === null) return;
      recent.push(messageId);
      if (recent.length > 200) recent.shift();
      appendFileSync(messagesFile, `${JSON.stringify([messageId, endUserId])}\n`);
    })
    .catch((error: Error) => {
      if (isDown || wasProcess !== state.processes) state = { ...state, cutOff: state.cutOff + 1 };
      else if (error.cause instanceof Refused) state = { ...state, refused: state.refused + 1 };
      else fault(error.message);
    })
    .finally(() => running.delete(done));
  running.add(done);
}

async function unlessDown(name: string, work: () => Promise<void>): Promise<void> {
  if (isDown) return;
  const wasProcess = state.processes;
  try {
    await work();
    state = { ...state, counts: note(state.counts, name) };
  } catch (error) {
    if (!isDown && wasProcess === state.processes && !isStopping) fault(`${name}: ${String(error)}`);
  }
}

const callerOf = () => ({ url: service.url, apiKey: state.apiKey });

const publishNext = () =>
  unlessDown('publish', async () => {
    if (state.packId === null) save({ packId: await createPack(callerOf()) });
    if (state.packId === null) return;
    save({ edition: state.edition + 1 });
    await publish(callerOf(), state.packId, state.edition);
  });

const eraseNext = () =>
  unlessDown('erase', async () => {
    const person = state.erasedUpTo + 1;
    if (person > Math.floor(state.asked / personEvery) - personsKept) return;
    await erase(callerOf(), `person-${person}`);
    save({ erasedUpTo: person });
  });

let nextFault = 0;
const disturb = () =>
  unlessDown('disturbance', async () => {
    const target: FaultTarget = { service: service.child.pid ?? 0, url: service.url, random };
    const done = await faults[nextFault++ % faults.length]?.(target);
    if (done !== undefined) save({ disturbances: note(state.disturbances, done) });
  });

let restarts = 0;
async function restart(): Promise<void> {
  isDown = true;
  const isKill = restarts++ % 2 === 0;
  if (isKill) await service.kill();
  else await service.stop();
  service = await start();
  save({ disturbances: note(state.disturbances, isKill ? 'killed the service' : 'restarted the service') });
}

const takeSample = () =>
  unlessDown('sample', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const metric = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    const sorted = curatedMs.toSorted((one, other) => one - other);
    curatedMs = [];
    const sample: Sample = {
      atSeconds: Math.round(state.elapsedSeconds),
      process: state.processes,
      memoryBytes: metric('process_resident_memory_bytes'),
      heapBytes: metric('nodejs_heap_size_used_bytes'),
      allMemoryBytes: heldBytes(service.child.pid ?? 0) ?? 0,
      fileDescriptors: metric('process_open_fds'),
      handles: metric('nodejs_active_handles_total'),
      dataBytes: folderBytes(dataDir),
      messages: Object.entries(state.counts).reduce(
        (sum, [kind, count]) => (asking.has(kind) ? sum + count : sum),
        0,
      ),
      p50Ms: quantile(sorted, 0.5),
      p99Ms: quantile(sorted, 0.99),
    };
    appendFileSync(samplesFile, `${JSON.stringify(sample)}\n`);
    save({});
  });
const asking = new Set(['curated', 'document', 'uncovered', 'stream', 'later', 'chat']);

/** Everything that was acknowledged is on record, nothing of a person who was erased is, and all logs verify. */
async function check(): Promise<{ readonly acknowledged: number; readonly erased: number }> {
  const settings = loadConfig({ AVOW_DATA_DIR: dataDir });
  const data = await openDataFolder(settings);
  const lines = existsSync(messagesFile) ? readFileSync(messagesFile, 'utf8').trim().split('\n') : [];
  let erased = 0;
  try {
    for (const line of lines) {
      const [messageId, endUserId] = JSON.parse(line) as [MessageId, string];
      const record = await data.store.records.getRecord(state.tenantId, messageId);
      const isErased = Number(endUserId.split('-')[1]) <= state.erasedUpTo;
      if (isErased) erased += 1;
      if (record === null) fault(`${messageId} was acknowledged and is not on record`);
      else if (isErased && record.kind === 'whole') fault(`${messageId} of ${endUserId} was not erased`);
      else if (!isErased && record.kind !== 'whole') fault(`${messageId} has lost its content`);
    }
  } finally {
    await data.close();
  }
  await verifyInstallation(settings, { trustedKey: null, threads: 1 }, { tenant: null }).catch(
    (error: unknown) => {
      if (!(error instanceof ArchiveFaultFound)) throw error;
      fault(`the log: ${JSON.stringify(error.fault)}`);
    },
  );
  return { acknowledged: lines.length, erased };
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
const timers = [
  setInterval(ask, 1000 / rate),
  setInterval(() => void takeSample(), sampleEveryMs),
  setInterval(() => void publishNext(), publishEveryMs),
  setInterval(() => void eraseNext(), eraseEveryMs),
  setInterval(() => void disturb(), faultEveryMs),
];
const restartSeconds = restartMinutes * 60;
let sinceRestart = 0;
while (!stop.signal.aborted && state.elapsedSeconds < hours * 3600) {
  const startedMs = performance.now();
  await sleep(1000, undefined, { signal: stop.signal }).catch(() => undefined);
  const seconds = (performance.now() - startedMs) / 1000;
  state = { ...state, elapsedSeconds: state.elapsedSeconds + seconds };
  sinceRestart += seconds;
  if (service.child.exitCode !== null && !isDown) {
    fault(`the service ended by itself with code ${service.child.exitCode}`);
    isDown = true;
    service = await start();
  }
  if (sinceRestart < restartSeconds) continue;
  sinceRestart = 0;
  await restart();
}
isStopping = true;
for (const timer of timers) clearInterval(timer);
await Promise.allSettled(running);
isDown = true;
await service.stop();
save({});
const isComplete = state.elapsedSeconds >= hours * 3600;
if (!isComplete) console.log('Interrupted: run it again with the same folder to go on.\n');
const samples: Sample[] = existsSync(samplesFile)
  ? readFileSync(samplesFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const checked = await check();
const text = writeReport(samples, { ...state, ...checked, rate });
writeFileSync(join(folder, 'report.md'), text);
save({});
console.log(text);
process.exitCode = state.faults.length === 0 ? 0 : 1;
