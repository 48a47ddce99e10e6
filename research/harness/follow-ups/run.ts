import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { refineByRules } from '@avow/answering/testing';
import { questionLanguage } from '@avow/text/languages';
import { readQuestionFiles } from '../answers/question-file.ts';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { type AnswerCounts, hasTasks, measurePairs, measureTasks } from './measure-answers.ts';
import {
  type AskedFigures,
  measureAsked,
  type OutsideFigures,
  outsideFigures,
  refineTopics,
} from './measure-outside.ts';
import { figuresOf, type Refine, type Refined, refineConversation } from './measure-refining.ts';
import { type FoundPassage, openPageSearch, type PageSearch, readGuide } from './open-page-search.ts';
import { type CastTopic, hasCast, laterYears, readFirstYear, readLaterYear } from './read-cast.ts';
import {
  type LanguageQuestion,
  type Part,
  readConversations,
  readLanguageQuestions,
} from './read-conversations.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    part: { type: 'string', default: 'report' },
    show: { type: 'boolean', default: false },
    answers: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`npm run eval -- follow-ups [--part tune|report] [--show] [--answers N] [--data FOLDER]
                          [--encoder FOLDER] [--json FILE]
Whether follow-ups become the questions that were meant, and find what those find; and whether the language of a short
question is reported. With --data also on conversations from elsewhere: FOLDER/trec_cast, a checkout of the repository
daltonj/treccastweb, and the follow-ups of FOLDER/asked_eval, each if it is there.
  --answers N         also what is answered: of curated pairs, and with FOLDER/mtrag, a checkout of the repository
                      IBM/mt-rag-benchmark, N conversations of each of its collections
  --part tune|report  the half to work with, or the half held apart (report)
  --show              lists what is not as expected, of the part "tune" alone`);
  process.exit(0);
}
const part: Part = values.part === 'tune' ? 'tune' : 'report';

/** The rules and three baselines: never refining, and always joining with the question before or with the first. */
const methods: Readonly<Record<string, Refine>> = {
  rules: async (text, history) => refineByRules({ text, language: null }, history),
  'as asked': async (text) => text,
  'always joined': async (text, history) =>
    history[0] === undefined ? text : `${history[0].question} ${text}`,
  'joined with the first': async (text, history) => {
    const first = history.at(-1);
    return first === undefined ? text : `${first.prompt} ${text}`;
  },
};

interface FoundFigures {
  readonly first: number;
  readonly amongThree: number;
}

/** How often the refined question finds the top passage of the expected question: first, or among the first three. */
async function measureFinding(search: PageSearch, all: readonly Refined[]): Promise<FoundFigures> {
  const followUps = all.filter(
    ({ conversation }) => conversation.set === 'guide' && conversation.expected !== null,
  );
  let first = 0;
  let amongThree = 0;
  for (const { conversation, refined } of followUps) {
    const [best] = await search.find(conversation.expected ?? '', 1);
    const found = await search.find(refined, 3);
    const isBest = (one: FoundPassage | undefined) =>
      best !== undefined && one?.page === best.page && one.ordinal === best.ordinal;
    if (isBest(found[0])) first += 1;
    if (found.some(isBest)) amongThree += 1;
  }
  return { first: first / followUps.length, amongThree: amongThree / followUps.length };
}

/** The share of unrelated questions, asked in sequence, that are left unchanged. */
async function measureStanding(refine: Refine): Promise<number> {
  const asked = readQuestionFiles()
    .flatMap(({ questions }) => questions)
    .filter((one) => one.part === part)
    .map(({ question }) => question);
  const pairs = asked.slice(1).map((question, at) => ({ question, before: asked[at] ?? '' }));
  const refined = await Promise.all(
    pairs.map(({ question, before }) =>
      refine(question, [{ prompt: before, question: before, wasAnswered: true }]),
    ),
  );
  return refined.filter((made, at) => made === pairs[at]?.question).length / pairs.length;
}

function measureLanguages(questions: readonly LanguageQuestion[]) {
  return [...new Set(questions.map(({ language }) => language))].map((language) => {
    const reported = questions
      .filter((question) => question.language === language)
      .map(({ text }) => questionLanguage({ given: null, text }));
    const share = (is: (one: string | null) => boolean) => reported.filter(is).length / reported.length;
    return {
      language,
      right: share((one) => one === language),
      unsure: share((one) => one === null),
      wrong: share((one) => one !== null && one !== language),
    };
  });
}

const outsideHeading = ['', 'questions', 'recall', 'precision', 'exact', 'all words, at most 3 more'];
const outsideCells = ({ count, recall, precision, exact, covers }: OutsideFigures) => [
  String(count),
  ...[recall, precision, exact, covers].map(percent),
];

