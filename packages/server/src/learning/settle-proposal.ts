import { openEnvelope } from '../audit/envelope.ts';
import { AppError } from '../errors/app-error.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { AcceptedProposal, Learning } from '../interfaces/learning.ts';
import type { Feedback, FeedbackId } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import { composePair } from './compose-pair.ts';
import { draftProposal } from './draft-proposal.ts';
import type { FeedbackParts } from './feedback-parts.ts';
import { findPack } from './find-pack.ts';

export function createAcceptProposal(parts: FeedbackParts): Learning['acceptProposal'] {
  return (tenantId, feedbackId, accepted) =>
    inTurn(parts, { tenantId, feedbackId }, async (feedback) => {
      if (feedback.proposal.state !== 'proposed') throw refuse(feedback);
      const message = await parts.records.getMessage(tenantId, feedback.messageId);
      if (message === null) return null;
      const packId = await choosePack(parts, tenantId, { accepted, feedback, message });
      const proposed = { message, feedback, accepted };
      if (packId !== null) return await draftProposal(parts, tenantId, { ...proposed, packId });
      // Whatever else is lacking is said with it.
      const composed = await composePair(parts.packs, tenantId, { ...proposed, existing: null });
      throw new AppError('validation_failed', {
        detail: 'No pair can be made of it as it is.',
        errors: [packFault, ...(composed.kind === 'lacking' ? composed.faults : [])],
      });
    });
}

const packFault = {
  pointer: '/content_pack_id',
  code: 'required',
  message: 'Neither the feedback nor the answer names a content pack',
};

export function createDismissProposal(parts: FeedbackParts): Learning['dismissProposal'] {
  return (tenantId, feedbackId) =>
    inTurn(parts, { tenantId, feedbackId }, async (feedback) => {
      const { state, packId, curatedId } = feedback.proposal;
      if (state === 'dismissed') return feedback;
      if (state !== 'proposed') throw refuse(feedback);
      // A pair that a crash left without its proposal is nobody's.
      if (packId !== null && curatedId !== null) await parts.packs.deletePair(tenantId, packId, curatedId);
      const to = { state: 'dismissed', packId, curatedId: null } as const;
      const isSettled = await parts.store.settleProposal(tenantId, feedbackId, { from: 'proposed', to });
      return isSettled ? { ...feedback, proposal: to } : null;
    });
}

/** The feedback as it is once nobody else works on what was said of its message. Null: no such feedback. */
async function inTurn<Settled>(
  { store, takeTurn }: FeedbackParts,
  { tenantId, feedbackId }: { readonly tenantId: TenantId; readonly feedbackId: FeedbackId },
  settle: (feedback: Feedback) => Promise<Settled | null>,
): Promise<Settled | null> {
  const seen = await store.getFeedback(tenantId, feedbackId);
  if (seen === null) return null;
  return await takeTurn(`${tenantId} ${seen.messageId}`, async () => {
    const feedback = await store.getFeedback(tenantId, feedbackId);
    return feedback === null ? null : await settle(feedback);
  });
}

function refuse({ proposal }: Feedback): AppError {
  const details = {
    none: 'No better answer came with this feedback.',
    proposed: 'It is still open.',
    drafted: `It is the answer of the pair ${proposal.curatedId} of ${proposal.packId}.`,
    dismissed: 'It was dismissed.',
  };
  return new AppError('invalid_state', { detail: details[proposal.state] });
}

async function choosePack(
  { packs }: FeedbackParts,
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
  // One that was deleted since is as good as none.
  for (const packId of new Set(named))
    if (packId !== null && (await packs.getPack(tenantId, packId)) !== null) return packId;
  return null;
}
