import { createRandom } from '../random.ts';
import { writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { compileCheck } from './compile-check.ts';
import { type Setup, setupsOf } from './measured-parts.ts';
import { checkAll, inTurn, type Measure, type Measuring, shareFound } from './measuring.ts';
import { showShare } from './show-share.ts';
import { readReportedAttacks } from './texts/attack-sets.ts';
import { type CorpusPassages, readPassages } from './texts/passages.ts';
import { positions, setIntoPassage } from './texts/set-into-passage.ts';
import { usualGuardrail } from './usual-guardrail.ts';

/** Longer attacks cannot hide as one sentence in a passage. */
const sentenceUnitsMax = 400;
const sentencesPerSource = 60;
/** Passages per corpus: with rules and the classifier, and with the slower model. */
const plainPerCorpus = 4_000;
const plainPerCorpusWithModel = 150;

interface SpoiledSet {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Measures which passages with an inserted instruction, and which plain ones, are filtered out. */
export const measureIndirectInjection: Measure = async (given) => {
  const { dataFolder, parts, size } = given;
  const all = size.count === null;
  const perCorpus = all ? Number.MAX_SAFE_INTEGER : plainPerCorpus;
  const plain = readPassages(dataFolder, { part: 'report', perCorpus, seed: size.seed });
  const spoiled = spoilPassages(given, plain);
  const columns = await inTurn(setupsOf(parts), async (setup) => {
    const few = setup.parts.screener !== null && !all;
    const plainSets = plain.map(({ corpus, passages }) => ({
      name: corpus,
      texts: few ? passages.slice(0, plainPerCorpusWithModel) : passages,
    }));
    return {
      name: setup.name,
      spoiled: await foundIn(setup, spoiled),
      plain: await foundIn(setup, plainSets),
    };
  });
  console.log('\nOrders in passages: found');
  console.log(
    writeTable([
      ['', 'texts', ...columns.map(({ name }) => name)],
      ...spoiled.map(({ name, texts }, place) => [
        name,
        String(texts.length),
        ...columns.map((one) => showShare(one.spoiled[place]?.found ?? null)),
      ]),
    ]),
  );
  console.log('\nPlain passages: found, of so many');
  console.log(
    writeTable([
      ['', ...columns.map(({ name }) => name)],
      ...plain.map(({ corpus }, place) => [corpus, ...columns.map((one) => showAlarms(one.plain[place]))]),
      ['all', ...columns.map((one) => showAlarms(together(one.plain)))],
    ]),
  );
  return columns;
};

interface Found {
  readonly name: string;
  readonly texts: number;
  readonly found: number | null;
}

/** Sentences of sources that no model was trained on, each inserted into another passage. */
function spoilPassages(
  { dataFolder, parts, size }: Measuring,
  plain: readonly CorpusPassages[],
): SpoiledSet[] {
  const passages = plain.flatMap((one) => one.passages);
  const random = createRandom(size.seed);
  const { attacks } = readReportedAttacks(dataFolder, parts.facts, { ...size, count: null });
  return attacks
    .filter(({ name }) => !name.startsWith('jailbreak'))
    .flatMap(({ name, texts }) => {
      const short = texts.filter((text) => text.length <= sentenceUnitsMax);
      const sentences = takeSample(short, { count: sentencesPerSource, seed: size.seed });
      return positions.map((position) => ({
        name: `${name}, ${position}`,
        texts: sentences.map((sentence) =>
          setIntoPassage(passages[Math.floor(random() * passages.length)] ?? '', { sentence, position }),
        ),
      }));
    });
}

async function foundIn(setup: Setup, sets: readonly SpoiledSet[]): Promise<Found[]> {
  const check = compileCheck(usualGuardrail('indirectInjection', setup.parts), setup.parts);
  if (check === null) return [];
  return inTurn(sets, async ({ name, texts }) => {
    const checked = await checkAll(check, { label: `${name}, ${setup.name}`, texts });
    return { name, texts: texts.length, found: shareFound(checked.map(({ isFound }) => isFound)) };
  });
}

function together(sets: readonly Found[]): Found {
  const texts = sets.reduce((sum, one) => sum + one.texts, 0);
  const found = sets.reduce((sum, one) => sum + (one.found ?? 0) * one.texts, 0);
  return { name: 'all', texts, found: texts === 0 ? null : found / texts };
}

function showAlarms(one: Found | undefined): string {
  return one === undefined ? '–' : `${showShare(one.found)} of ${one.texts}`;
}
