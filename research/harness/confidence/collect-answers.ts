import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '@avow/answering/score';
import type { ConfidenceCap } from '@avow/contract/values';
import type { Encoder, Reader } from '@avow/inference';
import { type CorpusService, openCorpusService, prepareCorpus } from '../answers/open-corpus-service.ts';
import { workThrough } from '../work-through.ts';
import type { AskedCorpus, CorpusQuestion, Setting } from './asked-corpus.ts';
import { openLineFile } from './line-file.ts';

/** The answer of the service to a question, and the evidence in its record. */
export interface CollectedAnswer {
  /** The id of the question within its corpus. */
  readonly id: string;
  /** Null: no answer was given. */
  readonly answer: string | null;
  readonly cited: readonly string[];
  readonly evidence: Evidence | null;
  /** What would cap the score. */
  readonly caps: readonly ConfidenceCap[];
  /** Whether a model missed its deadline: the answer is not that of a healthy service. */
  readonly isDegraded: boolean;
}

export interface CollectingParts {
  readonly encoder: Encoder;
  readonly reader: Reader;
  /** The folder of the loaded corpora. */
  readonly indexFolder: string;
  /** The folder of the collected answers. */
  readonly cacheFolder: string;
  /** Whether to discard answers collected before. */
  readonly isFresh: boolean;
}

/** On a busy machine a model may miss its deadline: that is not an answer of a healthy service. */
const triesMax = 2;

/**
 * Asks the service every question of a corpus that was not asked before, one after another, with no risk level: how
 * certain an answer must be is decided later.
 */
export async function collectAnswers(
  corpus: AskedCorpus,
  setting: Setting,
  parts: CollectingParts,
): Promise<ReadonlyMap<string, CollectedAnswer>> {
  const models = modelsOf(setting, parts);
  const file = openLineFile<CollectedAnswer>(pathOf(corpus, setting, parts), parts);
  // A question that timed out on a busy machine is asked again in the next run.
  const wanted = corpus.questions.filter(({ id }) => file.known.get(id)?.isDegraded ?? true);
  if (wanted.length === 0) return file.known;
  const { pages, packPerFolder } = corpus;
  const folder = await prepareCorpus(parts.indexFolder, {
    ...{ corpus: corpus.name, pages, packPerFolder },
    encoder: models.encoder,
  });
  const service = await openCorpusService(folder, { ...models, withholdBelow: 0 });
  try {
    // A warm-up question, because the models start with the first one.
    await service.ask('What is this about?');
    const label = `${corpus.name}, ${setting}`;
    await workThrough(wanted, { label, atOnce: 1 }, async (question) =>
      file.add(await askInTime(service, question)),
    );
  } finally {
    await service.close();
  }
  return file.known;
}

function modelsOf(
  setting: Setting,
  { encoder, reader }: Pick<CollectingParts, 'encoder' | 'reader'>,
): { readonly encoder: Encoder | null; readonly reader: Reader | null } {
  switch (setting) {
    case 'whole':
      return { encoder, reader };
    case 'no_reader':
      return { encoder, reader: null };
    case 'words':
      return { encoder: null, reader: null };
  }
}

/** The path depends on the models and the questions, so that answers of others are kept separately. */
function pathOf({ name, pages }: AskedCorpus, setting: Setting, parts: CollectingParts): string {
  const { encoder, reader } = modelsOf(setting, parts);
  const names = [encoder?.name ?? 'words', reader?.name ?? 'unread'].map((one) =>
    one.replace(/[^\w.-]/g, '_'),
  );
  const folder = join(parts.cacheFolder, names.join('-'));
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}-${pages.fingerprint.slice(0, 16)}.jsonl`);
}

async function askInTime(service: CorpusService, question: CorpusQuestion): Promise<CollectedAnswer> {
  let answer = await askOnce(service, question);
  for (let tries = 1; answer.isDegraded && tries < triesMax; tries += 1)
    answer = await askOnce(service, question);
  return answer;
}

async function askOnce(
  service: CorpusService,
  { id, text, packs }: CorpusQuestion,
): Promise<CollectedAnswer> {
  const { response } = await service.ask(text, { packs });
  if (response === null) throw new Error(`no response to question ${id}: what was collected so far is kept`);
  const isDegraded = response.processing.degraded_mode;
  if (response.source_type === 'none')
    return { id, answer: null, cited: [], evidence: null, caps: [], isDegraded };
  const { scored } = await service.recordOf(response.message_id);
  if (scored === null) throw new Error(`the answer to question ${id} was not scored`);
  return {
    ...{ id, isDegraded },
    answer: response.answer,
    cited: [...new Set(response.citations.map(({ source }) => source))],
    evidence: scored.evidence,
    caps: scored.caps.map(({ cause }) => cause),
  };
}
