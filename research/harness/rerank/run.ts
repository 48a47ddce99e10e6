import { parseArgs } from 'node:util';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions, modelUsage, modelUsageDetail, shareOf } from '../model-options.ts';
import { openChosenEncoder } from '../open-chosen-encoder.ts';
import { openChosenReader } from '../open-chosen-reader.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { orders, type RerankFigures, type RerankPlan, rerankChunks, rerankSet } from './rerank-set.ts';
import { selectSentences } from './select-sentences.ts';

const { values } = parseArgs({
  options: {
    ...modelOptions,
    encoder: { type: 'string' },
    sets: { type: 'string', default: 'scifact,cranfield,cisi,cacm,code,chunks,selqa,wikiqa' },
    questions: { type: 'string', default: '40' },
    depth: { type: 'string', default: '12' },
    share: { type: 'string', default: '0.5' },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- rerank ${modelUsage} [--sets NAMES] [--questions N] [--depth N] [--share S] [--encoder FOLDER]
Whether reading what the search found puts it in a better order: by reading alone, and mixed with the search.
${modelUsageDetail}
  --questions N   questions of each set (40)
  --depth N       candidates that are read for a question (12)
  --share S       the share of reading in the mix, 0 to 1 (0.5)`,
  );
  process.exit(0);
}
const dataFolder = dataSetsFolder(values.data);
const { reader } = await openChosenReader(values.model);
const encoder = await openChosenEncoder(values.encoder);
const plan: RerankPlan = {
  ...{ dataFolder, encoder, reader },
  depth: countOf('depth', values.depth),
  share: shareOf('share', values.share),
  count: values.all ? null : countOf('questions', values.questions),
  seed: countOf('seed', values.seed),
};

const measurements: Readonly<
  Record<string, { readonly figures: string; readonly measure: () => Promise<RerankFigures> }>
> = {
  ...Object.fromEntries(
    (['scifact', 'cranfield', 'cisi', 'cacm', 'code'] as const).map((name) => [
      name,
      { figures: 'nDCG@10 / recall@5', measure: () => rerankSet(name, plan) },
    ]),
  ),
  chunks: { figures: 'precision / recall of spans', measure: () => rerankChunks(plan) },
  selqa: { figures: 'MAP / MRR', measure: () => selectSentences('selqa', plan) },
  wikiqa: { figures: 'MAP / MRR', measure: () => selectSentences('wikiqa', plan) },
};

const rows = [['', 'questions', '', 'as found', 'by reading', `mixed, ${plan.share}`]];
const figures: Record<string, RerankFigures> = {};
for (const name of values.sets.split(',')) {
  const measurement = measurements[name];
  if (measurement === undefined) throw new Error(`there is no set ${name}`);
  process.stderr.write(`${name}\n`);
  const found = await measurement.measure();
  figures[name] = found;
  const cells = orders.map(
    (order) => `${found.by[order].first.toFixed(4)} / ${found.by[order].second.toFixed(4)}`,
  );
  rows.push([name, String(found.questions), measurement.figures, ...cells]);
}
await Promise.all([reader.close(), encoder?.close()]);
console.log(
  `Reranking; model: ${reader.name}; encoder: ${encoder?.name ?? 'none'}; ${plan.depth} candidates read`,
);
console.log(writeTable(rows));
writeFigures(values.json, {
  model: reader.name,
  encoder: encoder?.name ?? null,
  depth: plan.depth,
  share: plan.share,
  seed: plan.seed,
  figures,
});
