import type { GuardrailPolicies } from '@avow/guardrails';
import type { ContentPacks } from '../content/content-packs.ts';
import type { FeedbackOperations } from '../feedback/feedback-operations.ts';
import { createInsights } from '../insights/create-insights.ts';
import type { Insights } from '../insights/insights.ts';
import { createQuestionVectors } from '../insights/question-vectors.ts';
import type { AppParts } from './app-parts.ts';

/** Insights over many messages, and the embedding of their questions in the background. */
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
    readonly feedbackOperations: Pick<FeedbackOperations, 'readCalibration' | 'findAudience'>;
    readonly hasQuestions: () => boolean;
  },
): { readonly insights: Insights; close(): Promise<void> } {
  const { hasQuestions, feedbackOperations, ...others } = also;
  const rest = { ...others, calibrations: feedbackOperations, audiences: feedbackOperations };
  const { insights, feedback, records } = data.store;
  const onFailure = (error: unknown) => log.error({ err: error }, 'questions could not be embedded');
  const vectors =
    encoder === null ? null : createQuestionVectors({ encoder, insights, records, hasQuestions, onFailure });
  return {
    insights: createInsights({ ...rest, insights, feedback, records, vectors, budgets, nowMs: clock.nowMs }),
    close: async () => vectors?.stop(),
  };
}
