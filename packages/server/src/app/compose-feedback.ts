import type { LearningGuards } from '@avow/guardrails';
import { shippedModel } from '../confidence/shipped-model.ts';
import type { ContentPacks } from '../content/content-packs.ts';
import { createFeedbackOperations } from '../feedback/create-feedback-operations.ts';
import type { FeedbackOperations } from '../feedback/feedback-operations.ts';
import { createRefitWhenDue } from '../feedback/refit-when-due.ts';
import type { AppParts } from './app-parts.ts';

/** Feedback and calibrations: the requests of clients, and automatic refits. */
export function composeFeedback(
  { data, clock, log }: Required<Pick<AppParts, 'data' | 'clock' | 'log'>>,
  { packs, guards }: { readonly packs: ContentPacks; readonly guards: LearningGuards },
): {
  readonly feedbackOperations: FeedbackOperations;
  readonly refitWhenDue: (signal: AbortSignal) => Promise<void>;
} {
  const { records, access, feedback: store } = data.store;
  const fitting = { store, model: shippedModel, nowMs: clock.nowMs };
  const feedbackOperations = createFeedbackOperations({ ...fitting, records, packs, guards });
  return {
    feedbackOperations,
    refitWhenDue: createRefitWhenDue({
      ...fitting,
      access,
      refit: feedbackOperations.refit,
      onFailure: (error, tenantId) => log.error({ err: error, tenant_id: tenantId }, 'refit failed'),
    }),
  };
}
