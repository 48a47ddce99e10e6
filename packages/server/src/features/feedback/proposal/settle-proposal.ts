import type { InputFault, PackId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { StoredMessage } from '../../records/record-store.ts';
import { openEnvelope, type ReaderGroups } from '../../records/records.ts';
import type { AcceptedProposal, FeedbackOperations } from '../feedback.ts';
import type { FeedbackDependencies } from '../feedback-dependencies.ts';
import type { Feedback, FeedbackId } from '../feedback-store.ts';
import { composePair } from './compose-pair.ts';
import { draftProposal } from './draft-proposal.ts';
import { findPack } from './find-pack.ts';

export function createAcceptProposal(parts: FeedbackDependencies): FeedbackOperations['acceptProposal'] {
  return (tenantId, feedbackId, { readableBy, ...accepted }) =>
    withCurrentFeedback(parts, { tenantId, feedbackId, readableBy }, async (feedback) => {
      const { state } = feedback.proposal;
      const isOpen = state === 'proposed' || (state === 'none' && accepted.answer !== undefined);
      if (!isOpen) throw notOpen(feedback);
      const message = await parts.records.getMessage(tenantId, feedback.messageId);
      if (message === null) return null;
      const packId = await choosePack(parts, tenantId, { accepted, feedback, message });
      const proposed = { message, feedback, accepted };
      if (packId !== null) return await draftProposal(parts, tenantId, { ...proposed, packId });
      // Reports everything that is missing together.
      const composed = await composePair(parts.packs, tenantId, { ...proposed, existing: null });
      throw new AppError('validation_failed', {
        detail: 'The feedback is not complete enough for a curated pair.',
        errors: [
          packFault,
          ...pairFaults(accepted),
          ...(composed.kind === 'incomplete' ? composed.faults : []),
        ],
      });
    });
}

const packFault = {
  pointer: '/content_pack_id',
  code: 'required',
  message: 'Neither the feedback nor the answer names a content pack',
};

/** Pairs are found in a pack. */
const pairFaults = ({ curatedId }: AcceptedProposal): InputFault[] =>
  curatedId === undefined
    ? []
    : [{ pointer: '/qna_id', code: 'invalid_value', message: 'Needs a content_pack_id' }];

export function createDismissProposal(parts: FeedbackDependencies): FeedbackOperations['dismissProposal'] {
  return (tenantId, feedbackId, { readableBy }) =>
    withCurrentFeedback(parts, { tenantId, feedbackId, readableBy }, async (feedback) => {
      const { state, packId, curatedId } = feedback.proposal;
      if (state === 'dismissed') return feedback;
      if (state === 'drafted') throw notOpen(feedback);
      // A crash may have left a pair without its proposal.
      if (packId !== null && curatedId !== null) await parts.packs.deletePair(tenantId, packId, curatedId);
      const to = { state: 'dismissed', packId, curatedId: null } as const;
      const isSettled = await parts.store.settleProposal(tenantId, feedbackId, { from: state, to });
      return isSettled ? { ...feedback, proposal: to } : null;
    });
}

/** Runs with the current feedback while holding the mutex of its message. Null: there is none that the caller may see. */
async function withCurrentFeedback<Settled>(
  { store, records, mutex }: FeedbackDependencies,
  {
    tenantId,
    feedbackId,
    readableBy,
  }: {
    readonly tenantId: TenantId;
    readonly feedbackId: FeedbackId;
    readonly readableBy: ReaderGroups;
  },
  settle: (feedback: Feedback) => Promise<Settled | null>,
): Promise<Settled | null> {
  const seen = await store.getFeedback(tenantId, feedbackId);
  if (seen === null || (await records.isHidden(tenantId, seen.messageId, readableBy))) return null;
  return await mutex.run(`${tenantId} ${seen.messageId}`, async () => {
    const feedback = await store.getFeedback(tenantId, feedbackId);
    return feedback === null ? null : await settle(feedback);
  });
}

function notOpen({ proposal }: Feedback): AppError {
  const details = {
    none: 'This feedback has no better answer: say in `answer` what should be answered.',
    proposed: 'The proposal is still open.',
    drafted: `The proposal is already the answer of pair ${proposal.curatedId} of ${proposal.packId}.`,
    dismissed: 'The feedback was dismissed.',
  };
  return new AppError('invalid_state', { detail: details[proposal.state] });
}

async function choosePack(
  { packs }: FeedbackDependencies,
  tenantId: TenantId,
  given: {
    readonly accepted: AcceptedProposal;
    readonly feedback: Feedback;
    readonly message: StoredMessage;
  },
): Promise<PackId | null> {
  const { accepted, feedback, message } = given;
  if (accepted.packId !== undefined) return await findPack(packs, tenantId, accepted.packId);
  const { citations } = openEnvelope(message.envelope).response;
  const named = [feedback.proposal.packId, ...citations.map(({ content_pack_id: packId }) => packId)];
  // Skips packs that were deleted in the meantime.
  for (const packId of new Set(named))
    if (packId !== null && (await packs.getPack(tenantId, packId)) !== null) return packId;
  return null;
}
