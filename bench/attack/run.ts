import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scopes } from '@avow/contract';
import { loadConfig, openDataFolder } from '@avow/server';
import { addTenant } from '../../e2e/new-installation.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { awaitEmbedded, awaitQuiet } from '../await-quiet.ts';
import type { LoadResult } from '../load.ts';
import { loadFrom } from '../load-from.ts';
import { prepareRules } from '../prepare-rules.ts';
import { heldBytes } from '../watch-memory.ts';
import { type Attack, attacks } from './attacks.ts';
import { startHostileServer } from './hostile-server.ts';

showHelp(`npm run bench:attack -- [--seconds N] [--only NAME]
One tenant attacks: sources that answer with what fills memory or takes long to read, archives, and long prompts that are
never waited for. Another tenant asks meanwhile, curated questions and questions that documents answer. Prints for each
attack what became of it, how long the other tenant's answers took beside how long they took before, and the memory of the
service. Fails if the service ends, or if an answer of the other tenant is blocked, degraded or missing.
Attacks: ${attacks.map(({ name }) => name).join(', ')}.`);

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, only: { type: 'string' } },
});
const durationMs = Number(values.seconds) * 1000;
const warmUpMs = 12_000;
const curatedPerSecond = 20;
const pauseMs = 3_000;
const mebibyte = 1024 * 1024;

const directory = await mkdtemp(join(tmpdir(), 'avow-attack-'));
const { apiKey, curated, documents } = await prepareRules(directory);
const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory }));
const attacker = await addTenant(data, 'attacker', scopes);
await data.close();
const hostile = await startHostileServer();
const service = await startServiceProcess({
  AVOW_DATA_DIR: directory,
  AVOW_ANSWER_CACHE_MS: '0',
  AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
});

interface Neighbour {
  readonly curated: LoadResult;
  readonly documents: LoadResult;
}

async function askAsNeighbour(lengthMs: number): Promise<Neighbour> {
  const plan = {
    port: Number(new URL(service.url).port),
    path: '/v1/query',
    headers: { authorization: `Bearer ${apiKey}` },
    durationMs: lengthMs,
  };
  const [ofPairs, ofDocuments] = await Promise.all([
    loadFrom({ ...plan, bodies: curated, connections: 4, ratePerSecond: curatedPerSecond }),
    loadFrom({ ...plan, bodies: documents, connections: 1, ratePerSecond: null }),
  ]);
  return { curated: ofPairs, documents: ofDocuments };
}

const times = ({ answered: { p50Ms, p99Ms } }: LoadResult) =>
  `${p50Ms.toFixed(0).padStart(6)} ${p99Ms.toFixed(0).padStart(6)}`;
let isFaulty = false;

function report(name: string, now: Neighbour, before: Neighbour, outcome: string): void {
  const ratio = (kind: keyof Neighbour) =>
    (now[kind].answered.p99Ms / before[kind].answered.p99Ms).toFixed(2).padStart(5);
  const { failed, degradedShare } = now.documents;
  const bad = failed + now.curated.failed;
  const memory = Math.round((heldBytes(service.child.pid ?? 0) ?? 0) / mebibyte);
  if (bad > 0 || degradedShare > 0 || service.child.exitCode !== null) isFaulty = true;
  console.log(
    `${name.padEnd(20)}${times(now.curated)} ×${ratio('curated')}  ${times(now.documents)} ×${ratio('documents')}  ${String(bad).padStart(4)} ${(degradedShare * 100).toFixed(0).padStart(4)} % ${String(memory).padStart(6)}  ${outcome}`,
  );
}

async function measure(attack: Attack, before: Neighbour): Promise<void> {
  const stop = new AbortController();
  const target = { url: service.url, apiKey: attacker.apiKey, hostile };
  const outcome = attack.run(target, stop.signal).catch((error: unknown) => `did not run: ${String(error)}`);
  await sleep(pauseMs);
  const now = await askAsNeighbour(durationMs);
  stop.abort();
  report(attack.name, now, before, await outcome);
  await awaitQuiet(service.url, apiKey);
}

try {
  await awaitEmbedded(service.url, apiKey, documents[0] ?? '');
  const load = loadavg()[0] ?? 0;
  await askAsNeighbour(warmUpMs);
  const before = await askAsNeighbour(durationMs);
  console.log(`Avow, ${availableParallelism()} cores (load ${load.toFixed(1)} before). Times in ms; memory of the service in MiB.
                     curated: p50, p99     documents: p50, p99    lost  degraded memory  what became of the attack`);
  report('nobody attacks', before, before, '');
  for (const attack of attacks)
    if (values.only === undefined || values.only === attack.name) await measure(attack, before);
} finally {
  await service.stop();
  await hostile.close();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = isFaulty ? 1 : 0;
