import type { TenantId } from '@avow/foundation';
import { createKeyedMutex } from '@avow/foundation/concurrency';
import { openEnvelope } from '../records/records.ts';
import {
  acceptCalibration,
  applyDueProposal,
  dismissCalibration,
  resetCalibration,
  revertCalibration,
} from './calibration/change-calibration.ts';
import { readCalibration } from './calibration/read-calibration.ts';
import { type RefitDependencies, refit } from './calibration/refit.ts';
import type { FeedbackOperations } from './feedback.ts';
import type { FeedbackDependencies } from './feedback-dependencies.ts';
import type { Feedback, FeedbackInContext } from './feedback-store.ts';
import { type Audience, createFindAudience, intersectAudiences } from './proposal/find-audience.ts';
import { createAcceptProposal, createDismissProposal } from './proposal/settle-proposal.ts';
import { createSubmitFeedback } from './submit-feedback.ts';

/** Feedback, the pairs drafted from it, and the calibration fitted on its labels. */
export function createFeedbackOperations(
  given: Omit<FeedbackDependencies, 'mutex'> & RefitDependencies,
): FeedbackOperations {
  const parts = { ...given, mutex: createKeyedMutex() };
  const { store, records } = parts;
  // Changes of a tenant run one after the other, so that the newest revision has the newest labels.
  const inTurn = <Result>(tenantId: TenantId, work: () => Promise<Result>) => parts.mutex.run(tenantId, work);
  return {
    submitFeedback: createSubmitFeedback(parts),
    listFeedbackOf: async (tenantId, messageId) =>
      (await records.getMessage(tenantId, messageId)) === null
        ? null
        : await store.listFeedbackOf(tenantId, messageId),
    listFeedback: async (tenantId, filter, page) => {
      const found = await store.listFeedback(tenantId, filter, page);
      return await Promise.all(found.map((feedback) => addContext(parts, tenantId, feedback)));
    },
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
    refit: (tenantId, createdBy) => inTurn(tenantId, () => refit(parts, tenantId, createdBy)),
    applyDueProposal: (tenantId) => inTurn(tenantId, () => applyDueProposal(parts, tenantId)),
    acceptCalibration: (tenantId, proposalId, by) =>
      inTurn(tenantId, () => acceptCalibration(parts, tenantId, { proposalId, by })),
    dismissCalibration: (tenantId, proposalId, by) =>
      inTurn(tenantId, () => dismissCalibration(parts, tenantId, { proposalId, by })),
    revertCalibration: (tenantId, revision, by) =>
      inTurn(tenantId, () => revertCalibration(parts, tenantId, { revision, by })),
    resetCalibration: (tenantId, by) => inTurn(tenantId, () => resetCalibration(parts, tenantId, by)),
  };
}

/** What was asked and answered, as it may be shown: nothing of what was erased meanwhile. */
async function addContext(
  { records }: Pick<FeedbackDependencies, 'records'>,
  tenantId: TenantId,
  feedback: Feedback,
): Promise<FeedbackInContext> {
  const message = await records.getMessage(tenantId, feedback.messageId);
  if (message === null) return { ...feedback, question: null, answer: null, cited: [] };
  const { question, response } = openEnvelope(message.envelope);
  const answer = message.status === 'delivered' ? response.answer : null;
  const cited = new Map(
    (answer === null ? [] : response.citations).map(
      ({ document_id: documentId, content_pack_id: packId }) => [documentId, { packId, documentId }],
    ),
  );
  return { ...feedback, question: question === '' ? null : question, answer, cited: [...cited.values()] };
}
