import { readRows } from '../../data-sets.ts';
import { type ModelFacts, trainingStatus } from '../../read-model-facts.ts';
import { takeSample } from '../../take-sample.ts';
import type { SampleSize, TextSet } from './text-set.ts';

interface PoolRow {
  readonly text: string;
  readonly y: 0 | 1;
  readonly src: string;
}

export interface AttackSets {
  readonly attacks: readonly TextSet[];
  /** They sound like attacks but are not. */
  readonly lookAlikes: readonly TextSet[];
}

const pool = 'prompt_injection_pool';
/** The held-out sources if a manifest does not name any: training leaves these out. */
const usuallyApart = ['act_as_benign', 'injecguard_valid', 'tensortrust_extract', 'tensortrust_hijack'];

function readSplits(dataFolder: string, splits: readonly string[]): PoolRow[] {
  return splits.flatMap((split) => readRows<PoolRow>(dataFolder, `${pool}/${split}`));
}

const isApart = ({ keptApart }: ModelFacts, source: string) =>
  (keptApart['injection'] ?? usuallyApart).includes(source);

/** All rows of held-out sources, the test split of the others, and jailbreaks that are not in another split. */
export function readReportedAttacks(dataFolder: string, facts: ModelFacts, size: SampleSize): AttackSets {
  const rest = readSplits(dataFolder, ['train', 'dev']);
  const test = readSplits(dataFolder, ['test']);
  const sets = setsBySource([...rest.filter(({ src }) => isApart(facts, src)), ...test], facts, size);
  const seen = new Set(rest.map(({ text }) => text.trim()));
  const jailbreaks = readRows<{ prompt: string }>(dataFolder, 'jailbreak_llms/jailbreaks')
    .map(({ prompt }) => prompt)
    .filter((prompt) => !seen.has(prompt.trim()));
  const others: TextSet = {
    name: 'jailbreak_llms, the rest',
    status: trainingStatus(facts, { pool: 'injection', part: 'jailbreak_llms' }),
    texts: takeSample(jailbreaks, size),
  };
  return { ...sets, attacks: [...sets.attacks.filter(({ name }) => name !== 'jailbreak_llms'), others] };
}

/** The development or training split of sources that were not held out. */
export function readFittedAttacks(
  dataFolder: string,
  facts: ModelFacts,
  { split, size }: { readonly split: 'dev' | 'train'; readonly size: SampleSize },
): AttackSets {
  const rows = readSplits(dataFolder, [split]).filter(({ src }) => !isApart(facts, src));
  return setsBySource(rows, facts, size);
}

function setsBySource(rows: readonly PoolRow[], facts: ModelFacts, size: SampleSize): AttackSets {
  const setsOf = (label: 0 | 1): TextSet[] =>
    [...Map.groupBy(rows, ({ src }) => src)]
      .map(([name, its]) => ({
        name,
        status: trainingStatus(facts, { pool: 'injection', part: name }),
        texts: takeSample(
          its.filter(({ y }) => y === label).map(({ text }) => text),
          size,
        ),
      }))
      .filter(({ texts }) => texts.length > 0);
  return { attacks: setsOf(1), lookAlikes: setsOf(0) };
}
