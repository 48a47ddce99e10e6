import { createKeyedMutex } from '@avow/foundation';
import { nameModel } from '../confidence/confidence-model.ts';
import type { FeedbackOperations } from './feedback-operations.ts';
import type { FeedbackParts } from './feedback-parts.ts';
import { type Audience, createFindAudience, intersectAudiences } from './find-audience.ts';
import { readCalibration } from './read-calibration.ts';
import { type RefitParts, refit } from './refit.ts';
import { createAcceptProposal, createDismissProposal } from './settle-proposal.ts';
import { createSubmitFeedback } from './submit-feedback.ts';

/** Feedback, the pairs drafted from it, and the calibration fitted on its labels. */
export function createFeedbackOperations(
  given: Omit<FeedbackParts, 'mutex'> & RefitParts,
): FeedbackOperations {
  const parts = { ...given, mutex: createKeyedMutex() };
  const { store, records, model, nowMs } = parts;
  return {
    submitFeedback: createSubmitFeedback(parts),
    listFeedbackOf: async (tenantId, messageId) =>
      (await records.getMessage(tenantId, messageId)) === null
        ? null
        : await store.listFeedbackOf(tenantId, messageId),
    listFeedback: (tenantId, filter, page) => store.listFeedback(tenantId, filter, page),
    acceptProposal: createAcceptProposal(parts),
    dismissProposal: createDismissProposal(parts),
    findAudience: async (tenantId, messageIds) => {
      const findAudience = createFindAudience(parts.packs, tenantId);
      let shared: Audience = [];
      for (const messageId of messageIds) {
        const message = await records.getMessage(tenantId, messageId);
        shared = intersectAudiences(shared, message === null ? null : await findAudience(message));
        if (shared === null) break;
      }
      return shared;
    },
    readCalibration: (tenantId) => readCalibration(parts, tenantId),
    // Fits of a tenant run one after the other, so that the newest revision has the newest labels.
    refit: (tenantId, createdBy) => parts.mutex.run(tenantId, () => refit(parts, tenantId, createdBy)),
    resetCalibration: (tenantId, createdBy) =>
      parts.mutex.run(tenantId, async () => {
        const newest = await store.currentCalibration(tenantId);
        if (newest !== null && newest.fit === null) return;
        const reset = { model: nameModel(model), fit: null, createdAtMs: nowMs(), createdBy };
        await store.putCalibration(tenantId, reset);
      }),
  };
}
