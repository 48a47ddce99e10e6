import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scopes } from '@avow/contract/roles';
import { loadConfig, openDataFolder } from '@avow/server';
import { addTenant } from '../../e2e/new-installation.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { awaitEmbedded, awaitQuiet } from '../await-quiet.ts';
import type { LoadResult } from '../load.ts';
import { loadFrom } from '../load-from.ts';
import { prepareRules } from '../prepare-rules.ts';
import { heldBytes } from '../watch-memory.ts';
import { askUnsafePrompts, type UnsafeResult } from './ask-unsafe.ts';
import { attacks } from './attacks.ts';
import type { Attack } from './call-service.ts';
import { startHostileServer } from './hostile-server.ts';

showHelp(`npm run bench -- attack [--seconds N] [--only NAME,NAME]
One tenant attacks: sources that answer with what fills memory or takes long to read, archives, long prompts that are never
waited for, invented visitors, and credentials of a source that are to be used elsewhere. Another tenant asks meanwhile:
curated questions, questions that documents answer, and unsafe prompts. Prints for each attack what became of it, how long the
other tenant's answers took beside how long they took alone just before, and the memory of the service. Fails if the service
ends, if an answer of the other tenant is degraded or missing, or if an unsafe prompt is neither blocked nor refused.
Attacks: ${attacks.map(({ name }) => name).join(', ')}.`);

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, only: { type: 'string' } },
});
const durationMs = Number(values.seconds) * 1000;
const only = values.only?.split(',') ?? null;
const warmUpMs = 12_000;
const curatedPerSecond = 20;
const pauseMs = 3_000;
const mebibyte = 1024 * 1024;
const msPerTick = 10;

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
  AVOW_PUBLISHABLE_RATE_PER_MINUTE: '60000',
  AVOW_PUBLISHABLE_BURST: '10000',
  AVOW_VISITOR_RATE_PER_MINUTE: '60000',
  AVOW_VISITOR_BURST: '10000',
});

interface Neighbour {
  readonly curated: LoadResult;
  readonly documents: LoadResult;
  readonly unsafe: UnsafeResult;
  /** How much of a core the serving process took, without those that read files and sources. */
  readonly processorShare: number;
}

async function askAsNeighbour(lengthMs: number): Promise<Neighbour> {
  const plan = {
    port: Number(new URL(service.url).port),
    path: '/v1/query',
    headers: { authorization: `Bearer ${apiKey}` },
    durationMs: lengthMs,
  };
  const usedBeforeMs = processorMs();
  const [ofPairs, ofDocuments, unsafe] = await Promise.all([
    loadFrom({ ...plan, bodies: curated, connections: 4, ratePerSecond: curatedPerSecond }),
    loadFrom({ ...plan, bodies: documents, connections: 1, ratePerSecond: null }),
    askUnsafePrompts({ url: service.url, apiKey }, lengthMs),
  ]);
  const processorShare = (processorMs() - usedBeforeMs) / lengthMs;
  return { curated: ofPairs, documents: ofDocuments, unsafe, processorShare };
}

/** Of the serving process; none where the system does not say. */
function processorMs(): number {
  try {
    const fields = readFileSync(`/proc/${service.child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return Number.NaN;
  }
}

const times = ({ answered: { p50Ms, p99Ms } }: LoadResult) =>
  `${p50Ms.toFixed(0).padStart(6)} ${p99Ms.toFixed(0).padStart(6)}`;
let isFaulty = false;

function report(name: string, now: Neighbour, before: Neighbour, outcome: string): void {
  const compare = (kind: 'curated' | 'documents') => {
    const ratio = now[kind].answered.p99Ms / before[kind].answered.p99Ms;
    return `${times(before[kind])} ${times(now[kind])} ×${ratio.toFixed(2).padStart(5)}`;
  };
  const { failed, degradedShare } = now.documents;
  const bad = failed + now.curated.failed;
  const { asked, unscreened } = now.unsafe;
  const memory = Math.round((heldBytes(service.child.pid ?? 0) ?? 0) / mebibyte);
  if (bad > 0 || degradedShare > 0 || unscreened > 0 || service.child.exitCode !== null) isFaulty = true;
  const faults = `${String(bad).padStart(4)} ${(degradedShare * 100).toFixed(0).padStart(4)} %`;
  const unsafe = `${unscreened} of ${asked}`.padStart(10);
  const cores = [before, now].map(({ processorShare }) => processorShare.toFixed(2).padStart(5)).join(' ');
  console.log(
    `${name.padEnd(13)}${compare('curated')} ${compare('documents')} ${faults} ${unsafe} ${cores} ${String(memory).padStart(6)}  ${outcome}`,
  );
}

/** The machine may do other work: how long answers take alone is measured right before each attack. */
async function measure(attack: Attack): Promise<void> {
  const before = await askAsNeighbour(durationMs);
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
  console.log(`Avow, ${availableParallelism()} cores (load ${load.toFixed(1)} before). Times in ms: p50 and p99 alone, then during the attack; cores: what the serving process took, alone and then; memory of the service in MiB.
             curated                            documents                           lost  degraded  unscreened cores  memory  what became of the attack`);
  const alone = await askAsNeighbour(durationMs);
  report('nobody', await askAsNeighbour(durationMs), alone, 'the same twice, for comparison');
  for (const attack of attacks) if (only === null || only.includes(attack.name)) await measure(attack);
} finally {
  await service.stop();
  await hostile.close();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = isFaulty ? 1 : 0;
