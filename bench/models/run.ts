import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showHelp } from '../../e2e/show-help.ts';
import { chosenReaderFolder } from '../../research/harness/open-chosen-reader.ts';
import { chosenScreenerFolder } from '../../research/harness/open-chosen-screener.ts';
import { writeFigures, writeTable } from '../../research/harness/report-figures.ts';
import { measureEncoding, measureReading, measureScreening, type RuntimeFigures } from './measure-runtime.ts';
import { measureSession, type SessionFigures } from './session-figures.ts';

showHelp(`npm run bench -- models [--model FOLDER] [--encoder FOLDER] [--screener FOLDER] [--seconds N] [--json FILE]
What the models that come with the product cost: time for a sequence, memory and start of a process, and passages a second
through the product's own runtime, over --seconds. Needs no data.`);
const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    encoder: { type: 'string' },
    screener: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const encoderFolder =
  values.encoder ?? fileURLToPath(new URL('../../packages/weights/encoder', import.meta.url));
const readerFolder = chosenReaderFolder(values.model);
if (readerFolder === null) console.error('There is no reading model: --model FOLDER names one.');
const screenerFolder = chosenScreenerFolder(values.screener);
if (screenerFolder === null) console.error('There is no screening model: --screener FOLDER names one.');
const chosen = [
  { name: 'encoder', folder: encoderFolder, measure: measureEncoding },
  { name: 'reader', folder: readerFolder, measure: measureReading },
  { name: 'screener', folder: screenerFolder, measure: measureScreening },
];

const models = chosen.flatMap(({ folder, ...model }) => (folder === null ? [] : [{ ...model, folder }]));

const shapes = [
  { tokens: 16, batch: 1 },
  { tokens: 16, batch: 8 },
  { tokens: 128, batch: 1 },
  { tokens: 128, batch: 8 },
  { tokens: 384, batch: 1 },
  { tokens: 384, batch: 8 },
];
const megabytes = (bytes: number | null) => (bytes === null ? '–' : (bytes / 1e6).toFixed(0));
const timeOf = ({ timings }: SessionFigures, shape: (typeof shapes)[number]) =>
  timings
    .find(({ tokens, batch }) => tokens === shape.tokens && batch === shape.batch)
    ?.sequenceMs.toFixed(1) ?? '–';

const sessions: Array<{ name: string; threads: number; figures: SessionFigures }> = [];
const runtimes: Array<{ name: string; processes: number; figures: RuntimeFigures }> = [];
for (const { name, folder, measure } of models) {
  for (const threads of [1, 2]) {
    process.stderr.write(`${name}, ${threads} threads\n`);
    sessions.push({ name, threads, figures: await measureSession({ folder, threads }) });
  }
  for (const processes of [1, 2]) {
    process.stderr.write(`${name}, ${processes} processes\n`);
    runtimes.push({ name, processes, figures: await measure({ folder, processes, seconds }) });
  }
}

console.log(`Models, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
console.log(
  writeTable([
    [
      'ms a sequence',
      ...shapes.map(({ tokens, batch }) => `${tokens} tokens, ${batch} at once`),
      'start ms',
      'MB',
    ],
    ...sessions.map(({ name, threads, figures }) => [
      `${name}, ${threads} thread${threads === 1 ? '' : 's'}`,
      ...shapes.map((shape) => timeOf(figures, shape)),
      figures.startMs.toFixed(0),
      megabytes(figures.residentBytes),
    ]),
  ]),
);
console.log(
  writeTable([
    ['the runtime', 'passages/s', 'first answer ms', 'MB with this process'],
    ...runtimes.map(({ name, processes, figures }) => [
      `${name}, ${processes} process${processes === 1 ? '' : 'es'}`,
      figures.passagesPerSecond.toFixed(1),
      figures.firstAnswerMs.toFixed(0),
      megabytes(figures.residentBytes),
    ]),
  ]),
);
writeFigures(values.json, { sessions, runtimes });
