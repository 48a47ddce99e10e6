import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { awaitEmbedded, awaitQuiet } from '../await-quiet.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import { loadFrom } from '../load-from.ts';
import { prepareRules } from '../prepare-rules.ts';
import { measureScreening } from './measure-screening.ts';

showHelp(`npm run bench -- overload [--seconds N] [--only curated|documents|neighbour|screening]
What the service does with more than it can answer, under its usual limits: answers and refusals a second and how long each
takes, at the load that it can answer, at three times that load, and with clients that never wait. Then document questions
of 1, 4, 16 and 48 clients, and the share of answers that had to do without a model. Then document questions of one client
of a tenant while 16 clients of another tenant never wait. Then unsafe prompts of one client of a tenant while another tenant
keeps 16 long prompts in flight, and the share of them that goes unscreened.`);
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    only: { type: 'string' },
  },
});
const durationMs = Number(values.seconds) * 1000;
/** The compiler needs some ten thousand requests before it has done its best. */
const warmUpMs = 12_000;
const crowd = 200;

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function lineOf(name: string, { answered, refused }: LoadResult): string {
  const times = ({ perSecond, p50Ms, p99Ms }: LoadResult['answered']) =>
    `${shown(perSecond).padStart(6)}/s  p50 ${shown(p50Ms)} ms  p99 ${shown(p99Ms)} ms`;
  const refusals = refused.perSecond === 0 ? '' : `   refused ${times(refused)}`;
  return `  ${name.padEnd(34)}${times(answered)}${refusals}`;
}

async function measureCurated(plan: LoadPlan): Promise<void> {
  await loadFrom({ ...plan, connections: 16, durationMs: warmUpMs });
  const peak = await loadFrom({ ...plan, connections: 16 });
  const tripled = { ...plan, connections: crowd, ratePerSecond: peak.answered.perSecond * 3 };
  const overloaded = await loadFrom(tripled);
  const flooded = await loadFrom({ ...plan, connections: crowd });
  // The peak is measured on both sides, since other work on the machine comes and goes.
  const after = await loadFrom({ ...plan, connections: 16 });
  const best = (peak.answered.perSecond + after.answered.perSecond) / 2;
  const share = (result: LoadResult) => (result.answered.perSecond / best).toFixed(2);
  console.log(`Curated questions
${lineOf('16 clients, before', peak)}
${lineOf('16 clients, after', after)}
${lineOf('three times that load', overloaded)}
${lineOf(`${crowd} clients that never wait`, flooded)}
  answers at three times the load / at the peak   ${share(overloaded)}   (goal 0.90, refusals within 50 ms)
  answers to ${crowd} that never wait / at the peak   ${share(flooded)}`);
}

async function measureDocuments(plan: LoadPlan): Promise<void> {
  await loadFrom({ ...plan, connections: 2, durationMs: warmUpMs });
  console.log('\nDocument questions, none from the cache');
  for (const clients of [1, 4, 16, 48]) {
    await awaitQuiet(service.url, apiKey);
    const result = await loadFrom({ ...plan, connections: clients, durationMs: durationMs * 2 });
    const degraded = `   degraded ${(result.degradedShare * 100).toFixed(0)} %`;
    console.log(`${lineOf(clients === 1 ? '1 client' : `${clients} clients`, result)}${degraded}`);
  }
}

/** What the questions of one tenant cost another. */
async function measureNeighbour(busy: LoadPlan, other: LoadPlan): Promise<void> {
  await loadFrom({ ...busy, connections: 2, durationMs: warmUpMs });
  const alone = await loadFrom({ ...other, durationMs: durationMs * 2 });
  const [beside, neighbour] = await Promise.all([
    loadFrom({ ...other, durationMs: durationMs * 3 }),
    loadFrom({ ...busy, connections: 16, durationMs: durationMs * 3 }),
  ]);
  const shown = (name: string, result: LoadResult) =>
    `${lineOf(name, result)}   degraded ${(result.degradedShare * 100).toFixed(0)} %`;
  console.log(`\nDocument questions of two tenants
${shown('1 client, alone', alone)}
${shown('1 client, beside the others', beside)}
${shown('16 clients of another tenant', neighbour)}`);
}

const directory = await mkdtemp(join(tmpdir(), 'avow-overload-'));
const prepared = await prepareRules(directory, {}, { tenants: 2, haveHandbook: true });
const { apiKey, curated, documents } = prepared;
const service = await startServiceProcess({
  AVOW_DATA_DIR: directory,
  AVOW_LOG_LEVEL: 'info',
  AVOW_ANSWER_CACHE_MS: '0',
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
});
try {
  const plan = {
    port: Number(new URL(service.url).port),
    path: '/v1/query',
    headers: { authorization: `Bearer ${apiKey}` },
    durationMs,
    ratePerSecond: null,
    connections: 1,
  };
  await awaitEmbedded(service.url, apiKey, documents[0] ?? '');
  const load = loadavg()[0] ?? 0;
  console.log(`Avow, ${availableParallelism()} cores (load ${load.toFixed(1)} before), usual limits\n`);
  const isMeasured = (part: string) => values.only === undefined || values.only === part;
  if (isMeasured('curated')) await measureCurated({ ...plan, bodies: curated });
  if (isMeasured('documents')) await measureDocuments({ ...plan, bodies: documents });
  if (isMeasured('neighbour')) {
    const [, otherKey = ''] = prepared.apiKeys;
    const other = { ...plan, headers: { authorization: `Bearer ${otherKey}` }, bodies: documents };
    await awaitEmbedded(service.url, otherKey, documents[0] ?? '');
    await measureNeighbour({ ...plan, bodies: documents }, other);
  }
  if (isMeasured('screening')) {
    const [, otherKey = ''] = prepared.apiKeys;
    await measureScreening({
      url: service.url,
      apiKey: otherKey,
      busyKey: apiKey,
      durationMs: durationMs * 5,
    });
  }
} finally {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
}
