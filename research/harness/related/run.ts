import { parseArgs } from 'node:util';
import { coveredMin, meantMin, nearMin, wordCoverage } from '@avow/answering/testing/reading';
import { splitMarkdown } from '@avow/documents';
import type { Encoder } from '@avow/inference';
import { dataSetsFolder, readRows } from '../data-sets.ts';
import { encodeCached } from '../encode-cached.ts';
import { type Half, halfOf } from '../half-of.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { openSetSearch } from '../retrieval/open-set-search.ts';
import { encodedText } from '../retrieval/ranked-set.ts';
import { takeSample } from '../take-sample.ts';
import { measureQuestions, offersAt } from './measure-questions.ts';

/** How near the nearest of the first passages is to a question. */
interface Nearness {
  readonly half: Half;
  readonly kind: 'answerable' | 'elsewhere';
  readonly meaning: number;
  readonly words: number;
}

const handbooks = [
  ['corpus_gsa_tts_handbook', 'gsa_tts'],
  ['corpus_sourcegraph_handbook', 'sourcegraph'],
] as const;
/** Beside the pages that answer, so that encoding them takes minutes at most. */
const otherPagesMax = 150;
const elsewhereCount = 200;
const shownMax = 3;
const questionTimeoutMs = 60_000;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    half: { type: 'string', default: 'report' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- related [--data FOLDER] [--encoder FOLDER] [--half tune|report] [--json FILE]
At which line a passage counts as near a question: how many questions that a handbook answers have one, and how many that
have nothing to do with it. Then at which line a curated question is offered to one that nothing answers, on banks of
curated pairs. The lines are chosen on the half for tuning, again for each encoder.`,
  );
  process.exit(0);
}

const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
if (encoder === null) process.exit(1);
const measured = [];
for (const [corpus, asked] of handbooks) measured.push(...(await measure(encoder, corpus, asked)));
const questions = (await measureQuestions(encoder, folder)).filter(({ half }) => half === values.half);
await encoder.close();
const chosen = measured.filter(({ half }) => half === values.half);
const figures = {
  meaning: figuresAt([0.6, 0.62, 0.64, 0.66, 0.68, 0.7], nearMin, 'meaning'),
  words: figuresAt([0.3, 0.35, 0.4, 0.45, 0.5, 0.55], coveredMin, 'words'),
};
console.log(`Questions with a related passage, the half for ${values.half}; encoder: ${encoder.name}`);
for (const [by, lines] of Object.entries(figures)) {
  const rows = lines.map(({ line, isInForce, answerable, elsewhere }) => [
    `${by}, ${line}${isInForce ? ' (in force)' : ''}`,
    percent(answerable),
    percent(elsewhere),
  ]);
  console.log(writeTable([['', 'answerable', 'from elsewhere'], ...rows]));
}
const sets = [...new Set(questions.map(({ set }) => set))];
const offers = sets.flatMap((set) =>
  [0.74, 0.76, meantMin, 0.8, 0.82].map((line) => ({
    ...{ set, line },
    ...offersAt(
      questions.filter((one) => one.set === set),
      line,
    ),
  })),
);
console.log('Curated questions that are offered in place of an answer');
console.log(
  writeTable([
    ['', 'right pair', 'other pair', 'unanswered, same field', 'from elsewhere'],
    ...offers.map(({ set, line, right, other, sameField, elsewhere }) => [
      `${set}, ${line}${line === meantMin ? ' (in force)' : ''}`,
      ...[right, other, sameField, elsewhere].map(percent),
    ]),
  ]),
);
writeFigures(values.json, { encoder: encoder.name, half: values.half, figures, offers });

async function measure(by: Encoder, corpus: string, asked: string): Promise<Nearness[]> {
  const rows = readRows<{ id: string; question: string; answerable: boolean; sources: string[] }>(
    `${folder}/asked_eval`,
    asked,
  );
  const answering = new Set(rows.flatMap(({ sources }) => sources));
  const pages = readRows<{ id: string; title: string; text: string }>(`${folder}/${corpus}`, 'docs');
  const others = pages.filter(({ id }) => !answering.has(id));
  const kept = [
    ...pages.filter(({ id }) => answering.has(id)),
    ...takeSample(others, { count: otherPagesMax, seed: 1 }),
  ];
  const passages = kept.flatMap(({ title, text }, document) =>
    splitMarkdown(`# ${title}\n\n${text}`).map((passage, ordinal) => ({ ...passage, document, ordinal })),
  );
  const texts = passages.map(({ headings, text }) => encodedText({ title: headings, text }));
  const vectors = await encodeCached(by, { label: corpus, as: 'passage', texts });
  const search = await openSetSearch(passages, vectors);
  const nearestTo = async (question: string) => {
    const vector = await by.encodeQuestion(question, { timeoutMs: questionTimeoutMs, owner: corpus });
    const found = await search.find({ text: question, vector, limit: 12 });
    const byWords = await search.find({ text: question, vector: null, limit: 12 });
    return {
      meaning: Math.max(0, ...found.slice(0, shownMax).map(({ vectorScore }) => vectorScore ?? 0)),
      words: Math.max(0, ...wordCoverage(question, byWords).slice(0, shownMax)),
    };
  };
  const nearness: Nearness[] = [];
  for (const { id, question } of rows.filter(({ answerable }) => answerable))
    nearness.push({ half: halfOf(id), kind: 'answerable', ...(await nearestTo(question)) });
  const elsewhere = readRows<{ question: string }>(`${folder}/nq_open`, 'nq_open_dev');
  for (const { question } of takeSample(elsewhere, { count: elsewhereCount, seed: 1 }))
    nearness.push({ half: halfOf(question), kind: 'elsewhere', ...(await nearestTo(question)) });
  await search.close();
  return nearness;
}

function figuresAt(lines: readonly number[], inForce: number, by: 'meaning' | 'words') {
  const shareOf = (kind: Nearness['kind'], line: number) => {
    const ofKind = chosen.filter((one) => one.kind === kind);
    return ofKind.filter((one) => one[by] >= line).length / ofKind.length;
  };
  return [...new Set([...lines, inForce])].sort().map((line) => ({
    ...{ line, isInForce: line === inForce },
    answerable: shareOf('answerable', line),
    elsewhere: shareOf('elsewhere', line),
  }));
}
