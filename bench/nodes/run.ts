import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newId } from '@avow/foundation';
import {
  openPostgresStore,
  openProxy,
  openSqliteStore,
  sampleMasterKey,
  startPostgres,
} from '@avow/server/testing/inner';
import { type ServiceProcess, startServiceProcess } from '../../e2e/service-process.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { loadFrom } from '../load-from.ts';
import { prepareRules } from '../prepare-rules.ts';
import { fillMessages } from './fill-messages.ts';
import { parentOf, processorMs } from './processor-time.ts';
import { timeLists } from './time-lists.ts';

showHelp(`npm run bench -- nodes [--seconds N] [--messages N] [--only records,hits,trips,lists]

records  records a second of one SQLite node, and of 1, 2 and 4 nodes on PostgreSQL, for one tenant and for 16
hits     curated answers a second of the same, for 16 tenants
trips    round trips to PostgreSQL for a curated answer
lists    lists and lookups among N messages (10,000,000) of 10,000 tenants`);
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    messages: { type: 'string', default: '10000000' },
    only: { type: 'string', default: 'records,hits,trips,lists' },
  },
});
const seconds = Number(values.seconds);
const wanted = new Set(values.only.split(','));
const directory = await mkdtemp(join(tmpdir(), 'avow-bench-nodes-'));
const server = await startPostgres({ isDurable: true });
const nodeCounts = [1, 2, 4];
const tenantCount = 16;
const say = (line: string) => console.log(line);
const describeLoad = () => `load ${loadavg()[0]?.toFixed(1)}`;
say(`${cpus().length} cores, ${describeLoad()}, ${new Date().toISOString().slice(0, 10)}`);

const limits = {
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
  AVOW_TENANT_QUERIES_AT_ONCE: '1000',
  AVOW_QUERIES_AT_ONCE: '1000',
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};

interface Written {
  readonly count: number;
  /** With those of the warm-up, for which the database server works as well. */
  readonly total: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

/** The process that all processes of the database server belong to. */
async function findServer(url: string): Promise<number> {
  // One that lives as long as the server.
  const [row] = await server.ask(url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
  return parentOf(Number(row?.['pid']));
}

function writeRecords(place: string, tenantIds: readonly string[]): Promise<Written> {
  const script = fileURLToPath(new URL('./record-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, place, String(seconds), ...tenantIds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return new Promise((resolve, reject) =>
    child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error('no records')))),
  );
}

/** Processor time for a record, of the nodes and of the database server. */
function describeWritten(each: readonly Written[], serverMs?: number): string {
  const sum = (of: (one: Written) => number) => each.reduce((total, one) => total + of(one), 0);
  const perSecond = sum(({ count, seconds }) => count / seconds).toFixed(0);
  const nodeMs = sum(({ cpuMs }) => cpuMs) / sum(({ count }) => count);
  const server = serverMs === undefined ? '' : ` + ${(serverMs / sum(({ total }) => total)).toFixed(2)}`;
  return `${perSecond}, ${nodeMs.toFixed(2)}${server} ms of processor time each, ${describeLoad()}`;
}

async function newTenants(place: string, count: number): Promise<readonly string[]> {
  const masterKey = sampleMasterKey;
  const store = place.startsWith('postgres:')
    ? await openPostgresStore({ url: place, masterKey })
    : await openSqliteStore({ directory: place, masterKey });
  const tenantIds = Array.from({ length: count }, () => newId('ten', Date.now()));
  for (const tenantId of tenantIds)
    await store.access.createTenant({ tenantId, name: tenantId, status: 'active', createdAtMs: 1 });
  await store.close();
  return tenantIds;
}

async function benchRecords(): Promise<void> {
  for (const tenants of [1, tenantCount]) {
    const folder = join(directory, `records-${tenants}`);
    await mkdir(folder);
    const alone = await writeRecords(folder, await newTenants(folder, tenants));
    say(`records/s, ${tenants} tenant(s): SQLite ${describeWritten([alone])}`);
    for (const nodes of nodeCounts) {
      const url = await server.newDatabase();
      const tenantIds = await newTenants(url, tenants);
      const postmaster = await findServer(url);
      const before = processorMs(postmaster);
      const each = await Promise.all(Array.from({ length: nodes }, () => writeRecords(url, tenantIds)));
      const serverMs = processorMs(postmaster) - before;
      say(`records/s, ${tenants} tenant(s): ${nodes} node(s) ${describeWritten(each, serverMs)}`);
    }
  }
}

