import { parseArgs } from 'node:util';
import { allReadings } from '@avow/guardrails/testing/checks';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { workThrough } from '../work-through.ts';
import { openMeasuredParts } from './open-measured-parts.ts';
import { readViewSets } from './texts/view-sets.ts';
import { createViewJudges } from './views/create-view-judges.ts';
import { leaveOut, type ViewFindings } from './views/leave-out.ts';
import { timeReadings } from './views/time-readings.ts';

const { values } = parseArgs({
  options: { ...modelOptions, classifier: { type: 'string' }, rows: { type: 'string', default: '20000' } },
});
if (values.help) {
  console.log(
    `npm run eval -- views [--data FOLDER] [--model FOLDER] [--classifier FOLDER] [--rows N] [--seed N] [--json FILE]
For each reading of disguised text: how many external attacks are found only with it, how many ordinary texts are flagged
only with it, and what it costs.
  --rows N   ordinary texts of each set (20000); attacks are read in full`,
  );
  process.exit(0);
}
const dataFolder = dataSetsFolder(values.data);
const size = { count: countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const parts = await openMeasuredParts({ classifier: values.classifier, screener: values.model });
const judges = createViewJudges(parts);
const sets = readViewSets(dataFolder, size);
const figures: Array<{ name: string; isAttack: boolean; texts: number; findings: readonly ViewFindings[] }> =
  [];
for (const { name, isAttack, check, texts } of sets) {
  const found = await workThrough(texts, { label: name, atOnce: 4 }, (text) => leaveOut(text, judges[check]));
  figures.push({ name, isAttack, texts: texts.length, findings: found.filter((one) => one !== null) });
}
const ordinary = sets.filter(({ isAttack }) => !isAttack).flatMap(({ texts }) => texts);
const costs = timeReadings(ordinary);
await parts.close();

console.log(`Readings of disguised text; models: ${parts.names.join(', ')}`);
const count = (findings: readonly ViewFindings[], test: (one: ViewFindings) => boolean) =>
  String(findings.filter(test).length);
console.log(
  writeTable([
    ['set', 'texts', 'with another view', 'found of these by the plain view', 'by all views'],
    ...figures.map(({ name, texts, findings }) => [
      ...[name, String(texts), String(findings.length)],
      count(findings, ({ isFoundPlain }) => isFoundPlain),
      count(findings, ({ isFound }) => isFound),
    ]),
  ]),
);
const findingsOf = (isAttack: boolean) =>
  figures.filter((one) => one.isAttack === isAttack).flatMap(({ findings }) => findings);
const attacks = findingsOf(true);
const others = findingsOf(false);
const rows = allReadings.flat().map(({ name }) => ({
  name,
  attacksRead: attacks.filter(({ byReading }) => byReading.has(name)).length,
  foundOnly: attacks.filter((one) => one.isFound && byName(one, name)?.isFoundWithout === false).length,
  lost: attacks.filter((one) => !one.isFound && byName(one, name)?.isFoundWithout === true).length,
  foundAlone: attacks.filter((one) => !one.isFoundPlain && byName(one, name)?.isFoundAlone === true).length,
  ordinaryRead: others.filter(({ byReading }) => byReading.has(name)).length,
  flaggedOnly: others.filter((one) => one.isFound && byName(one, name)?.isFoundWithout === false).length,
  microseconds: costs.get(name) ?? 0,
}));
function byName({ byReading }: ViewFindings, name: string) {
  return byReading.get(name);
}
console.log(
  writeTable([
    [
      ...['reading', 'attacks read', 'found only by it', 'lost by it', 'found by it and the plain view'],
      ...['ordinary texts read', 'flagged only by it', 'µs a text'],
    ],
    ...rows.map((row) => [
      row.name,
      ...[row.attacksRead, row.foundOnly, row.lost, row.foundAlone, row.ordinaryRead, row.flaggedOnly].map(
        String,
      ),
      row.microseconds.toFixed(1),
    ]),
  ]),
);
writeFigures(values.json, {
  models: parts.names,
  size,
  rows,
  sets: figures.map(({ findings, ...set }) => ({ ...set, read: findings.length })),
});
