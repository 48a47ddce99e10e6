import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { writeFigures } from '../report-figures.ts';
import { type CandidateRow, collectCandidates } from './collect-candidates.ts';
import { writeLineTables, writeWeights } from './fit-report.ts';
import { fitWeights } from './fit-weights.ts';
import { prepareCorpus } from './open-corpus-service.ts';
import { readQuestionSets } from './question-sets.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    model: { type: 'string' },
    encoder: { type: 'string' },
    index: { type: 'string' },
    pages: { type: 'string', default: '60' },
    corpora: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run fit -- answers [--data FOLDER] [--model FOLDER] [--encoder FOLDER] [--index FOLDER] [--pages N]
                       [--corpora NAMES] [--seed N] [--json FILE]
Fits the weights by which answers are read from documents, on the part "tune" of the questions, and prints them for
answer-line.ts, with the tables by which its lines are chosen.
  --index FOLDER  where loaded corpora are kept, as for npm run eval -- answers
  --json FILE     also writes every passage that was read, with what is known of it`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const indexFolder = resolve(values.index ?? join(tmpdir(), 'avow-evaluation-answers'));
const sample = { others: countOf('pages', values.pages), seed: countOf('seed', values.seed) };
const loaded = readQuestionSets(folder, {
  sets: ['own', 'asked'],
  corpora: values.corpora?.split(','),
  ...sample,
});
mkdirSync(indexFolder, { recursive: true });
const encoder = await openChosenEncoder(values.encoder);
const { reader } = await openChosenReader(values.model);
const rows: CandidateRow[] = [];
for (const { corpus, questions, pages } of loaded) {
  const path = await prepareCorpus(indexFolder, { corpus, pages, encoder });
  // Follow-ups need their thread.
  const tuned = questions.filter(({ part, follows }) => part === 'tune' && follows === undefined);
  rows.push(...(await collectCandidates(path, { corpus, questions: tuned, encoder, reader })));
}
await Promise.all([encoder?.close(), reader.close()]);
console.log(`Weights; model: ${reader.name}; encoder: ${encoder?.name ?? 'none'}; ${rows.length} passages`);
console.log(writeWeights(fitWeights(rows)));
console.log(`\n${writeLineTables(rows)}`);
writeFigures(values.json, rows);
