import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { showHelp } from '../../e2e/show-help.ts';
import type { SessionFigures, SessionTiming } from './session-figures.ts';

/** One model in a process of its own, without anything of ours around it: `FOLDER THREADS`. Says what it found as JSON. */
const [folder = '', threads = '1'] = process.argv.slice(2);
showHelp('FOLDER THREADS: measures a model. "npm run bench -- models" starts it.');
const { tokens_max: tokensMax } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const shapes = [16, 128, 384]
  .filter((tokens) => tokens <= tokensMax)
  .flatMap((tokens) => [1, 8].map((batch) => ({ tokens, batch })));
const warmUps = 2;
const measuredMs = 2_000;
const runsMin = 5;
/** Where words begin in the vocabulary, and how many are taken from there. */
const firstWord = 2_000;
const wordCount = 20_000;

const plain = join(folder, 'model.onnx');
const graph = existsSync(plain) ? readFileSync(plain) : zstdDecompressSync(readFileSync(`${plain}.zst`));
const session = await InferenceSession.create(graph, {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  intraOpNumThreads: Number(threads),
  interOpNumThreads: 1,
});

/** Words in no order: what a sequence says does not change how long it takes. */
function feedsFor({ tokens, batch }: { readonly tokens: number; readonly batch: number }) {
  const size = tokens * batch;
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [batch, tokens]);
  const feeds: Record<string, Tensor> = {
    input_ids: tensor(
      BigInt64Array.from({ length: size }, (_, at) => BigInt(firstWord + ((at * 7_919) % wordCount))),
    ),
    attention_mask: tensor(new BigInt64Array(size).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(size)),
  };
  return Object.fromEntries(session.inputNames.map((name) => [name, feeds[name] as Tensor]));
}

async function timeOf(shape: { readonly tokens: number; readonly batch: number }): Promise<SessionTiming> {
  const feeds = feedsFor(shape);
  for (let run = 0; run < warmUps; run += 1) await session.run(feeds);
  const times: number[] = [];
  const startedAt = performance.now();
  while (times.length < runsMin || performance.now() - startedAt < measuredMs) {
    const before = performance.now();
    await session.run(feeds);
    times.push(performance.now() - before);
  }
  times.sort((one, other) => one - other);
  return { ...shape, sequenceMs: (times[Math.floor(times.length / 2)] ?? Number.NaN) / shape.batch };
}

await session.run(feedsFor({ tokens: 16, batch: 1 }));
// From the start of the process: loading the runtime is part of a start too.
const startMs = performance.now();
const timings: SessionTiming[] = [];
for (const shape of shapes.filter(({ batch }) => batch === 1)) timings.push(await timeOf(shape));
globalThis.gc?.();
const residentBytes = process.memoryUsage().rss;
for (const shape of shapes.filter(({ batch }) => batch > 1)) timings.push(await timeOf(shape));
const figures: SessionFigures = { startMs, residentBytes, timings };
process.stdout.write(JSON.stringify(figures));
