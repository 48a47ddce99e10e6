import type { Explanation } from '@avow/answering/score';
import type { AnswerMethod } from '@avow/contract/values';

/** Explanations as earlier releases stored them. */
type LegacyExplanation = Omit<Explanation, 'evidence' | 'factors' | 'caps'> & {
  readonly evidence: Omit<Explanation['evidence'], 'method'> & { readonly way: string };
  readonly factors: ReadonlyArray<{
    readonly feature: string;
    readonly words: string;
    readonly effect: number;
  }>;
  readonly caps: ReadonlyArray<{ readonly cause: string; readonly max: number }>;
};

const methods: Readonly<Record<string, AnswerMethod>> = {
  curated_exact: 'curated_exact',
  curated_similar: 'curated_similar',
  curated_meaning: 'curated_semantic',
  read: 'extractive',
  by_words: 'keyword',
  written_1: 'generative_tier_1',
  written_2: 'generative_tier_2',
  written_3: 'generative_tier_3',
};

/** The log commits to what a record holds, so old names stay in it and are translated here. */
export function readExplanation(stored: Explanation | LegacyExplanation): Explanation {
  if (!('way' in stored.evidence)) return stored as Explanation;
  const { way, ...evidence } = stored.evidence;
  return {
    ...stored,
    evidence: { ...evidence, method: methods[way] as AnswerMethod },
    factors: stored.factors.map((factor) => ({
      ...factor,
      feature: (factor.feature === 'way'
        ? 'method'
        : factor.feature) as Explanation['factors'][number]['feature'],
    })),
    caps: stored.caps.map(({ cause, max }) => ({
      cause: (cause === 'disagreeing'
        ? 'conflicting_sources'
        : cause) as Explanation['caps'][number]['cause'],
      max,
    })),
  };
}
