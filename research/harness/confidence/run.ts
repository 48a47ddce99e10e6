import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ConfidenceModel, nameModel, shippedModel } from '@avow/answering/score';
import { drawReliability } from '@avow/evaluation/report';
import { modelUsage, modelUsageDetail } from '../model-options.ts';
import { writeFigures } from '../report-figures.ts';
import { confidenceFigures, figuresByBand } from './confidence-figures.ts';
import { fitModel, fitRowsOf } from './fit-model.ts';
import { gatherAnswers, gatherOptions, gatherUsage } from './gather-answers.ts';
import type { LabelledAnswer } from './labelled-answer.ts';
import {
  type FiguresGroup,
  figuresByGroup,
  writeBandTable,
  writeCoverageTable,
  writeFiguresTable,
} from './report.ts';
import { scoreAllBefore, scoreLabelled, usualRules } from './score-labelled.ts';

const { values } = parseArgs({ options: { ...gatherOptions, picture: { type: 'string' } } });
if (values.help) {
  console.log(
    `npm run eval -- confidence ${modelUsage} [--encoder FOLDER] [--index FOLDER] [--cache FOLDER] [--fresh] [--picture FILE]
Whether scores mean what they say: whole answers of the service, held against what people hold to be right, on kinds of
corpora that weights were fitted on and on corpora that they never were.
${modelUsageDetail}
${gatherUsage}
  --picture FILE  where the reliability diagram is written (docs/confidence-reliability.svg)`,
  );
  process.exit(0);
}
const picture =
  values.picture ?? fileURLToPath(new URL('../../../docs/confidence-reliability.svg', import.meta.url));
const { riskLevel } = usualRules;
const { answers, reader, encoder } = await gatherAnswers(values, ['fit', 'report']);
const scored = scoreLabelled(shippedModel, answers);
const groups = figuresByGroup(scored, riskLevel);
const before = figuresByGroup(scoreAllBefore(scored), riskLevel);
console.log(`Confidence; model: ${nameModel(shippedModel)}; reader: ${reader}; encoder: ${encoder}`);
console.log(writeFiguresTable(groups, before));
console.log(`\nAnswered, with this share of the answers right; and at the risk level of ${riskLevel}`);
console.log(writeCoverageTable(groups, before));
const bands = [false, true].map((isUnseen) => {
  const its = scored.filter((one) => one.part === 'report' && one.isUnseen === isUnseen);
  return { isUnseen, figures: figuresByBand(its, riskLevel) };
});
for (const { isUnseen, figures } of bands) {
  console.log(`\nBy band, ${isUnseen ? 'corpora never fitted on' : 'kinds that were fitted on'}`);
  console.log(writeBandTable(figures));
}
const leftOut = leaveOut(answers, shippedModel);
console.log('\nCorpora of documentation, each scored by weights that were fitted on all others');
console.log(writeFiguresTable(leftOut, []));
writeFileSync(picture, drawing(groups));
process.stderr.write(`Reliability diagram written to ${picture}\n`);
writeFigures(values.json, {
  model: nameModel(shippedModel),
  reader,
  encoder,
  riskLevel,
  groups,
  before,
  bands,
  leftOut,
});

/** Scores each documentation corpus by a model fitted on answers that were read from the others. */
function leaveOut(all: readonly LabelledAnswer[], base: ConfidenceModel): FiguresGroup[] {
  const own = all.filter(({ kind }) => kind === 'documentation');
  const each = [...Map.groupBy(own, ({ corpus }) => corpus)].map(([corpus, its]) => {
    const rows = fitRowsOf(all.filter((one) => one.corpus !== corpus));
    const read = rows.filter(({ evidence }) => evidence.method === 'extractive');
    const { model } = fitModel(read, { base });
    const reported = scoreLabelled(model, its).filter(({ part }) => part === 'report');
    return { name: corpus, scored: reported };
  });
  const together = { name: 'together', scored: each.flatMap((one) => one.scored) };
  return [together, ...each].map(({ name, scored: some }) => ({
    name,
    figures: confidenceFigures(some, riskLevel),
  }));
}

function drawing([seen, ...others]: readonly FiguresGroup[]): string {
  const unseen = others.find(({ name }) => !name.startsWith(' '));
  const series = [seen, unseen].flatMap((group) => (group === undefined ? [] : [group]));
  return drawReliability({
    title: 'What scores are worth',
    series: series.map(({ name, figures: { bins, error, errorInterval } }) => ({
      name,
      bins,
      error,
      errorInterval,
    })),
  });
}
