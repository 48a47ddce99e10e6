import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { composePackLoader } from '@avow/server';
import { createInstallation } from '../e2e/new-installation.ts';
import { startServiceProcess } from '../e2e/service-process.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { rawRecordsPerSecond, sameRowsPerSecond, storeRecordsPerSecond } from './raw-records.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'npm run bench -- [--seconds N] [--rounds N]\nQueries a second beside a bare durable route, and records a second beside a plain SQLite loop, side by side in one run.',
  );
  process.exit(0);
}
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);
const connections = 32;
/** The compiler needs some ten thousand requests before it has done its best. */
const warmUpMs = 8000;
const handbook = fileURLToPath(new URL('../packages/server/demo/handbook', import.meta.url));

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

interface Prepared {
  readonly apiKey: string;
  readonly curated: readonly string[];
}

async function prepare(directory: string): Promise<Prepared> {
  const { data, tenantId, apiKey } = await createInstallation(directory);
  const pairs = Array.from({ length: 1000 }, (_, index) => ({
    question: `What does rule ${index} say?`,
    answer: `Rule ${index} says that requests are answered within ${index} hours by the desk that received them.`,
  }));
  const folder = join(directory, 'pairs');
  await mkdir(folder);
  await writeFile(join(folder, 'rules.qna.json'), JSON.stringify(pairs));
  for (const path of [folder, handbook])
    await composePackLoader(data).load(tenantId, path, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  return { apiKey, curated: pairs.map(({ question }) => JSON.stringify({ prompt: question })) };
}

async function startBare(directory: string, recordText: string): Promise<{ port: number; stop: () => void }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-service.ts', import.meta.url)), join(directory, 'bare.db'), recordText],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return { port: Number(new URL(line.replace('ready ', '')).port), stop: () => child.kill() };
}

/** The load comes from a process of its own, so that it does not share a thread with what it measures. */
function loadFrom(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./load-process.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(text)) : reject(new Error('the load generator failed')),
    );
    child.stdin.end(JSON.stringify(plan));
  });
}

const directory = await mkdtemp(join(tmpdir(), 'avow-bench-'));
const { apiKey, curated } = await prepare(directory);
const service = await startServiceProcess({
  AVOW_DATA_DIR: directory,
  AVOW_LOG_LEVEL: 'info',
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
  AVOW_TENANT_QUERIES_AT_ONCE: '1000',
  AVOW_QUERIES_AT_ONCE: '1000',
});
const sample = await fetch(`${service.url}/v1/query`, {
  method: 'POST',
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  body: curated[0] ?? '',
});
// Both sides write and send a record of the same size.
const recordText = await sample.text();
const bare = await startBare(directory, recordText);

const avowPlan = {
  port: Number(new URL(service.url).port),
  path: '/v1/query',
  headers: { authorization: `Bearer ${apiKey}` },
  connections,
  durationMs,
  ratePerSecond: null,
};
const barePlan: LoadPlan = {
  port: bare.port,
  path: '/',
  headers: {},
  bodies: ['{"prompt":"What does rule 1 say?"}'],
  connections,
  durationMs,
  ratePerSecond: null,
};
const documents = [
  'How early can my flexible working day start?',
  'What happens to my laptop when I leave?',
  'How soon must a lost badge be reported?',
  'Can I work from another country for a while?',
];
const curatedPlan: LoadPlan = { ...avowPlan, bodies: curated };
const documentPlan: LoadPlan = { ...avowPlan, bodies: documents.map((prompt) => JSON.stringify({ prompt })) };

for (const plan of [barePlan, curatedPlan, documentPlan]) await loadFrom({ ...plan, durationMs: warmUpMs });
const runs: Array<
  Record<'bare' | 'curated' | 'document', LoadResult> & { raw: number; rows: number; store: number }
> = [];
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  runs.push({
    bare: await loadFrom(barePlan),
    curated: await loadFrom(curatedPlan),
    document: await loadFrom(documentPlan),
    raw: rawRecordsPerSecond(directory, recordText, durationMs / 2),
    rows: sameRowsPerSecond(directory, recordText, durationMs / 2),
    store: await storeRecordsPerSecond(directory, recordText, durationMs / 2),
  });
}
const rate = (name: 'bare' | 'curated' | 'document') => median(runs.map((run) => run[name].perSecond));
const paced = {
  bare: await loadFrom({ ...barePlan, ratePerSecond: rate('bare') / 2 }),
  curated: await loadFrom({ ...curatedPlan, ratePerSecond: rate('curated') / 2 }),
};
bare.stop();
await service.stop();
await rm(directory, { recursive: true, force: true });

const line = (name: string, result: LoadResult) =>
  `  ${name.padEnd(28)}${shown(result.perSecond).padStart(8)}/s  p50 ${shown(result.p50Ms)} ms  p99 ${shown(result.p99Ms)} ms${result.failed > 0 ? `  ${result.failed} FAILED` : ''}`;
type Run = (typeof runs)[number];
const ratioText = (over: (run: Run) => number, under: (run: Run) => number) =>
  median(runs.map((run) => over(run) / under(run))).toFixed(2);
const all = runs.flatMap(({ bare: b, curated: c, document: d }) => [
  line('bare durable route', b),
  line('curated hit', c),
  line('full-text hit', d),
]);
console.log(`Avow, ${cpus().length} cores, ${connections} connections, ${rounds} rounds of ${durationMs / 1000} s; records of ${recordText.length} bytes

Whole queries, durable record included
${all.join('\n')}
Ratios, medians of the rounds
  curated hit / bare route      ${ratioText(
    (run) => run.curated.perSecond,
    (run) => run.bare.perSecond,
  )}   (goal 0.50)
  full-text hit / bare route    ${ratioText(
    (run) => run.document.perSecond,
    (run) => run.bare.perSecond,
  )}
At a steady load
${line('bare, half its rate', paced.bare)}
${line('curated, half its rate', paced.curated)}   (goal p99 25 ms)

Durable records alone, ${shown(recordText.length)} bytes each
  one table, no index, groups of 50      ${shown(median(runs.map(({ raw }) => raw)))}/s
  the same rows and indexes, unchecked   ${shown(median(runs.map(({ rows }) => rows)))}/s
  the store, 200 waiting                 ${shown(median(runs.map(({ store }) => store)))}/s
  store / one table                      ${ratioText(
    (run) => run.store,
    (run) => run.raw,
  )}
  store / same rows                      ${ratioText(
    (run) => run.store,
    (run) => run.rows,
  )}   (goal 0.80)`);
