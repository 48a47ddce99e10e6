import { parseArgs } from 'node:util';
import type { Screening } from '../../packages/server/src/interfaces/screener.ts';
import { dataSetsFolder } from '../data-sets.ts';
import { callLimits, inCalls } from '../in-calls.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail, shareOf } from '../model-options.ts';
import { openChosenScreener } from '../open-chosen-screener.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { type OrdinarySet, readAttackSets, readOrdinarySets, readUnsafeSets } from './screened-sets.ts';
import { lineForFalseAlarms, shareAbove } from './separation.ts';
import { type Screened, type ScreenedFigures, separationFigures } from './separation-figures.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    rows: { type: 'string', default: '300' },
    line: { type: 'string', default: '0.5' },
  },
});
if (values.help) {
  console.log(
    `npm run eval:injection -- ${modelUsage} [--rows N] [--line P]
Whether the screening model tells attacks and unsafe texts from ordinary ones.
${modelUsageDetail}
  --rows N        texts of each set, of either label (300)
  --line P        the probability above which a text counts as stopped (0.5)`,
  );
  process.exit(0);
}
const falseAlarms = 0.01;
const line = shareOf('line', values.line);
const folder = dataSetsFolder(values.data);
const size = { count: values.all ? null : countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const { screener, facts } = await openChosenScreener(values.model);
const screen = (label: string, texts: readonly string[]) =>
  inCalls({ label, items: texts }, (some) => screener.screen(some, callLimits));
const anyUnsafe = ({ unsafe }: Screening) => Math.max(...Object.values(unsafe));

const ordinary: Array<OrdinarySet & { readonly screened: readonly Screening[] }> = [];
for (const set of readOrdinarySets(folder, facts, size))
  ordinary.push({ ...set, screened: await screen(set.name, set.texts) });
const ordinaryScreened = ordinary.flatMap(({ screened }) => screened);

async function screenSets(sets: ReturnType<typeof readAttackSets>): Promise<Screened[]> {
  const done: Screened[] = [];
  for (const set of sets)
    done.push({
      set,
      wanted: await screen(set.name, set.wanted),
      lookAlikes: await screen(`${set.name}, look-alikes`, set.lookAlikes),
    });
  return done;
}

const attacks = await screenSets(readAttackSets(folder, facts, size));
const unsafe = await screenSets(readUnsafeSets(folder, facts, size));
await screener.close();

const shown = (share: number | null) => (share === null ? '–' : percent(share));
const rowOf = (one: ScreenedFigures) => [
  one.kind === null ? one.name : `${one.name} (${one.kind})`,
  one.status,
  String(one.wanted),
  one.areaOrdinary?.toFixed(3) ?? '–',
  shown(one.recallAtOrdinary),
  shown(one.recallAtLine),
  String(one.lookAlikes),
  one.areaOwn?.toFixed(3) ?? '–',
  shown(one.recallAtOwn),
  shown(one.passedAtOrdinary),
  shown(one.passedAtLine),
];
const heading = [
  ...['', 'training', 'to stop', 'AUROC', 'stopped', `stopped > ${line}`],
  ...['look-alikes', 'AUROC of these', 'stopped of these', 'passed', `passed > ${line}`],
];

function report(name: string, sets: readonly Screened[], scoreOf: (one: Screening) => number) {
  const scores = ordinaryScreened.map(scoreOf);
  const ordinaryLine = lineForFalseAlarms(scores, falseAlarms);
  const lines = { ordinary: ordinaryLine, given: line, falseAlarms };
  const figures = sets.map((one) => separationFigures(one, { scoreOf, ordinary: scores, lines }));
  const alarms = ordinary.map(({ name, screened }) => {
    const its = screened.map(scoreOf);
    const [atOrdinary, atLine] = [shareAbove(its, ordinaryLine), shareAbove(its, line)];
    return { name, texts: its.length, atOrdinary, atLine };
  });
  console.log(`\n${name}: ${percent(falseAlarms)} of ordinary texts are above ${ordinaryLine.toFixed(4)}`);
  console.log(writeTable([heading, ...figures.map(rowOf)]));
  console.log(
    writeTable([
      ['false alarms', 'texts', `> ${ordinaryLine.toFixed(4)}`, `> ${line}`],
      ...alarms.map((one) => [one.name, String(one.texts), percent(one.atOrdinary), percent(one.atLine)]),
    ]),
  );
  return { ordinaryLine, figures, alarms };
}

console.log(`Screening; model: ${screener.name}`);
const reports = {
  injection: report('Attacks', attacks, ({ injection }) => injection),
  unsafe: report('Unsafe', unsafe, anyUnsafe),
};
writeFigures(values.json, { model: screener.name, seed: size.seed, line, ...reports });
