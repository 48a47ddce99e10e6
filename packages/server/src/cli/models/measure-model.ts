import { type QuotableSource, writeTask } from '@avow/answering/write';
import type { DocumentId, PackId } from '@avow/foundation';
import type { LanguageModel, ModelSettings } from '@avow/inference';

/** How fast a model reads and writes. */
export interface ModelSpeed {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly inputPerSecond: number;
  readonly outputPerSecond: number;
}

/** What a typical answer takes. */
export interface TypicalAnswer {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly firstWordMs: number;
  readonly wholeMs: number;
}

/** What most answers have. */
const typicalOutputTokens = 120;
/** Speed needs few; the last ones tell nothing new. */
const outputTokensMax = 64;

const paragraph =
  'Every employee has 27 days of paid holiday in a year, and unused days can be carried over until the end of March. Holiday is asked for in the calendar of the team, at least two weeks before it begins; the team lead answers within three working days. During the first six months, holiday is earned by the month. Days of sickness during a holiday count as sickness if a doctor confirms them on the first day.';

/** Passages of this many characters together, like those that a question finds. */
function sampleSources(units: number): QuotableSource[] {
  const pack = { packId: 'pack_sample' as PackId, version: 1 };
  return Array.from({ length: Math.max(1, Math.floor(units / 1_000)) }, (_, index) => ({
    ...{ number: index + 1, documentId: `doc_${index}` as DocumentId, pack },
    ...{ source: `${index}.md`, url: null, start: 0 },
    title: `Handbook, part ${index + 1}`,
    context: 'Working here',
    text: `${paragraph} (Part ${index + 1}.) `.repeat(3).slice(0, 1_000),
  }));
}

/** Asks a model what it would be asked in service, after a first call that loads it. Rejects with a `ModelFault`. */
export async function measureModel(
  model: LanguageModel,
  { sourceCharactersMax }: Pick<ModelSettings, 'sourceCharactersMax'>,
  signal: AbortSignal,
): Promise<ModelSpeed> {
  await readAll(
    model,
    { instructions: 'Answer with one word.', prompt: 'Say yes.', outputTokensMax: 16 },
    signal,
  );
  const sources = sampleSources(sourceCharactersMax);
  const question = {
    text: 'How many days of holiday are there, and until when can unused ones be carried over?',
    language: null,
  };
  const task = writeTask({ question, sources, outputTokensMax }, 'structured_text');
  const { firstMs, wholeMs, inputTokens, outputTokens } = await readAll(model, task, signal);
  return {
    inputTokens,
    outputTokens,
    inputPerSecond: inputTokens / (firstMs / 1000),
    // The first token comes with the reading.
    outputPerSecond: Math.max(1, outputTokens - 1) / (Math.max(1, wholeMs - firstMs) / 1000),
  };
}

async function readAll(
  model: LanguageModel,
  task: Parameters<LanguageModel['write']>[0],
  signal: AbortSignal,
) {
  const startedMs = performance.now();
  let firstMs: number | null = null;
  const { pieces, cost } = model.write(task, signal);
  try {
    for await (const _ of pieces) firstMs ??= performance.now() - startedMs;
  } catch (error) {
    // It had more to say than it is measured on.
    if (firstMs === null || !isCut(error)) throw error;
  }
  const wholeMs = performance.now() - startedMs;
  const { inputTokens, outputTokens } = await cost;
  return { firstMs: firstMs ?? wholeMs, wholeMs, inputTokens, outputTokens };
}

const isCut = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'cut';

export function typicalAnswer(speed: ModelSpeed): TypicalAnswer {
  const firstWordMs = (speed.inputTokens / speed.inputPerSecond) * 1000;
  const writingMs = (typicalOutputTokens / speed.outputPerSecond) * 1000;
  return {
    inputTokens: speed.inputTokens,
    outputTokens: typicalOutputTokens,
    firstWordMs,
    wholeMs: firstWordMs + writingMs,
  };
}

/** Whether typical answers are ready in time, in a sentence for the operator. `fits` false: most would not be. */
export function judgeSpeed(
  { wholeMs }: TypicalAnswer,
  { deadlineMs }: { readonly deadlineMs: number },
): { readonly fits: boolean; readonly sentence: string } {
  const took = `A typical answer takes about ${inSeconds(wholeMs)} on this machine, and a query has ${inSeconds(deadlineMs)}`;
  if (wholeMs > deadlineMs * 0.9)
    return {
      fits: false,
      sentence: `${took}: it is too slow. Most questions would time out and then be answered by tier 0. Use a smaller model or a faster machine, or raise AVOW_QUERY_DEADLINE_MS (120000 at most).`,
    };
  if (wholeMs > deadlineMs * 0.5)
    return {
      fits: true,
      sentence: `${took}: it is usable by one person at a time. Long answers and busy moments are answered by tier 0.`,
    };
  return { fits: true, sentence: `${took}: it is usable.` };
}

export function inSeconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
