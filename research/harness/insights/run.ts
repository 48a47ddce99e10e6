import { parseArgs } from 'node:util';
import { createYielder } from '@avow/foundation/concurrency';
import {
  groupByKeywords,
  groupByVectors,
  keywordSimilarityMin,
  vectorSimilarityMin,
} from '@avow/server/testing/inner';
import { dataSetsFolder } from '../data-sets.ts';
import { encodeCached } from '../encode-cached.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { groupedSets } from './grouped-sets.ts';
import { type GroupingFigures, groupingFigures } from './grouping-figures.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    lines: { type: 'string', default: '0.80,0.82,0.84,0.86,0.88' },
    half: { type: 'string', default: 'report' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- insights [--data FOLDER] [--encoder FOLDER] [--lines LINES] [--half tune|report] [--json FILE]
Whether questions that ask the same come into one group, and others do not. --lines shows the groups at other lines too;
they are chosen on the half for tuning.`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
const lines = [...new Set([...values.lines.split(',').map(Number), vectorSimilarityMin])].sort();
const figures: Record<string, Record<string, GroupingFigures>> = {};
const rows = [['', 'questions', 'labels', 'groups', 'purity', 'recall']];
for (const [name, read] of Object.entries(groupedSets)) {
  const questions = read(folder).filter(({ half }) => half === values.half);
  const labels = questions.map(({ label }) => label);
  const texts = questions.map(({ text }) => text);
  const own: Record<string, GroupingFigures> = {};
  const worded = texts.map((text) => ({ text, count: 1 }));
  own[`words, ${keywordSimilarityMin}`] = groupingFigures(
    await groupByKeywords(worded, createYielder()),
    labels,
  );
  if (encoder !== null) {
    const vectors = await encodeCached(encoder, { label: name, as: 'question', texts });
    const placed = vectors.map((vector) => ({ vector, count: 1 }));
    for (const line of lines) {
      const isOurs = line === vectorSimilarityMin ? ' (in force)' : '';
      own[`meaning, ${line}${isOurs}`] = groupingFigures(
        await groupByVectors(placed, createYielder(), line),
        labels,
      );
    }
  }
  figures[name] = own;
  rows.push([name, String(texts.length), String(new Set(labels).size)]);
  for (const [how, { groups, purity, recall }] of Object.entries(own))
    rows.push([`  ${how}`, '', '', String(groups), percent(purity), percent(recall)]);
}
await encoder?.close();
console.log(`Groups of questions, the half for ${values.half}; encoder: ${encoder?.name ?? 'none'}`);
console.log(writeTable(rows));
writeFigures(values.json, { encoder: encoder?.name ?? null, half: values.half, figures });
