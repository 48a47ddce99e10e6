import { parseArgs } from 'node:util';
import { unsafeKinds } from '@avow/contract/guardrails';
import { attackThresholds, unsafeThresholds } from '@avow/guardrails/testing/checks';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf } from '../model-options.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { type AttackEvidence, figuresOf, fitAttackLines } from './fit/attack-lines.ts';
import { gatherEvidence } from './fit/evidence.ts';
import { readFresh, readWritten } from './fit/read-written.ts';
import { fitUnsafeClear, fitUnsafeThresholds, shareFoundBy } from './fit/unsafe-thresholds.ts';
import { inTurn } from './measuring.ts';
import { openMeasuredParts } from './open-measured-parts.ts';
import { showShare } from './show-share.ts';
import { readFittedAttacks } from './texts/attack-sets.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import { readPassages } from './texts/passages.ts';
import { positions, setIntoPassage } from './texts/set-into-passage.ts';
import { readUnsafeSets } from './texts/unsafe-sets.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    model: { type: 'string' },
    classifier: { type: 'string' },
    rows: { type: 'string', default: '600' },
    seed: { type: 'string', default: '11' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `npm run fit -- guardrails [--data FOLDER] [--model FOLDER] [--classifier FOLDER] [--rows N] [--seed N] [--json FILE]
Finds the lines by which prompt attacks and unsafe content are decided, on texts that no figure is reported of, and prints
them for classifier-thresholds.ts and for the usual thresholds.
  --rows N      texts of each set (600)
  --seed N      another sample, and other written texts
  --json FILE   also writes what the lines were found by`,
  );
  process.exit(0);
}
/** Ideally far fewer alarming texts would be found, but then too few unsafe texts would be. */
const bounds = { falseAlarms: 0.01, lookAlikesMax: 0.1 };
const writtenPerKind = 200;
const dataFolder = dataSetsFolder(values.data);
const size = { count: countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const parts = await openMeasuredParts({ classifier: values.classifier, screener: values.model });
const { classifier, screener, facts } = parts;
if (classifier === null || screener === null) {
  await parts.close();
  console.error('Lines are drawn between the n-gram classifier and the screening model: both are needed.');
  process.exit(1);
}
const written = readWritten(size.seed);
const gather = (set: { readonly name: string; readonly texts: readonly string[] }) =>
  gatherEvidence({ label: set.name, texts: set.texts }, { classifier, screener });
const some = (texts: readonly string[]) => takeSample(texts, size);

const ordinary = await inTurn(readOrdinarySets(dataFolder, { part: 'fit', size }), gather);
const attackEvidence = await gatherAttacks();
const unsafeEvidence = await gatherUnsafe();
await parts.close();

async function gatherAttacks(): Promise<AttackEvidence> {
  const dev = readFittedAttacks(dataFolder, facts, { split: 'dev', size });
  const train = readFittedAttacks(dataFolder, facts, { split: 'train', size });
  const writtenTexts = (isAttack: boolean) =>
    some((written?.injection ?? []).filter((one) => one.isAttack === isAttack).map(({ text }) => text));
  const fresh = readFresh('attacks');
  const passages = readPassages(dataFolder, { part: 'fit', perCorpus: fresh.length, seed: size.seed + 1 });
  const spoiled = positions.map((position, place) => ({
    name: `in passages, ${position}`,
    texts: fresh.map((sentence, at) =>
      setIntoPassage(passages[(at + place) % passages.length]?.passages[at] ?? '', { sentence, position }),
    ),
  }));
  const lookAlikes = [
    ...[...dev.lookAlikes, ...train.lookAlikes].flatMap(({ texts }) => texts),
    ...writtenTexts(false),
    ...readFresh('harmless'),
  ];
  return {
    ordinary,
    attacks: await inTurn([...dev.attacks, { name: 'fresh', texts: fresh }, ...spoiled], gather),
    learned: await inTurn([...train.attacks, { name: 'written attacks', texts: writtenTexts(true) }], gather),
    lookAlikes: await gather({ name: 'look-alikes', texts: lookAlikes }),
  };
}

async function gatherUnsafe() {
  const labelled = readUnsafeSets(dataFolder, facts, { part: 'fit', size }).filter(
    // Data held out from training is held out here too.
    ({ isUnsafe, status }) => isUnsafe && status !== 'unseen',
  );
  const writtenTexts = (test: (kinds: readonly string[]) => boolean) =>
    some((written?.unsafe ?? []).filter(({ kinds }) => test(kinds)).map(({ text }) => text));
  const byKind = unsafeKinds.map((kind) => ({
    name: `written, ${kind}`,
    texts: writtenTexts((kinds) => kinds.includes(kind)).slice(0, writtenPerKind),
  }));
  const shown = { name: 'written, safe', texts: writtenTexts((kinds) => kinds.length === 0) };
  const fresh = { name: 'fresh', texts: readFresh('unsafe') };
  const unsafe = await inTurn([...labelled, fresh], async (set) => ({
    name: set.name,
    texts: await gather(set),
  }));
  const learned = await inTurn([...byKind, shown], async (set) => ({
    name: set.name,
    texts: await gather(set),
  }));
  const lookAlikes = await gather({ name: 'alarming', texts: readFresh('alarming') });
  return { ordinary: ordinary.flat(), lookAlikes, unsafe, learned };
}

const fitted = fitAttackLines(attackEvidence, { ruleSure: attackThresholds.ruleSure, ...bounds });
const attackRow = ({ lines, threshold, ...shares }: typeof fitted.chosen) => [
  ...[lines.modelShare, lines.clear, lines.sure].map((line) => String(line)),
  threshold.toFixed(3),
  ...[shares.recall, shares.recallOfLearned, shares.mistaken, shares.asked].map(showShare),
];
const now = { lines: attackThresholds, ...figuresOf(attackEvidence, attackThresholds, bounds.falseAlarms) };
console.log(`Lines; models: ${parts.names.join(', ')}\nAttacks, where 1 % of ordinary texts are found`);
console.log(
  writeTable([
    ['model share', 'clear', 'sure', 'threshold', 'recall', 'of learned', 'look-alikes found', 'model asked'],
    ...[...fitted.byShare, ...fitted.byClear, ...fitted.bySure].map(attackRow),
    ['as it is now'],
    attackRow(now),
    ['best'],
    attackRow(fitted.chosen),
  ]),
);
const thresholds = fitUnsafeThresholds(unsafeEvidence, {
  ordinaryMax: bounds.falseAlarms,
  lookAlikesMax: bounds.lookAlikesMax,
});
const half = Object.fromEntries(unsafeKinds.map((kind) => [kind, 0.5])) as typeof thresholds;
const clear = fitUnsafeClear(unsafeEvidence, thresholds);
console.log('\nUnsafe content: found by thresholds of 0.5, and by those below');
console.log(
  writeTable([
    ['', 'texts', 'at 0.5', 'fitted'],
    ...[
      { name: 'ordinary', texts: unsafeEvidence.ordinary },
      { name: 'fresh, alarming', texts: unsafeEvidence.lookAlikes },
      ...unsafeEvidence.unsafe,
      ...unsafeEvidence.learned,
    ].map(({ name, texts }) => [
      name,
      String(texts.length),
      showShare(shareFoundBy(texts, half)),
      showShare(shareFoundBy(texts, thresholds)),
    ]),
  ]),
);
console.log(
  writeTable([
    ['clear', 'recall', 'model asked'],
    ...clear.rows.map((row) => [String(row.clear), showShare(row.recall), showShare(row.asked)]),
  ]),
);
const { ruleSure, ...lines } = fitted.chosen.lines;
console.log(
  `\nattackLines ${JSON.stringify({ ...lines, ruleSure })}, threshold ${fitted.chosen.threshold.toFixed(2)}`,
);
console.log(`unsafeThresholds ${JSON.stringify({ clear: clear.chosen?.clear ?? unsafeThresholds.clear })}`);
console.log(`thresholds ${JSON.stringify(thresholds)}`);
writeFigures(values.json, { fitted, now, thresholds, clear, attackEvidence, unsafeEvidence });
