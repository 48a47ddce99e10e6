import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { DraftedFeedback } from '../interfaces/learning.ts';
import type { Feedback } from '../interfaces/learning-store.ts';
import { composePair, type Proposed } from './compose-pair.ts';
import type { FeedbackParts } from './feedback-parts.ts';
import { findExisting } from './find-existing.ts';

/**
 * Puts a better answer into the draft of a pack: into the pair that answers the question there, else into a new one. The id
 * of a new one is written down first, in the proposal: whoever takes up what a crash broke off puts the same pair again, and
 * never a second one. What was there before is found again by its question, and is never taken for a pair that was begun.
 */
export function draftProposal(
  { store, packs, nowMs, takeTurn }: FeedbackParts,
  tenantId: TenantId,
  wanted: Proposed & { readonly feedback: Feedback; readonly packId: PackId },
): Promise<DraftedFeedback> {
  const { feedback, packId } = wanted;
  const { feedbackId, proposal } = feedback;
  const begunId = proposal.packId === packId ? proposal.curatedId : null;
  const requireOpen = (isOpen: boolean) => {
    if (!isOpen) throw new AppError('invalid_state', { detail: 'The proposal was settled meanwhile.' });
  };
  const settle = async (to: Feedback['proposal']) =>
    requireOpen(await store.settleProposal(tenantId, feedbackId, { from: 'proposed', to }));
  const begin = async () => {
    const curatedId = newId('qna', nowMs());
    await settle({ state: 'proposed', packId, curatedId });
    return curatedId;
  };
  // One after the other in each pack: of two that answer one question the second finds the pair of the first.
  return takeTurn(`${tenantId} ${packId}`, async () => {
    const existing = await findExisting(packs, tenantId, { ...wanted, begunId });
    const composed = await composePair(packs, tenantId, { ...wanted, existing });
    if (composed.kind === 'lacking')
      throw new AppError('validation_failed', {
        detail: 'No pair can be made of it as it is.',
        errors: composed.faults,
      });
    if (proposal.curatedId !== null && proposal.packId !== null && (begunId === null || existing !== null))
      await packs.deletePair(tenantId, proposal.packId, proposal.curatedId);
    // What was erased by now goes into no pair, and an erasure that comes from now on names this one.
    if (existing !== null) requireOpen(await store.notePair(tenantId, feedbackId, existing.curatedId));
    const curatedId = existing?.curatedId ?? begunId ?? (await begin());
    const put =
      (await packs.replacePair(tenantId, packId, curatedId, composed.pair)) ??
      (await packs.createPair(tenantId, packId, composed.pair, curatedId));
    if (put === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
    const drafted = { state: 'drafted', packId, curatedId } as const;
    await settle(drafted);
    return { feedback: { ...feedback, proposal: drafted }, isReplaced: existing !== null };
  });
}