async function measureCast(folder: string): Promise<Record<string, OutsideFigures>> {
  const years: Array<readonly [string, CastTopic[]]> = [
    ['2019', readFirstYear(folder)],
    ...Object.keys(laterYears).map(
      (year) => [year, readLaterYear(folder, Number(year) as keyof typeof laterYears)] as const,
    ),
  ];
  const figures: Record<string, OutsideFigures> = {};
  for (const [year, topics] of years) {
    for (const [method, refine] of Object.entries(methods))
      figures[`${year}, ${method}`] = outsideFigures(await refineTopics(refine, topics));
    const written = topics.flatMap((topic) =>
      topic
        .slice(1)
        .flatMap(({ automatic, expected }) => (automatic === null ? [] : [{ refined: automatic, expected }])),
    );
    if (written.length > 0) figures[`${year}, rewriter of the track`] = outsideFigures(written);
  }
  return figures;
}

function printAsked(asked: Readonly<Record<string, AskedFigures>>): void {
  console.log('Follow-ups of asked_eval');
  console.log(
    writeTable([
      [...outsideHeading, 'same page', 'source in top 5'],
      ...Object.entries(asked).map(([method, figures]) => [
        method,
        ...outsideCells(figures),
        percent(figures.samePage),
        percent(figures.source),
      ]),
    ]),
  );
}

async function measureAnswers(count: number) {
  const { reader } = await openChosenReader(undefined);
  const models = { indexFolder: join(tmpdir(), 'avow-evaluation-answers'), encoder, reader };
  const pairs = await measurePairs(models, methods, conversations);
  const tasks =
    folder !== null && hasTasks(folder) ? await measureTasks(folder, models, { methods, part, count }) : null;
  await reader?.close();
  return { pairs, tasks };
}

function printAnswers(title: string, counts: Readonly<Record<string, AnswerCounts>>): void {
  console.log(title);
  console.log(
    writeTable([
      ['', 'right', 'wrong', 'none'],
      ...Object.entries(counts).map(([method, { right, wrong, none }]) => [
        method,
        ...[right, wrong, none].map(String),
      ]),
    ]),
  );
}

const conversations = readConversations().filter((one) => one.part === part);
const encoder = await openChosenEncoder(values.encoder);
const search = await openPageSearch({ label: 'guide', pages: readGuide() }, encoder);
const rows = [];
for (const [method, refine] of Object.entries(methods)) {
  const refined = await Promise.all(conversations.map((one) => refineConversation(refine, one)));
  const bySet = Object.fromEntries(
    ['guide', 'everyday', 'languages'].map((set) => [
      set,
      figuresOf(refined.filter(({ conversation }) => conversation.set === set)),
    ]),
  );
  rows.push({
    method,
    ...figuresOf(refined),
    bySet,
    found: await measureFinding(search, refined),
    standing: await measureStanding(refine),
  });
  if (values.show && part === 'tune' && method === 'rules')
    for (const { conversation, refined: made, recall, precision, isDecidedRight } of refined)
      if (!isDecidedRight || recall < 1 || precision < 1)
        console.log(
          `${conversation.turns.join(' | ')}\n  is       ${made}\n  expected ${conversation.expected}`,
        );
}
await search.close();
const folder = values.data === undefined ? null : dataSetsFolder(values.data);
const cast = folder !== null && hasCast(folder) ? await measureCast(folder) : null;
const asked =
  folder !== null && existsSync(join(folder, 'asked_eval'))
    ? await measureAsked(folder, methods, encoder)
    : null;
const answers =
  values.answers === undefined ? null : await measureAnswers(countOf('answers', values.answers));
await encoder?.close();

const languages = measureLanguages(readLanguageQuestions().filter((one) => one.part === part));
console.log(`Follow-ups, part ${part}, ${conversations.length} conversations`);
console.log(
  writeTable([
    ['', 'decided', 'recall', 'precision', 'all words', 'same passage', 'among three', 'left alone'],
    ...rows.map(({ method, decidedRight, recall, precision, allRight, found, standing }) => [
      method,
      ...[decidedRight, recall, precision, allRight, found.first, found.amongThree, standing].map(percent),
    ]),
  ]),
);
console.log('The language of short questions');
console.log(
  writeTable([
    ['', 'right', 'not sure', 'wrong'],
    ...languages.map(({ language, right, unsure, wrong }) => [
      language,
      ...[right, unsure, wrong].map(percent),
    ]),
  ]),
);
if (cast !== null) {
  console.log('TREC CAsT, against the versions of people');
  console.log(
    writeTable([
      outsideHeading,
      ...Object.entries(cast).map(([name, figures]) => [name, ...outsideCells(figures)]),
    ]),
  );
}
if (asked !== null) printAsked(asked);
if (answers !== null) printAnswers('Answers from curated pairs', answers.pairs);
if (answers !== null && answers.tasks !== null)
  printAnswers('Answers to follow-ups of MTRAG-UN, right if from a passage that answers', answers.tasks);
writeFigures(values.json, { part, methods: rows, languages, cast, asked, answers });
