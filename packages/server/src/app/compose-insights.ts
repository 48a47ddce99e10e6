import { createInsights } from '../insights/create-insights.ts';
import { createQuestionVectors } from '../insights/question-vectors.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { GuardrailPolicies } from '../interfaces/guardrail-policies.ts';
import type { Insights } from '../interfaces/insights.ts';
import type { Learning } from '../interfaces/learning.ts';
import type { AppParts } from './app-parts.ts';

/** What is counted over many messages, and the reading of questions' meanings that goes on behind it. */
export function composeInsights(
  {
    data,
    encoder,
    budgets,
    clock,
    log,
  }: Required<Pick<AppParts, 'data' | 'encoder' | 'budgets' | 'clock' | 'log'>>,
  also: {
    readonly packs: ContentPacks;
    readonly policies: GuardrailPolicies;
    readonly learnt: Pick<Learning, 'readCalibration' | 'audienceOf'>;
    readonly hasQuestions: () => boolean;
  },
): { readonly insights: Insights; close(): Promise<void> } {
  const { hasQuestions, learnt, ...others } = also;
  const rest = { ...others, calibrations: learnt, audiences: learnt };
  const { insights, learning, records } = data.store;
  const onFailure = (error: unknown) => log.error({ err: error }, 'questions could not be encoded');
  const vectors =
    encoder === null ? null : createQuestionVectors({ encoder, insights, records, hasQuestions, onFailure });
  return {
    insights: createInsights({ ...rest, insights, learning, records, vectors, budgets, nowMs: clock.nowMs }),
    close: async () => vectors?.stop(),
  };
}
