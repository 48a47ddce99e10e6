import type { UnsafeKind } from '@avow/contract';
import { splitMarkdown } from '../../packages/server/src/knowledge/split-markdown.ts';
import { corpora } from '../corpora.ts';
import { readRows } from '../data-sets.ts';
import { type ModelFacts, type TrainingStatus, trainingStatus } from '../read-model-facts.ts';
import { takeSample } from '../take-sample.ts';

/** Texts that ought to be stopped, and some like them that ought not. */
export interface ScreenedSet {
  readonly name: string;
  readonly status: TrainingStatus;
  readonly wanted: readonly string[];
  /** May be empty. */
  readonly lookAlikes: readonly string[];
  /** The kind of unsafe that the set is about; null: any, or none. */
  readonly kind: UnsafeKind | null;
}

/** Texts that nobody should be stopped for. */
export interface OrdinarySet {
  readonly name: string;
  readonly texts: readonly string[];
}

export interface SampleSize {
  readonly count: number | null;
  readonly seed: number;
}

interface LabelledRow {
  readonly text: string;
  readonly y: 0 | 1;
  readonly src: string;
}

/** The other questions of the set are trained on, as harmless. */
const questionFile = 'nq_open/efficientqa_dev';
/** Of each corpus; cutting all of them takes longer than it tells. */
const pagesPerCorpus = 60;
const passageUnitsMin = 80;

/**
 * Requests to an assistant, customers' messages, questions to a search engine, and passages of documentation: of corpora
 * that were not trained on, where the manifest names them.
 */
export function readOrdinarySets(dataFolder: string, facts: ModelFacts, size: SampleSize): OrdinarySet[] {
  const texts = (name: string) => readRows<{ text: string }>(dataFolder, name).map(({ text }) => text);
  const questions = readRows<{ question: string }>(dataFolder, questionFile).map(({ question }) => question);
  const isSeen = (corpus: string) => trainingStatus(facts, { pool: 'ordinary', part: corpus }) === 'seen';
  const chosen = corpora.filter((corpus) => !isSeen(corpus));
  const passages = chosen.flatMap((corpus) =>
    takeSample(texts(`${corpus}/docs`), { count: pagesPerCorpus, seed: size.seed }).flatMap((page) =>
      splitMarkdown(page)
        .map(({ text }) => text)
        .filter((text) => text.length >= passageUnitsMin),
    ),
  );
  return [
    { name: 'clinc150', texts: takeSample(texts('clinc150/all'), size) },
    { name: 'banking77', texts: takeSample(texts('banking77/all'), size) },
    { name: 'nq_open', texts: takeSample(questions, size) },
    { name: `passages of ${chosen.length} corpora`, texts: takeSample(passages, size) },
  ];
}

/** Texts that give orders to whatever reads them. Of jailbreaks only those that were not trained on. */
export function readAttackSets(dataFolder: string, facts: ModelFacts, size: SampleSize): ScreenedSet[] {
  const rows = ['dev', 'test'].flatMap((split) =>
    readRows<LabelledRow>(dataFolder, `prompt_injection_pool/${split}`),
  );
  const sets = setsBySource(rows, { pool: 'injection', facts, size, kindOf: () => null });
  const status = trainingStatus(facts, { pool: 'injection', part: 'jailbreak_llms' });
  const trained = new Set(
    readRows<LabelledRow>(dataFolder, 'prompt_injection_pool/train').map(({ text }) => text.trim()),
  );
  const jailbreaks = readRows<{ prompt: string }>(dataFolder, 'jailbreak_llms/jailbreaks')
    .map(({ prompt }) => prompt)
    .filter((prompt) => status === 'unseen' || !trained.has(prompt.trim()));
  const wanted = takeSample(jailbreaks, size);
  return [...sets, { name: 'jailbreak_llms, all', status, wanted, lookAlikes: [], kind: null }];
}

const kinds: Readonly<Record<string, UnsafeKind>> = {
  jigsaw_threat: 'violence',
  civil_threat: 'violence',
  jigsaw_identity_attack: 'hate',
  jigsaw_insult: 'harassment',
  civil_insult: 'harassment',
  jigsaw_sexually_explicit: 'sexual',
};

/** Texts that hurt, and requests for help with what hurts. */
export function readUnsafeSets(dataFolder: string, facts: ModelFacts, size: SampleSize): ScreenedSet[] {
  const pool = 'unsafe';
  const comments = readRows<LabelledRow>(dataFolder, 'toxicity_pool/test');
  const requests = readRows<{ prompt: string; src: string }>(dataFolder, 'harmful_requests/all').map(
    ({ prompt, src }) => ({ text: prompt, y: 1 as const, src }),
  );
  const sentences = readRows<{ text: string; label: string }>(dataFolder, 'identity_madlibs/sample').map(
    ({ text, label }) => ({
      text,
      y: label === 'BAD' ? (1 as const) : (0 as const),
      src: 'identity_madlibs',
    }),
  );
  const kindOf = (source: string) => kinds[source] ?? null;
  return setsBySource([...comments, ...requests, ...sentences], { pool, facts, size, kindOf });
}

function setsBySource(
  rows: readonly LabelledRow[],
  given: {
    readonly pool: string;
    readonly facts: ModelFacts;
    readonly size: SampleSize;
    readonly kindOf: (source: string) => UnsafeKind | null;
  },
): ScreenedSet[] {
  return [...Map.groupBy(rows, ({ src }) => src)].map(([name, its]) => {
    const textsOf = (label: 0 | 1) =>
      takeSample(
        its.filter(({ y }) => y === label).map(({ text }) => text),
        given.size,
      );
    return {
      name,
      status: trainingStatus(given.facts, { pool: given.pool, part: name }),
      wanted: textsOf(1),
      lookAlikes: textsOf(0),
      kind: given.kindOf(name),
    };
  });
}
