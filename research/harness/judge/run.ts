import { parseArgs } from 'node:util';
import type { ClaimJudgement } from '@avow/inference';
import { judgeClaims } from '../ask-reader.ts';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail } from '../model-options.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { type TrainingStatus, trainingStatus } from '../read-model-facts.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { meanOf } from '../retrieval/measures.ts';
import { takeSample } from '../take-sample.ts';
import { balancedAccuracy } from './balanced-accuracy.ts';
import { type JudgedRow, readEntailmentSets, readGroundingSets } from './judged-sets.ts';

const { values } = parseArgs({
  options: { ...modelOptions, sets: { type: 'string' }, rows: { type: 'string', default: '500' } },
});
if (values.help) {
  console.log(
    `npm run eval -- judge ${modelUsage} [--sets NAMES] [--rows N]
Whether the reading model knows what a text supports: balanced accuracy on claims that people judged.
${modelUsageDetail}
  --sets NAMES    sources of nli_pool and grounding_pool
  --rows N        rows of each set (500)`,
  );
  process.exit(0);
}
const supportedMin = 0.5;
const folder = dataSetsFolder(values.data);
const wanted = values.sets?.split(',');
const sample = {
  count: values.all ? null : countOf('rows', values.rows),
  seed: countOf('seed', values.seed),
};
const { reader, facts } = await openChosenReader(values.model);
const sets = [
  ...readEntailmentSets(folder),
  ...readGroundingSets(folder, facts.keptApart['grounding'] ?? null),
].filter(({ name }) => wanted === undefined || wanted.includes(name));

interface SetFigures {
  readonly pool: string;
  readonly name: string;
  readonly rows: number;
  readonly status: TrainingStatus;
  /** Null if only one of the two classes occurs: balanced accuracy is then undefined. */
  readonly twoWay: number | null;
  readonly threeWay: number | null;
  readonly supportedRecall: number;
  readonly otherRecall: number;
}

interface Judged {
  readonly row: JudgedRow;
  readonly judgement: ClaimJudgement;
}

const likeliest = ({ supported, contradicted, neither }: ClaimJudgement) => {
  if (supported >= contradicted && supported >= neither) return 'supported';
  return contradicted >= neither ? 'contradicted' : 'neither';
};

const shareRight = (judged: readonly Judged[], isSupported: boolean) =>
  meanOf(
    judged
      .filter(({ row }) => row.isSupported === isSupported)
      .map(({ judgement }) => (judgement.supported > supportedMin === isSupported ? 1 : 0)),
  );

const figures: SetFigures[] = [];
for (const { pool, name, rows: all, isThreeWay } of sets) {
  const rows = takeSample(all, sample);
  const judgements = await judgeClaims(reader, { label: name, claims: rows });
  const judged = rows.map((row, at) => ({ row, judgement: judgements[at] as ClaimJudgement }));
  const twoWay = judged.map(({ row, judgement }) => ({
    actual: row.isSupported,
    predicted: judgement.supported > supportedMin,
  }));
  const threeWay = judged.map(({ row, judgement }) => ({
    actual: row.exactly,
    predicted: likeliest(judgement),
  }));
  const hasBoth = new Set(twoWay.map(({ actual }) => actual)).size === 2;
  figures.push({
    pool,
    name,
    rows: rows.length,
    status: trainingStatus(facts, { pool, part: name }),
    twoWay: hasBoth ? balancedAccuracy(twoWay) : null,
    threeWay: isThreeWay ? balancedAccuracy(threeWay) : null,
    supportedRecall: shareRight(judged, true),
    otherRecall: shareRight(judged, false),
  });
}
await reader.close();

const shown = (share: number | null) => (share === null ? '–' : percent(share));
const heading = ['', 'rows', 'training', 'three-way', 'two-way', 'supported recall', 'others recall'];
const rowOf = (one: SetFigures) => [
  `${one.pool} ${one.name}`,
  String(one.rows),
  one.status,
  shown(one.threeWay),
  shown(one.twoWay),
  percent(one.supportedRecall),
  percent(one.otherRecall),
];
const meanRow = (name: string, some: readonly SetFigures[]) => {
  const mean = (shares: ReadonlyArray<number | null>) => {
    const known = shares.filter((share) => share !== null);
    return known.length === 0 ? '–' : percent(meanOf(known));
  };
  const twoWay = mean(some.map((one) => one.twoWay));
  return [name, String(some.length), 'sets', mean(some.map((one) => one.threeWay)), twoWay];
};
console.log(`Judging; model: ${reader.name}; supported above ${supportedMin}`);
const isUnseen = ({ status }: SetFigures) => status === 'unseen';
const isGrounding = ({ pool }: SetFigures) => pool === 'grounding';
console.log(
  writeTable([
    heading,
    ...figures.map(rowOf),
    meanRow('mean of unseen sets', figures.filter(isUnseen)),
    meanRow(
      'mean of unseen grounding',
      figures.filter((one) => isUnseen(one) && isGrounding(one)),
    ),
    meanRow('mean of all', figures),
  ]),
);
writeFigures(values.json, { model: reader.name, seed: sample.seed, supportedMin, figures });
