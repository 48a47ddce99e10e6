import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { readEncyclopaedia, readScience } from './article-corpora.ts';
import type { AskedCorpus, Part, Setting } from './asked-corpus.ts';
import { collectAnswers } from './collect-answers.ts';
import { readCuratedCorpora } from './curated-corpora.ts';
import { type LabelledAnswer, labelAnswers } from './labelled-answer.ts';
import { collectMatched } from './matched-answers.ts';
import { readOwnCorpora } from './own-corpora.ts';
import { readRecordedAnswers } from './recorded-answers.ts';
import { readMixedCorpus, readPolicyCorpus } from './unseen-corpora.ts';

export const gatherOptions = {
  ...modelOptions,
  encoder: { type: 'string' },
  index: { type: 'string' },
  cache: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  only: { type: 'string' },
  written: { type: 'string' },
} as const;

export const gatherUsage = `  --index FOLDER  where loaded corpora are kept, as for npm run eval -- answers (a folder for temporary files)
  --cache FOLDER  where answers are kept once collected (likewise): a run that was stopped goes on where it was
  --fresh         collects all answers anew; needed where what is measured of an answer was changed
  --written FILES answers of language models, as npm run eval -- written --out FILE keeps them, with commas between
                  them; without any, those weights stay as they are
  --only NAMES    of these corpora alone, such as mdn,science,curated_clinc150,matched,written: a first look, no result`;

export interface GatherValues {
  readonly data?: string | undefined;
  readonly model?: string | undefined;
  readonly encoder?: string | undefined;
  readonly index?: string | undefined;
  readonly cache?: string | undefined;
  readonly only?: string | undefined;
  readonly written?: string | undefined;
  readonly seed: string;
  readonly all: boolean;
  readonly fresh: boolean;
}

export interface Gathered {
  readonly answers: readonly LabelledAnswer[];
  readonly reader: string;
  readonly encoder: string;
}

/** The number of questions per set and part; unlimited with --all. */
const counts = {
  foreign: 10,
  encyclopaedia: 220,
  science: 120,
  policies: 160,
  mixed: 140,
  curated: 250,
};

const kindOfSetting: Readonly<Record<Setting, (kind: string) => string>> = {
  whole: (kind) => kind,
  no_reader: () => 'by words alone',
  words: (kind) => `${kind}, by words`,
};

/** All marked answers of these parts, collected first if necessary. */
export async function gatherAnswers(values: GatherValues, parts: readonly Part[]): Promise<Gathered> {
  const dataFolder = dataSetsFolder(values.data);
  const seed = countOf('seed', values.seed);
  const sample = (count: number) => ({ count: values.all ? null : count, seed });
  const { reader, facts } = await openChosenReader(values.model);
  const encoder = await openChosenEncoder(values.encoder);
  if (encoder === null) throw new Error('without an encoder there are no answers as the product gives them');
  const collecting = {
    ...{ encoder, reader, isFresh: values.fresh },
    indexFolder: resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers')),
    cacheFolder: resolve(values.cache ?? join(tmpdir(), 'avow-evaluation-confidence')),
  };
  const corpora = [
    ...readOwnCorpora(dataFolder, sample(counts.foreign)),
    ...readEncyclopaedia(dataFolder, facts, sample(counts.encyclopaedia)),
    readScience(dataFolder, sample(counts.science)),
    readPolicyCorpus(dataFolder, sample(counts.policies)),
    readMixedCorpus(dataFolder, sample(counts.mixed)),
    ...readCuratedCorpora(dataFolder, sample(counts.curated)),
  ].map((corpus) => onlyParts(corpus, parts));
  const names = values.only?.split(',');
  const isWanted = (name: string) => names === undefined || names.includes(name);
  const answers: LabelledAnswer[] = [];
  try {
    for (const corpus of corpora.filter(({ name, questions }) => isWanted(name) && questions.length > 0))
      for (const setting of corpus.settings) {
        const collected = await collectAnswers(corpus, setting, collecting);
        answers.push(...labelAnswers(corpus, { kind: kindOfSetting[setting](corpus.kind), collected }));
      }
    if (isWanted('matched'))
      answers.push(...(await collectMatched(dataFolder, encoder)).filter(({ part }) => parts.includes(part)));
    if (isWanted('written'))
      answers.push(
        ...readRecordedAnswers(values.written?.split(',') ?? []).filter(({ part }) => parts.includes(part)),
      );
  } finally {
    await Promise.all([encoder.close(), reader.close()]);
  }
  return { answers, reader: reader.name, encoder: encoder.name };
}

function onlyParts(corpus: AskedCorpus, parts: readonly Part[]): AskedCorpus {
  return { ...corpus, questions: corpus.questions.filter(({ part }) => parts.includes(part)) };
}
