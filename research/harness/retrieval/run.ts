import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { chunkDepth, measureChunks } from './chunk-recall.ts';
import { type Mode, rankSet } from './rank-set.ts';
import { type RankedSetName, readRankedSet } from './ranked-set.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    encoder: { type: 'string' },
    sets: { type: 'string', default: 'cranfield,cisi,cacm,scifact,chunks' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- retrieval [--data FOLDER] [--encoder FOLDER] [--sets NAMES]
How well search ranks: by words, by meaning and by both, beside textbook BM25.`,
  );
  process.exit(0);
}
/** The constants of the search were tuned on these sets, so their figures are optimistic. */
const tunedOn: ReadonlySet<string> = new Set(['cranfield', 'cisi']);
const modes: readonly Mode[] = ['textbook', 'words', 'meaning', 'both'];
const goal = { set: 'scifact', gainAt10: 0.74 };

const folder = dataSetsFolder(values.data);
const encoder = await openChosenEncoder(values.encoder);
const names = values.sets.split(',');
const rows: string[][] = [['nDCG@10 / recall@50', ...modes]];
for (const name of names.filter((one) => one !== 'chunks')) {
  process.stderr.write(`${name}\n`);
  const set = readRankedSet(folder, name as RankedSetName);
  const figures = await rankSet(set, encoder);
  const cells = modes.map((mode) => {
    const found = figures.get(mode);
    return found === undefined ? '–' : `${found.gainAt10.toFixed(4)} / ${found.recallAt50.toFixed(4)}`;
  });
  rows.push([`${name}${tunedOn.has(name) ? ' (tuned on)' : ''}, ${set.queries.length} queries`, ...cells]);
  const reached = figures.get('both')?.gainAt10;
  if (name === goal.set && reached !== undefined)
    rows.push([`  goal ${goal.gainAt10}: ${reached >= goal.gainAt10 ? 'met' : 'MISSED'}`]);
}
if (names.includes('chunks')) {
  process.stderr.write('chunks\n');
  const { words, meaning, both } = await measureChunks(folder, encoder);
  const cells = [words, meaning, both].map((one) =>
    one === null ? '–' : `${one.recall.toFixed(4)} / ${one.precision.toFixed(4)}`,
  );
  rows.push([`chunks: recall / precision of spans, ${chunkDepth} passages`, '–', ...cells]);
}
await encoder?.close();
const widths = modes.map((_, column) => Math.max(...rows.map((row) => (row[column + 1] ?? '').length)));
console.log(`Retrieval; encoder: ${encoder?.name ?? 'none'}`);
for (const [name = '', ...cells] of rows)
  console.log(`  ${name.padEnd(46)}  ${cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')}`);
