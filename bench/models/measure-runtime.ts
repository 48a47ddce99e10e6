import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { splitMarkdown } from '@avow/documents';
import { openEmbeddedEncoder, openEmbeddedReader, openEmbeddedScreener } from '@avow/inference';
import { watchMemory } from '../watch-memory.ts';

export interface RuntimeFigures {
  readonly passagesPerSecond: number;
  /** Of this process and all that the runtime started; null if the system does not report it. */
  readonly residentBytes: number | null;
  /** From opening it to its first answer. */
  readonly firstAnswerMs: number;
}

export interface RuntimeToMeasure {
  readonly folder: string;
  readonly processes: number;
  readonly seconds: number;
}

interface GuidePassage {
  readonly headings: string;
  readonly text: string;
}

const guide = fileURLToPath(new URL('../../docs/guide', import.meta.url));
const question = 'How long is an answer kept, and who may read it?';
const passagesPerQuestion = 12;
const passagesPerBatch = 128;
const timeoutMs = 60_000;

/** Real passages that every checkout has: those of the guide. */
function guidePassages(): GuidePassage[] {
  return globSync('*.md', { cwd: guide })
    .sort()
    .flatMap((name) => splitMarkdown(readFileSync(`${guide}/${name}`, 'utf8')));
}

/** Passages a second as a pack that is loaded gets its vectors. */
export async function measureEncoding(wanted: RuntimeToMeasure): Promise<RuntimeFigures> {
  const texts = guidePassages().map(({ headings, text }) => `${headings}\n${text}`);
  const startedAt = performance.now();
  const encoder = await openEmbeddedEncoder({ folder: wanted.folder, passageProcesses: wanted.processes });
  const encode = async (some: readonly string[]) => void (await encoder.encodePassages(some, { owner: '' }));
  await encode(texts.slice(0, 1));
  const firstAnswerMs = performance.now() - startedAt;
  const rate = await rateOf(texts, { size: passagesPerBatch, seconds: wanted.seconds, work: encode });
  await encoder.close();
  return { ...rate, firstAnswerMs };
}

/** Passages a second as a question has a dozen of them read. */
export async function measureReading(wanted: RuntimeToMeasure): Promise<RuntimeFigures> {
  const passages = guidePassages().map(({ headings, text }) => ({ context: headings, text }));
  const startedAt = performance.now();
  const reader = await openEmbeddedReader({ folder: wanted.folder, processes: wanted.processes });
  const read = async (some: typeof passages) => {
    if ((await reader.read(question, some, { timeoutMs })) === null)
      throw new Error('the reading model gave no answer');
  };
  await read(passages.slice(0, 1));
  const firstAnswerMs = performance.now() - startedAt;
  const rate = await rateOf(passages, { size: passagesPerQuestion, seconds: wanted.seconds, work: read });
  await reader.close();
  return { ...rate, firstAnswerMs };
}

/** Passages a second as what was found for a question is screened before it is read. */
export async function measureScreening(wanted: RuntimeToMeasure): Promise<RuntimeFigures> {
  const texts = guidePassages().map(({ text }) => text);
  const startedAt = performance.now();
  const screener = await openEmbeddedScreener({ folder: wanted.folder, processes: wanted.processes });
  const screen = async (some: readonly string[]) => {
    if ((await screener.screen(some, { signal: AbortSignal.timeout(timeoutMs), owner: '' })) === null)
      throw new Error('the screening model gave no answer');
  };
  await screen(texts.slice(0, 1));
  const firstAnswerMs = performance.now() - startedAt;
  const rate = await rateOf(texts, { size: passagesPerQuestion, seconds: wanted.seconds, work: screen });
  await screener.close();
  return { ...rate, firstAnswerMs };
}

async function rateOf<Item>(
  items: readonly Item[],
  by: {
    readonly size: number;
    readonly seconds: number;
    readonly work: (some: Item[]) => Promise<void>;
  },
): Promise<Omit<RuntimeFigures, 'firstAnswerMs'>> {
  const memory = watchMemory(process.pid);
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < by.seconds * 1000) {
    const first = done % items.length;
    const some = items.slice(first, first + by.size);
    await by.work(some);
    done += some.length;
  }
  const elapsedMs = performance.now() - startedAt;
  return { passagesPerSecond: (done / elapsedMs) * 1000, residentBytes: memory.stop() };
}
