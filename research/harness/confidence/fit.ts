import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nameModel, shippedModel } from '@avow/answering/score';
import { modelUsage, modelUsageDetail } from '../model-options.ts';
import { percent, writeFigures, writeTable } from '../report-figures.ts';
import { chooseRiskLevel } from './choose-risk-level.ts';
import { type FittedMethod, fitModel, fitRowsOf } from './fit-model.ts';
import { gatherAnswers, gatherOptions, gatherUsage } from './gather-answers.ts';
import { scoreLabelled } from './score-labelled.ts';
import { writeModel } from './write-model.ts';

const { values } = parseArgs({
  options: { ...gatherOptions, 'dry-run': { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(
    `npm run fit -- confidence ${modelUsage} [--encoder FOLDER] [--index FOLDER] [--cache FOLDER] [--fresh] [--dry-run]
Fits the weights by which confidence is scored, on the parts for fitting alone, and writes them to
packages/answering/src/score/shipped-model.ts. Says which risk level these parts ask for.
${modelUsageDetail}
${gatherUsage}
  --dry-run       writes no weights`,
  );
  process.exit(0);
}
const modelFile = fileURLToPath(
  new URL('../../../packages/answering/src/score/shipped-model.ts', import.meta.url),
);
const { answers, reader, encoder } = await gatherAnswers(values, ['fit']);
const rows = fitRowsOf(answers);
const { model, fitted } = fitModel(rows, { base: shippedModel });
console.log(`Confidence; reader: ${reader}; encoder: ${encoder}; ${rows.length} answers`);
console.log(writeTable([methodHeading(), ...fitted.map(methodRow)]));
for (const { methods, model: method } of fitted) {
  console.log(`${methods.join(', ')}: constant ${method.constant}`);
  for (const [feature, { mean, scale, weight }] of Object.entries(method.features))
    console.log(`  ${feature}: ${weight} (usually ${mean}, ± ${scale})`);
}
const riskLevel = chooseRiskLevel(scoreLabelled(model, answers));
console.log(`An answer is worth as much as none at a score of ${riskLevel?.toFixed(3) ?? 'none'}`);
const which =
  values.only === undefined
    ? ''
    : ` (${fitted.flatMap(({ methods }) => methods).join(', ')}; the others before)`;
const note = `Fitted by \`npm run fit -- confidence\` on ${rows.length} answers${which}, with ${reader} and ${encoder}.
curated_exact is stated, not fitted: what somebody filed under these very words is right, or somebody filed it wrongly.`;
const written = writeModel(model, note);
if (values['dry-run']) console.log('Nothing was written.');
else if (readFileSync(modelFile, 'utf8') === written) console.log('The weights are as they were.');
else {
  writeFileSync(modelFile, written);
  console.log(`${nameModel(model)} is written; \`npm run format\` puts it into its form.`);
}
writeFigures(values.json, { reader, encoder, riskLevel, fitted, model });

function methodHeading(): string[] {
  return ['', 'answers', 'right', 'shrink', 'balanced by', 'log loss, left out', 'without features'];
}

function methodRow({ methods, rows: count, rightShare, chosen, withoutFeatures }: FittedMethod): string[] {
  return [
    methods.join(', '),
    String(count),
    percent(rightShare),
    String(chosen.shrink),
    chosen.balance,
    chosen.logLoss.toFixed(4),
    withoutFeatures.toFixed(4),
  ];
}
