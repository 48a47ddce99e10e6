import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { QueryResponse } from '@avow/contract';
import type { Encoder, Reader } from '@avow/inference';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { type ModelFacts, trainingStatus } from '../read-model-facts.ts';
import { writeFigures } from '../report-figures.ts';
import { workThrough } from '../work-through.ts';
import { type ChosenPages, choosePages, isPage } from './choose-pages.ts';
import { markAnswer, type ObservedAnswer } from './mark-answer.ts';
import { openCorpusService, prepareCorpus } from './open-corpus-service.ts';
import { type AnswerQuestion, type QuestionFile, readQuestionFiles } from './question-file.ts';
import { figuresByGroup, type ShownAnswer, shownMarks, writeAnswerReport, writeShown } from './report.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    encoder: { type: 'string' },
    'no-encoder': { type: 'boolean', default: false },
    'no-reader': { type: 'boolean', default: false },
    index: { type: 'string' },
    pages: { type: 'string', default: '60' },
    corpora: { type: 'string' },
    part: { type: 'string' },
    show: { type: 'string' },
  },
});
if (values.help) {
  console.log(
    `npm run eval:answers -- ${modelUsage} [--corpora NAMES] [--part tune|report] [--pages N] [--index FOLDER]
                        [--no-reader] [--encoder FOLDER] [--no-encoder] [--show ${shownMarks.join('|')}]
Whole answers of the service to real questions about real documentation: right, partly right, refused or wrong.
${modelUsageDetail}
  --all           loads all pages of each corpus, 20,000 together: half an hour the first time
  --pages N       without --all: pages of each corpus besides those that questions are about (60)
  --index FOLDER  where loaded corpora are kept for the next run (a folder for temporary files)
  --corpora NAMES names of files in evaluation/answers/questions
  --no-reader     answers without the reading model, to compare
  --show MARK     lists questions with this mark, their answers and what they quote; none of the part "report",
                  unless it is asked for with --part report`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const indexFolder = resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers'));
const seed = countOf('seed', values.seed);
const others = values.all ? null : countOf('pages', values.pages);
const wanted = values.corpora?.split(',');
const files = readQuestionFiles().filter(({ corpus }) => wanted === undefined || wanted.includes(corpus));
for (const [option, value, choices] of [
  ['part', values.part, ['tune', 'report']],
  ['show', values.show, shownMarks],
] as const)
  if (value !== undefined && !choices.some((choice) => choice === value))
    throw new Error(`--${option} must be one of ${choices.join(', ')}`);
if (files.length === 0) throw new Error(`there are no questions about ${values.corpora}`);

interface LoadedFile extends QuestionFile {
  readonly pages: ChosenPages;
}

interface AskingModels {
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  readonly facts: ModelFacts;
}

/** Asks one question after another, so that concurrent requests do not affect the latency. */
async function askAll(
  { corpus, questions, pages }: LoadedFile,
  { facts, ...models }: AskingModels,
): Promise<ShownAnswer[]> {
  const status = trainingStatus(facts, { pool: 'corpora', part: `corpus_${corpus}` });
  const path = await prepareCorpus(indexFolder, { corpus, pages, encoder: models.encoder });
  const service = await openCorpusService(path, models);
  const asked = questions.filter(({ part }) => values.part === undefined || part === values.part);
  try {
    // A warm-up question, because the models start with the first one.
    await service.ask('What is this about?');
    return await workThrough(asked, { label: corpus, atOnce: 1 }, async (question) => {
      const { response, timeMs } = await service.ask(question.question);
      const mark = markAnswer(question, given(question, response));
      const isDegraded = response?.processing.degraded_mode ?? false;
      return { corpus, status, question, timeMs, response, mark, isDegraded };
    });
  } finally {
    await service.close();
  }
}

/** The answer in the form in which it is marked: citations name files, questions name pages. */
function given({ sources }: AnswerQuestion, response: QueryResponse | null): ObservedAnswer {
  if (response === null) return { kind: 'failed' };
  if (response.source_type === 'none') return { kind: 'refused' };
  const cited = sources.filter((id) => response.citations.some(({ source }) => isPage(source, id)));
  return { kind: 'answered', text: response.answer, sources: cited };
}

// Checks all questions first: a missing page must not be noticed only after minutes.
const loaded = files.map((file) => ({ ...file, pages: choosePages(folder, file, { others, seed }) }));
mkdirSync(indexFolder, { recursive: true });
const encoder = values['no-encoder'] ? null : await openChosenEncoder(values.encoder);
const { reader, facts } = values['no-reader']
  ? { reader: null, facts: { noAnswerLine: null, keptApart: {} } }
  : await openChosenReader(values.model);
const answers: ShownAnswer[] = [];
for (const file of loaded) answers.push(...(await askAll(file, { encoder, reader, facts })));
await Promise.all([encoder?.close(), reader?.close()]);

const models = { model: reader?.name ?? null, encoder: encoder?.name ?? null };
console.log(`Answers; model: ${models.model ?? 'none'}; encoder: ${models.encoder ?? 'none'}`);
console.log(
  others === null
    ? 'All pages of each corpus.'
    : `The pages that questions are about, and ${others} others of each corpus.`,
);
const figures = figuresByGroup(answers);
console.log(writeAnswerReport(figures));
if (values.show !== undefined)
  console.log(writeShown(answers, { mark: values.show, withReport: values.part === 'report' }));
writeFigures(values.json, {
  ...{ ...models, seed, pages: others ?? 'all', figures },
  questions: answers.map(({ corpus, question, mark, timeMs, response }) => ({
    ...{ corpus, id: question.id, kind: question.kind, part: question.part, mark, time_ms: timeMs },
    degraded: response?.processing.degraded_mode ?? null,
    answer: response?.answer ?? null,
    confidence: response?.confidence.score ?? null,
    cited: response?.citations.map(({ source }) => source) ?? [],
  })),
});
