import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '@avow/foundation/statistics';
import { type Asked, type AskedKind, askAtRate, askMany } from '../../e2e/busy/ask-many.ts';
import { limitProcessor, pinToCores } from '../../e2e/busy/limit-processor.ts';
import { awaitScreening, awaitVectors, startBusyService } from '../../e2e/busy/start-busy-service.ts';
import { showHelp } from '../../e2e/show-help.ts';
import { awaitQuiet } from '../await-quiet.ts';
import { processorMs } from '../nodes/processor-time.ts';

showHelp(`npm run bench -- busy [--clients 1,4,8,16,64] [--seconds N] [--tenants N] [--cores 0,1] [--quota 0.3]
                     [--offered 3] [--screened] [--pack FOLDER] [--questions FILE]
Questions about documents that were just loaded, of 1, 4, 8, 16 and 64 clients that each ask one after another: how many are
answered, blocked, degraded and refused, how long that takes, and the processor time of an answer. Nothing is cached.

--cores      the service runs on these cores only
--quota      the service gets this share of one core
--screened   begins when all passages are screened
--pack       pages to load in place of a generated handbook; with --questions, a file with a question on each line
--offered    in the end, so many times what was answered at best is asked, such as 3
--tenants    the clients belong to so many tenants, each with the same content`);
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,4,8,16,64' },
    seconds: { type: 'string', default: '20' },
    tenants: { type: 'string', default: '1' },
    cores: { type: 'string' },
    quota: { type: 'string' },
    pack: { type: 'string' },
    questions: { type: 'string' },
    offered: { type: 'string' },
    screened: { type: 'boolean', default: false },
  },
});

const lines = values.questions === undefined ? undefined : await readFile(values.questions, 'utf8');
const service = await startBusyService({
  pack: values.pack,
  questions: lines?.split('\n').filter((line) => line.trim() !== ''),
  tenants: Number(values.tenants),
});
const { processId, url, apiKeys, questions } = service;
try {
  await awaitVectors(service);
  if (values.screened) {
    const startedAt = performance.now();
    const cpuMs = processorMs(processId);
    await awaitScreening(service);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = (processorMs(processId) - cpuMs) / 1000;
    console.log(
      `screened ${seconds.toFixed(1)} s after the last vector, ${cpuSeconds.toFixed(1)} s of processor time`,
    );
  }
  if (values.cores !== undefined) pinToCores(processId, values.cores);
  const limit = values.quota === undefined ? null : limitProcessor(processId, Number(values.quota));
  const place = [
    values.cores === undefined ? `${availableParallelism()} cores` : `cores ${values.cores}`,
    ...(values.quota === undefined ? [] : [`quota ${values.quota} of a core`]),
    `load ${loadavg()[0]?.toFixed(1)} before`,
  ].join(', ');
  console.log(`Avow, ${place}\n`);
  let first = 0;
  let peak = 0;
  for (const clients of values.clients.split(',').map(Number)) {
    const startedAt = performance.now();
    const cpuMs = processorMs(processId);
    const asked = await askMany({
      ...{ url, apiKeys, clients, questionsMax: Number.POSITIVE_INFINITY, asksAgain: false },
      // Each number of clients begins where the last one ended.
      questions: [
        ...questions.slice(first % questions.length),
        ...questions.slice(0, first % questions.length),
      ],
      durationMs: Number(values.seconds) * 1000,
    });
    first += asked.length;
    const usedMs = processorMs(processId) - cpuMs;
    const seconds = (performance.now() - startedAt) / 1000;
    peak = Math.max(peak, answersOf(asked).length / seconds);
    console.log(lineOf(`${clients} clients`, asked, { seconds, usedMs }));
    await awaitQuiet(url, apiKeys[0] ?? '');
  }
  if (values.offered !== undefined) {
    const perSecond = peak * Number(values.offered);
    const durationMs = Number(values.seconds) * 2000;
    const startedAt = performance.now();
    const cpuMs = processorMs(processId);
    const asked = await askAtRate({ url, apiKeys, questions, durationMs, perSecond });
    // What was admitted is answered after the last was sent.
    const seconds = (performance.now() - startedAt) / 1000;
    const usedMs = processorMs(processId) - cpuMs;
    console.log(lineOf(`${perSecond.toFixed(1)}/s offered`, asked, { seconds, usedMs }));
    console.log(
      `      answers / at the peak ${(answersOf(asked).length / seconds / peak).toFixed(2)}   (goal 0.90, refusals within 50 ms)`,
    );
  }
  await limit?.end();
} finally {
  await service.close();
}

function answersOf(asked: readonly Asked[]): Asked[] {
  return asked.filter(({ kind }) => ['answered', 'degraded', 'unembedded'].includes(kind));
}

function lineOf(
  name: string,
  asked: readonly Asked[],
  { seconds, usedMs }: { readonly seconds: number; readonly usedMs: number },
): string {
  const of = (...kinds: readonly AskedKind[]) => asked.filter(({ kind }) => kinds.includes(kind));
  const answers = answersOf(asked);
  const times = (some: readonly Asked[]) => {
    const sorted = some.map(({ ms }) => ms).sort((one, other) => one - other);
    return some.length === 0
      ? ''
      : `p50 ${quantile(sorted, 0.5).toFixed(0)} ms  p99 ${quantile(sorted, 0.99).toFixed(0)} ms`;
  };
  const counts = (['answered', 'blocked', 'degraded', 'unembedded', 'refused', 'failed'] as const)
    .map((kind) => `${kind} ${of(kind).length}`)
    .join('  ');
  const details = Object.entries(Object.groupBy(of('blocked', 'degraded', 'failed'), ({ detail }) => detail));
  const refused = of('refused');
  return [
    `${name.padStart(10)}  ${counts}`,
    `      ${times(answers)}  ${(answers.length / seconds).toFixed(1)} answers/s  ${(usedMs / Math.max(1, answers.length)).toFixed(0)} ms of processor time per answer`,
    ...(refused.length === 0 ? [] : [`      refused ${times(refused)}`]),
    ...details.map(([detail, some]) => `      ${some?.length} × ${detail === '' ? 'no detail' : detail}`),
  ].join('\n');
}