async function askAll(
  services: readonly ServiceProcess[],
  given: { apiKeys: readonly string[]; curated: readonly string[] },
  postmaster: number | null,
) {
  const plan = (service: ServiceProcess) => ({
    ...{ port: Number(new URL(service.url).port), path: '/v1/query', bodies: given.curated },
    ...{ headers: {}, apiKeys: given.apiKeys, connections: 16, ratePerSecond: null },
  });
  // Each has to compile the same, on the same processors.
  const warmUpMs = 4000 * services.length;
  await Promise.all(services.map((service) => loadFrom({ ...plan(service), durationMs: warmUpMs })));
  const nodesMs = () => services.reduce((sum, { child }) => sum + processorMs(child.pid ?? 0), 0);
  const serverMs = () => (postmaster === null ? 0 : processorMs(postmaster));
  const before = [nodesMs(), serverMs()] as const;
  const results = await Promise.all(
    services.map((service) => loadFrom({ ...plan(service), durationMs: seconds * 1000 })),
  );
  const perSecond = results.reduce((sum, { answered }) => sum + answered.perSecond, 0);
  const p99Ms = Math.max(...results.map(({ answered }) => answered.p99Ms));
  const each = (ms: number) => (ms / (perSecond * seconds)).toFixed(2);
  const cpu = `${each(nodesMs() - before[0])} + ${each(serverMs() - before[1])} ms of processor time each`;
  return `${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(0)} ms, ${cpu}, ${describeLoad()}`;
}

/** One after another, with what the node does by itself taken off. */
async function countRoundTrips(
  service: ServiceProcess,
  count: () => number,
  given: { apiKey: string; curated: readonly string[] },
): Promise<string> {
  const asks = 200;
  const ask = (index: number, key: Record<string, string>) =>
    fetch(`${service.url}/v1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${given.apiKey}`, 'content-type': 'application/json', ...key },
      body: given.curated[index] ?? '',
    }).then((response) => response.text());
  const shown: string[] = [];
  for (const isKeyed of [false, true]) {
    const startedMs = performance.now();
    const before = count();
    for (let index = 0; index < asks; index += 1)
      await ask(index, isKeyed ? { 'idempotency-key': `bench-${index}` } : {});
    const [asked, tookMs] = [count() - before, performance.now() - startedMs];
    const idle = count();
    await sleep(tookMs);
    shown.push(((asked - (count() - idle)) / asks).toFixed(2));
  }
  return `round trips for a curated hit: ${shown[0]}, with an idempotency key ${shown[1]}`;
}

async function benchHits(): Promise<void> {
  const alone = join(directory, 'hits');
  await mkdir(alone);
  const prepared = await prepareRules(alone, {}, { tenants: tenantCount });
  const service = await startServiceProcess({ AVOW_DATA_DIR: alone, ...limits });
  say(`curated hits: SQLite ${await askAll([service], prepared, null)}`);
  await service.stop();

  const { first, given, env } = await prepareShared('hits-0', tenantCount);
  const postmaster = await findServer(env.AVOW_DATABASE_URL);
  const services: ServiceProcess[] = [];
  for (const nodes of nodeCounts) {
    while (services.length < nodes) {
      const folder = join(directory, `hits-${services.length}`);
      if (services.length > 0) {
        await mkdir(folder, { mode: 0o700 });
        for (const file of ['pepper.key', 'master.key', 'log.key'])
          await copyFile(join(first, file), join(folder, file));
      }
      services.push(await startServiceProcess({ ...env, AVOW_DATA_DIR: folder }));
    }
    // A node that has just started pulls its index first.
    await sleep(5000);
    say(`curated hits: ${nodes} node(s) ${await askAll(services, given, postmaster)}`);
  }
  for (const one of services) await one.stop();
}

async function prepareShared(name: string, tenants: number) {
  const url = await server.newDatabase();
  const first = join(directory, name);
  await mkdir(first);
  const env = { ...limits, AVOW_ANCHOR_DIR: join(directory, `${name}-anchors`), AVOW_DATABASE_URL: url };
  return { first, env, given: await prepareRules(first, { AVOW_DATABASE_URL: url }, { tenants }) };
}

async function benchTrips(): Promise<void> {
  const { first, env, given } = await prepareShared('trips', 1);
  const proxy = await openProxy(env.AVOW_DATABASE_URL);
  const service = await startServiceProcess({ ...env, AVOW_DATABASE_URL: proxy.url, AVOW_DATA_DIR: first });
  say(await countRoundTrips(service, proxy.roundTrips, given));
  await service.stop();
  await proxy.close();
}

async function benchLists(): Promise<void> {
  const url = await server.newDatabase();
  const filled = await fillMessages(server, url, Number(values.messages));
  for (const line of await timeLists({ server, url, filled })) say(line);
}

if (wanted.has('records')) await benchRecords();
if (wanted.has('hits')) await benchHits();
if (wanted.has('trips')) await benchTrips();
if (wanted.has('lists')) await benchLists();
await server.stop();
await rm(directory, { recursive: true, force: true });
