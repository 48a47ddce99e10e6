import { nameModel } from '../confidence/confidence-model.ts';
import type { Learning } from '../interfaces/learning.ts';
import { type Audience, createAudienceOf, narrow } from './audience-of.ts';
import { createTurns } from './create-turns.ts';
import type { FeedbackParts } from './feedback-parts.ts';
import { createGiveFeedback } from './give-feedback.ts';
import { readCalibration } from './read-calibration.ts';
import { type RefitParts, refit } from './refit.ts';
import { createAcceptProposal, createDismissProposal } from './settle-proposal.ts';

/** Feedback, what is made of it, and what scores learn from it. */
export function createLearning(given: Omit<FeedbackParts, 'takeTurn'> & RefitParts): Learning {
  const parts = { ...given, takeTurn: createTurns() };
  const { store, records, model, nowMs } = parts;
  return {
    giveFeedback: createGiveFeedback(parts),
    listFeedbackOf: async (tenantId, messageId) =>
      (await records.getMessage(tenantId, messageId)) === null
        ? null
        : await store.listFeedbackOf(tenantId, messageId),
    listFeedback: (tenantId, filter, page) => store.listFeedback(tenantId, filter, page),
    acceptProposal: createAcceptProposal(parts),
    dismissProposal: createDismissProposal(parts),
    audienceOf: async (tenantId, messageIds) => {
      const audienceOf = createAudienceOf(parts.packs, tenantId);
      let shared: Audience = [];
      for (const messageId of messageIds) {
        const message = await records.getMessage(tenantId, messageId);
        shared = narrow(shared, message === null ? null : await audienceOf(message));
        if (shared === null) break;
      }
      return shared;
    },
    readCalibration: (tenantId) => readCalibration(parts, tenantId),
    // A tenant's fits follow each other: the newest revision is that of the newest labels.
    refit: (tenantId, createdBy) => parts.takeTurn(tenantId, () => refit(parts, tenantId, createdBy)),
    resetCalibration: (tenantId, createdBy) =>
      parts.takeTurn(tenantId, async () => {
        const newest = await store.currentCalibration(tenantId);
        if (newest !== null && newest.fit === null) return;
        const reset = { model: nameModel(model), fit: null, createdAtMs: nowMs(), createdBy };
        await store.putCalibration(tenantId, reset);
      }),
  };
}
