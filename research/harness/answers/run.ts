import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { writeFigures } from '../report-figures.ts';
import { askCorpus } from './ask-corpus.ts';
import { chosenSets, chosenSetsOf, readQuestionSets } from './question-sets.ts';
import { figuresByGroup, type ShownAnswer, shownMarks, writeAnswerReport, writeShown } from './report.ts';
import { withPairs } from './with-pairs.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    encoder: { type: 'string' },
    'no-encoder': { type: 'boolean', default: false },
    'no-reader': { type: 'boolean', default: false },
    index: { type: 'string' },
    pages: { type: 'string', default: '60' },
    set: { type: 'string', default: 'own,asked' },
    corpora: { type: 'string' },
    part: { type: 'string' },
    pairs: { type: 'boolean', default: false },
    retry: { type: 'string', default: '0' },
    show: { type: 'string' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- answers ${modelUsage} [--set ${chosenSets.join('|')}|all] [--corpora NAMES]
                        [--part tune|report] [--pages N] [--index FOLDER] [--no-reader] [--encoder FOLDER] [--no-encoder]
                        [--pairs] [--retry N] [--show ${shownMarks.join('|')}]
Whole answers of the service to real questions about real documentation: right, partly right, refused or wrong.
${modelUsageDetail}
  --all           loads all pages of each corpus, 20,000 together: half an hour the first time
  --pages N       without --all: pages of each corpus besides those that questions are about (60)
  --index FOLDER  where loaded corpora are kept for the next run (a folder for temporary files)
  --set NAMES     own: the questions that ship; asked: those of asked_eval, by another hand, with its follow-ups;
                  outside: headings and FAQ of others, asked of their own pages; small: everyday files with tables and
                  curated pairs; or all (own,asked)
  --corpora NAMES only these, such as gsa_tts_handbook,mdn
  --no-reader     answers without the reading model, to compare
  --pairs         loads the tuning part as curated pairs and asks the other part: whatever a pair answers, it should not
  --retry N       asks again, up to N times, what was answered without a model for lack of time: for a busy machine (0)
  --show MARK     lists questions with this mark, their answers and what they quote; none of the part "report",
                  unless it is asked for with --part report`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const indexFolder = resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers'));
const seed = countOf('seed', values.seed);
const retries = countOf('retry', values.retry);
const others = values.all ? null : countOf('pages', values.pages);
for (const [option, value, choices] of [
  ['part', values.part, ['tune', 'report']],
  ['show', values.show, shownMarks],
] as const)
  if (value !== undefined && !choices.some((choice) => choice === value))
    throw new Error(`--${option} must be one of ${choices.join(', ')}`);

// All of them first: a question about a page that is not there must not cost minutes.
const corpora = readQuestionSets(folder, {
  ...{ sets: chosenSetsOf(values.set), corpora: values.corpora?.split(','), others, seed },
})
  .filter(({ packPerFolder }) => !(values.pairs && packPerFolder))
  .map((corpus) => (values.pairs ? withPairs(corpus) : corpus))
  .map(({ questions, ...corpus }) => ({
    ...corpus,
    questions: questions.filter(({ part }) => values.part === undefined || part === values.part),
  }));
if (corpora.length === 0) throw new Error(`--set ${values.set} has no questions about ${values.corpora}`);
mkdirSync(indexFolder, { recursive: true });
const encoder = values['no-encoder'] ? null : await openChosenEncoder(values.encoder);
const { reader, facts } = values['no-reader']
  ? { reader: null, facts: { noAnswerLine: null, keptApart: {} } }
  : await openChosenReader(values.model);
const answers: ShownAnswer[] = [];
for (const corpus of corpora)
  answers.push(...(await askCorpus(indexFolder, corpus, { encoder, reader, facts, retries })));
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
if (values.pairs) {
  const captured = answers.filter(({ response }) => response?.source_type === 'qna');
  console.log(`Answered by a curated pair: ${captured.length} of ${answers.length}`);
  for (const { question, response } of captured)
    if (values.show !== undefined) console.log(`  ${question.question} → ${response?.answer}`);
}
if (values.show !== undefined)
  console.log(writeShown(answers, { mark: values.show, withReport: values.part === 'report' }));
writeFigures(values.json, {
  ...{ ...models, seed, pages: others ?? 'all', figures },
  questions: answers.map(({ corpus, question, mark, timeMs, response }) => ({
    ...{ set: question.set, corpus, id: question.id, kind: question.kind, part: question.part },
    ...{ answerable: question.answerable, mark, time_ms: timeMs },
    degraded: response?.processing.degraded_mode ?? null,
    answer: response?.answer ?? null,
    source_type: response?.source_type ?? null,
    confidence: response?.confidence.score ?? null,
    cited: response?.citations.map(({ source }) => source) ?? [],
  })),
});
