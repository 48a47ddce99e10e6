import { disguises, heldOutPhrases } from '@avow/guardrails/testing';
import type { ModelFacts } from '../../read-model-facts.ts';
import { readReportedAttacks } from './attack-sets.ts';
import type { SampleSize } from './text-set.ts';
import { readViewSets } from './view-sets.ts';

export interface RuleSet {
  readonly name: string;
  readonly isAttack: boolean;
  readonly texts: readonly string[];
}

/** Attacks and ordinary texts. With a model's facts: attacks that it was not trained on, and phrases kept apart in every disguise. */
export function readRuleSets(
  dataFolder: string,
  { size, facts }: { readonly size: SampleSize; readonly facts: ModelFacts | null },
): readonly RuleSet[] {
  const sets = readViewSets(dataFolder, size).filter(({ check }) => check !== 'unsafe');
  if (facts === null) return sets;
  // The harmless texts of the pool were trained on too.
  const ordinary = sets.filter(
    ({ isAttack, name }) => !isAttack && !name.startsWith('prompt_injection_pool'),
  );
  const { attacks, lookAlikes } = readReportedAttacks(dataFolder, facts, { ...size, count: null });
  const disguised = [{ name: 'no disguise', apply: (phrase: string) => phrase }, ...disguises].map(
    ({ name, apply }) => ({ name: `phrases: ${name}`, isAttack: true, texts: heldOutPhrases.map(apply) }),
  );
  return [
    ...attacks.map(({ name, texts }) => ({ name, isAttack: true, texts })),
    ...disguised,
    ...lookAlikes.map(({ name, texts }) => ({ name, isAttack: false, texts })),
    ...ordinary,
  ];
}
