import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { findInArticles } from './find-in-articles.ts';
import { readQuestions } from './read-questions.ts';
import { bestLine, figuresAt, type MatchFigures, type ReadQuestion } from './reading-figures.ts';
import { type QuestionToRead, readPeerAnswers, readPolicies, readSquad } from './reading-set.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    encoder: { type: 'string' },
    sets: { type: 'string', default: 'squad2,policyqa,covid_qa' },
    questions: { type: 'string' },
    depth: { type: 'string', default: '5' },
    'every-passage': { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- reader ${modelUsage} [--sets NAMES] [--questions N] [--depth N] [--every-passage] [--encoder FOLDER]
How well the reading model finds the words that answer a question, and that there are none.
${modelUsageDetail}
  --questions N   questions of each set (1,500 of squad2, 500 of policyqa, 150 of covid_qa)
  --depth N       passages of an article of covid_qa that are read: the first the search finds
  --every-passage reads whole articles instead`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const names = values.sets.split(',');
const seed = countOf('seed', values.seed);
const countFor = (usual: number) =>
  values.all ? null : countOf('questions', values.questions ?? String(usual));
const { reader, facts } = await openChosenReader(values.model);
const line = facts.noAnswerLine ?? 0;
const rows: string[][] = [];
const figures: Record<string, unknown> = {};

const cells = ({ exact, f1 }: MatchFigures) => [percent(exact), percent(f1)];

function addRow(name: string, read: readonly ReadQuestion[], at: number): void {
  const { all, answerable, unanswerable } = figuresAt(read, at);
  rows.push([
    name,
    ...cells(all),
    ...cells(answerable),
    ...(unanswerable.count === 0 ? ['–'] : [percent(unanswerable.f1)]),
  ]);
  figures[name] = { line: at, all, answerable, unanswerable };
}

function addPeers(questions: readonly QuestionToRead[]): void {
  const peers = readPeerAnswers(folder);
  const systems = Object.keys(peers.get(questions[0]?.id ?? '') ?? {});
  for (const system of systems) {
    const answered = questions.map(({ id, golds }) => {
      const predicted = peers.get(id)?.[system] ?? '';
      return { id, golds, predicted, margin: predicted === '' ? -1 : 1 };
    });
    addRow(`  ${system}, published`, answered, 0);
  }
}

if (names.includes('squad2')) {
  const titles = facts.keptApart['squad2_report'] ?? null;
  if (titles === null)
    rows.push(['THE MANIFEST NAMES NO ARTICLES KEPT APART (kept_apart.squad2_report): all were read.']);
  const questions = takeSample(readSquad(folder, titles), { count: countFor(1_500), seed });
  if (questions.length === 0) throw new Error('none of the articles kept apart is in squad2_dev');
  const read = await readQuestions(reader, { label: 'squad2', questions });
  addRow(`squad2, ${titles?.length ?? 'all'} articles, ${questions.length} questions`, read, line);
  addRow('  at the best line for these (a bound, no result)', read, bestLine(read));
  addPeers(questions);
}
if (names.includes('policyqa')) {
  const questions = takeSample(readPolicies(folder), { count: countFor(500), seed });
  const read = await readQuestions(reader, { label: 'policyqa', questions });
  addRow(`policyqa, ${questions.length} questions`, read, line);
  addRow('  always answered', read, Number.NEGATIVE_INFINITY);
}
if (names.includes('covid_qa')) {
  const depth = values['every-passage'] ? null : countOf('depth', values.depth);
  const encoder = depth === null ? null : await openChosenEncoder(values.encoder);
  const questions = await findInArticles(folder, { encoder, depth, count: countFor(150), seed });
  await encoder?.close();
  const read = await readQuestions(reader, { label: 'covid_qa', questions });
  const amount = depth === null ? 'every passage' : `${depth} passages found`;
  addRow(`covid_qa, ${questions.length} questions, ${amount}`, read, line);
  addRow('  always answered', read, Number.NEGATIVE_INFINITY);
}
await reader.close();
const drawn = facts.noAnswerLine === null ? '0, since the manifest names none' : `${line}, of the manifest`;
console.log(`Reading; model: ${reader.name}; no answer at or below ${drawn}`);
const heading = ['', 'EM', 'F1', 'EM answerable', 'F1 answerable', 'refused unanswerable'];
console.log(writeTable([heading, ...rows]));
writeFigures(values.json, { model: reader.name, seed, figures });
