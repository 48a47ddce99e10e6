import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '../e2e/service-process.ts';
import { showHelp } from '../e2e/show-help.ts';
import { awaitEmbedded, awaitQuiet } from './await-quiet.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { loadFrom } from './load-from.ts';
import { processorMs } from './nodes/processor-time.ts';
import { prepareRules } from './prepare-rules.ts';
import {
  type RecordRate,
  rawRecordsPerSecond,
  sameRowsPerSecond,
  storeRecordsPerSecond,
} from './raw-records.ts';

showHelp(
  'npm run bench -- queries [--seconds N] [--rounds N]\nQueries a second beside a bare durable route, and records a second beside a plain SQLite loop, side by side in one run.',
);
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);
const connections = 32;
/** The compiler needs some ten thousand requests before it has done its best, however long they take; but not for ever. */
const warmUpRequests = 10_000;
const warmUpMsMax = 40_000;

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

async function startBare(
  directory: string,
  recordText: string,
): Promise<{ port: number; pid: number; stop: () => void }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-service.ts', import.meta.url)), join(directory, 'bare.db'), recordText],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return {
    port: Number(new URL(line.replace('ready ', '')).port),
    pid: child.pid ?? 0,
    stop: () => child.kill(),
  };
}

const directory = await mkdtemp(join(tmpdir(), 'avow-bench-'));
const { apiKey, curated, documents } = await prepareRules(directory);
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
const curatedPlan: LoadPlan = { ...avowPlan, bodies: curated };
const documentPlan: LoadPlan = { ...avowPlan, bodies: documents };

await awaitEmbedded(service.url, apiKey, documents[0] ?? '');
async function warmUp(plan: LoadPlan): Promise<void> {
  const startedAt = performance.now();
  for (let sent = 0; sent < warmUpRequests && performance.now() - startedAt < warmUpMsMax; )
    sent += ((await loadFrom(plan)).perSecond * plan.durationMs) / 1000;
}
for (const plan of [barePlan, curatedPlan, documentPlan]) await warmUp(plan);
await awaitQuiet(service.url, apiKey);

interface Measured extends LoadResult {
  /** Of all threads and processes, for one answer: what a busy machine changes least. */
  readonly processorMs: number;
}

/** Nothing is measured beside what is left of it. */
async function measure(pid: number, plan: LoadPlan): Promise<Measured> {
  const beforeMs = processorMs(pid);
  const result = await loadFrom(plan);
  await awaitQuiet(service.url, apiKey);
  const answers = (result.perSecond * plan.durationMs) / 1000;
  return { ...result, processorMs: (processorMs(pid) - beforeMs) / answers };
}
const servicePid = service.child.pid ?? 0;

const runs: Array<
  Record<'bare' | 'curated' | 'document', Measured> & { raw: number; rows: RecordRate; store: RecordRate }
> = [];
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  runs.push({
    bare: await measure(bare.pid, barePlan),
    curated: await measure(servicePid, curatedPlan),
    document: await measure(servicePid, documentPlan),
    raw: rawRecordsPerSecond(directory, recordText, durationMs / 2),
    rows: sameRowsPerSecond(directory, recordText, durationMs / 2),
    store: await storeRecordsPerSecond(directory, recordText, durationMs / 2),
  });
}
const rate = (name: 'bare' | 'curated' | 'document') => median(runs.map((run) => run[name].perSecond));
const paced = {
  bare: await measure(bare.pid, { ...barePlan, ratePerSecond: rate('bare') / 2 }),
  curated: await measure(servicePid, { ...curatedPlan, ratePerSecond: rate('curated') / 2 }),
};
bare.stop();
await service.stop();
await rm(directory, { recursive: true, force: true });

const line = (name: string, result: Measured) =>
  `  ${name.padEnd(28)}${shown(result.perSecond).padStart(8)}/s  ${result.processorMs.toFixed(3)} ms of processor  p50 ${shown(result.p50Ms)} ms  p99 ${shown(result.p99Ms)} ms${result.failed > 0 ? `  ${result.failed} FAILED` : ''}`;
type Run = (typeof runs)[number];
const ratioText = (over: (run: Run) => number, under: (run: Run) => number) =>
  median(runs.map((run) => over(run) / under(run))).toFixed(2);
const all = runs.flatMap(({ bare: b, curated: c, document: d }) => [
  line('bare durable route', b),
  line('curated hit', c),
  line('full-text hit', d),
]);
const recordLine = (name: string, { perSecond, processorMs: ms }: RecordRate) =>
  `  ${name.padEnd(38)} ${shown(perSecond)}/s  ${ms.toFixed(3)} ms of processor`;
const medianOf = (of: (run: Run) => RecordRate): RecordRate => ({
  perSecond: median(runs.map((run) => of(run).perSecond)),
  processorMs: median(runs.map((run) => of(run).processorMs)),
});
const curatedShare = ratioText(
  (run) => run.curated.perSecond,
  (run) => run.bare.perSecond,
);
const documentShare = ratioText(
  (run) => run.document.perSecond,
  (run) => run.bare.perSecond,
);
const ofOneTable = ratioText(
  (run) => run.store.perSecond,
  (run) => run.raw,
);
const ofSameRows = ratioText(
  (run) => run.store.perSecond,
  (run) => run.rows.perSecond,
);
console.log(`Avow, ${cpus().length} cores, ${connections} connections, ${rounds} rounds of ${durationMs / 1000} s; records of ${recordText.length} bytes

Whole queries, durable record included
${all.join('\n')}
Ratios, medians of the rounds
  curated hit / bare route          ${curatedShare}   (goal 0.30)
  full-text hit / bare route        ${documentShare}
  processor time of a curated hit   ${median(runs.map((run) => run.curated.processorMs)).toFixed(3)} ms   (goal 1)
At a steady load
${line('bare, half its rate', paced.bare)}
${line('curated, half its rate', paced.curated)}   (goal p99 25 ms)

Durable records alone, ${shown(recordText.length)} bytes each
  one table, no index, groups of 50      ${shown(median(runs.map(({ raw }) => raw)))}/s
${recordLine(
  'the same rows and indexes, unchecked',
  medianOf(({ rows }) => rows),
)}
${recordLine(
  'the store, 200 waiting',
  medianOf(({ store }) => store),
)}
  store / one table                      ${ofOneTable}
  store / same rows                      ${ofSameRows}   (goal 0.60)`);
