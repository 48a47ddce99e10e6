import { parseArgs } from 'node:util';
import { groundLines, type JudgeLines, repeatsQuestion } from '@avow/answering/testing/grounding';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail, shareOf } from '../model-options.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { corruptClaims, createCorruptedRows } from './corrupted-sets.ts';
import { corruptionKinds } from './corruptions.ts';
import { tryLines } from './fit-lines.ts';
import { type GroundedRow, readGroundedSets, readSentencePairs } from './grounded-sets.ts';
import { type GroundingMethod, isKept, type Measured, measureRows, timeJudge } from './measure-rows.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    rows: { type: 'string', default: '200' },
    each: { type: 'string', default: '10' },
    fit: { type: 'boolean', default: false },
    down: { type: 'string', default: '0.97' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- writing ${modelUsage} [--rows N] [--each N] [--fit [--down S]]
Whether sentences that language models write are kept if their sources support them, and turned down where not:
by facts and words alone, by the judge alone, and by both. \`repeat\`: they only say again what was asked.
${modelUsageDetail}
  --rows N        rows of each set (200)
  --each N        passages of each corpus, in fours, that sentences are taken from and got wrong (10)
  --fit           draws the lines instead, on the halves that are kept for it
  --down S        the share of sentences with an error that the lines must turn down (0.97)`,
  );
  process.exit(0);
}
const folder = dataSetsFolder(values.data);
const seed = countOf('seed', values.seed);
const sample = { count: values.all ? null : countOf('rows', values.rows), seed };
const half = values.fit ? 'tune' : 'report';
const { reader } = await openChosenReader(values.model);
const sets: Array<{ readonly name: string; readonly measured: readonly Measured<GroundedRow>[] }> = [];
const grounded = readGroundedSets(folder, half);
const pairs = values.fit ? [] : readSentencePairs(folder);
for (const { name, rows } of [...grounded, ...pairs])
  sets.push({ name, measured: await measureRows(reader, { label: name, rows: takeSample(rows, sample) }) });
const each = countOf('each', values.each);
const corrupted = await measureRows(reader, {
  label: 'corpora',
  rows: createCorruptedRows(folder, { half, each, seed }),
});
const claims = grounded.find(({ name }) => name === 'factcg_doc')?.rows ?? [];
const corruptedClaims = await measureRows(reader, {
  label: 'claims',
  rows: corruptClaims(takeSample(claims, { count: each * 16, seed }), seed),
});
const judgeMs = await timeJudge(
  reader,
  takeSample(corrupted, { count: 80, seed }).map(({ row }) => row),
);
await reader.close();

const methods: readonly GroundingMethod[] = ['facts', 'judge', 'both'];
const shareKept = (some: readonly Measured<GroundedRow>[], method: GroundingMethod) =>
  some.filter((one) => isKept(one, method, groundLines)).length / some.length;
const showLines = ({ supportedMin, contradictedMax }: JudgeLines) =>
  `≥ ${supportedMin}, ≤ ${contradictedMax}`;
const shown = (share: number) => (Number.isNaN(share) ? '–' : percent(share));

if (values.fit) {
  const all = [...sets.map(({ measured }) => measured), corrupted, corruptedClaims];
  const best = tryLines(all, shareOf('down', values.down)).slice(0, 15);
  console.log(`Lines; judge: ${reader.name}; means over ${all.length} sets, the halves for tuning`);
  console.log(
    writeTable([
      ['worded', 'alone', 'together', 'kept', 'turned down'],
      ...best.map(({ lines, kept, turnedDown }) => [
        showLines(lines.worded),
        showLines(lines.alone),
        showLines(lines.together),
        percent(kept),
        percent(turnedDown),
      ]),
    ]),
  );
}

const heading = [
  '',
  'rows',
  ...methods.map((method) => `kept: ${method}`),
  'repeat',
  'rows',
  ...methods.map((method) => `down: ${method}`),
  'repeat',
];
const repeats = ({ text, question }: GroundedRow) => repeatsQuestion(text, question);
const setFigures = sets.map(({ name, measured }) => {
  const of = (isSupported: boolean) => measured.filter(({ row }) => row.isSupported === isSupported);
  const [supported, others] = [of(true), of(false)];
  return {
    ...{ name, supported: supported.length, unsupported: others.length },
    repeats: [supported, others].map((some) => some.filter(({ row }) => repeats(row)).length),
    kept: methods.map((method) => shareKept(supported, method)),
    turnedDown: methods.map((method) => 1 - shareKept(others, method)),
  };
});
const kinds = [null, 'other words', ...corruptionKinds] as const;
const figuresOf = (some: typeof corrupted) =>
  kinds.map((kind) => {
    const its = some.filter(({ row }) => row.kind === kind);
    const turnedDown = methods.map((method) => 1 - shareKept(its, method));
    return { kind: kind ?? 'as it stands', rows: its.length, turnedDown };
  });
const kindFigures = { pages: figuresOf(corrupted), claims: figuresOf(corruptedClaims) };
console.log(
  `Sentences that models wrote; judge: ${reader.name}; lines: ${JSON.stringify(groundLines)}; half: ${half}`,
);
console.log(
  writeTable([
    heading,
    ...setFigures.map((one) => [
      one.name,
      String(one.supported),
      ...one.kept.map(shown),
      String(one.repeats[0]),
      String(one.unsupported),
      ...one.turnedDown.map(shown),
      String(one.repeats[1]),
    ]),
  ]),
);
for (const [name, figures] of Object.entries(kindFigures)) {
  console.log(`${name === 'pages' ? 'Sentences of pages' : 'Claims of factcg_doc'}, got wrong: turned down`);
  console.log(
    writeTable([
      ['', 'rows', ...methods],
      ...figures.map(({ kind, rows, turnedDown }) => [kind, String(rows), ...turnedDown.map(shown)]),
    ]),
  );
}
const quantile = (all: readonly number[], share: number) =>
  [...all].sort((one, other) => one - other)[Math.floor(all.length * share)] ?? 0;
const everything = [...sets.flatMap(({ measured }) => measured), ...corrupted, ...corruptedClaims];
const times = [
  { what: 'reading the sources, once', all: everything.map(({ readMs }) => readMs) },
  { what: 'facts and quotes', all: everything.map(({ wordsMs }) => wordsMs) },
  { what: 'the judge', all: judgeMs },
].map(({ what, all }) => ({ what, p50: quantile(all, 0.5), p95: quantile(all, 0.95) }));
for (const { what, p50, p95 } of times)
  console.log(`  ${what}: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
writeFigures(values.json, { judge: reader.name, lines: groundLines, half, setFigures, kindFigures, times });
