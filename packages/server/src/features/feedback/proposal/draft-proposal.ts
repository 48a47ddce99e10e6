import type { PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { DraftedFeedback } from '../feedback.ts';
import type { FeedbackDependencies } from '../feedback-dependencies.ts';
import type { Feedback } from '../feedback-store.ts';
import { composePair, type Proposed } from './compose-pair.ts';
import { findExistingPair } from './find-existing-pair.ts';

/**
 * Puts a better answer into the draft of a pack: into the pair that answers the question there, or into a new one. The id of
 * a new pair is first stored in the proposal, so that a retry after a crash puts the same pair again and never a second one.
 * Existing pairs are found by their question, and are never mistaken for an unfinished pair.
 */
export function draftProposal(
  { store, packs, nowMs, mutex, aloneOnPairs }: FeedbackDependencies,
  tenantId: TenantId,
  wanted: Proposed & { readonly feedback: Feedback; readonly packId: PackId },
): Promise<DraftedFeedback> {
  const { feedback, packId } = wanted;
  const { feedbackId, proposal } = feedback;
  const unfinishedId = proposal.packId === packId ? proposal.curatedId : null;
  const requireOpen = (isOpen: boolean) => {
    if (!isOpen)
      throw new AppError('invalid_state', {
        detail: 'The proposal was accepted or dismissed in the meantime.',
      });
  };
  // Feedback without a better answer is answered by somebody else's words.
  let from = proposal.state;
  const settle = async (to: Feedback['proposal']) => {
    requireOpen(await store.settleProposal(tenantId, feedbackId, { from, to }));
    from = to.state;
  };
  const begin = async () => {
    const curatedId = newId('qna', nowMs());
    await settle({ state: 'proposed', packId, curatedId });
    return curatedId;
  };
  // Sequential per pack: of two answers to one question, the second finds the pair of the first.
  const drafting = async () => {
    const existing = await findExistingPair(packs, tenantId, { ...wanted, unfinishedId });
    const composed = await composePair(packs, tenantId, { ...wanted, existing });
    if (composed.kind === 'incomplete')
      throw new AppError('validation_failed', {
        detail: 'The feedback is not complete enough for a curated pair.',
        errors: composed.faults,
      });
    if (
      proposal.curatedId !== null &&
      proposal.packId !== null &&
      (unfinishedId === null || existing !== null)
    )
      await packs.deletePair(tenantId, proposal.packId, proposal.curatedId);
    // Erased feedback must not get into a pair, and a later erasure must name this pair.
    if (existing !== null) requireOpen(await store.notePair(tenantId, feedbackId, existing.curatedId));
    const curatedId = existing?.curatedId ?? unfinishedId ?? (await begin());
    const put =
      (await packs.replacePair(tenantId, packId, curatedId, composed.pair)) ??
      (await packs.createPair(tenantId, packId, composed.pair, curatedId));
    if (put === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
    const drafted = { state: 'drafted', packId, curatedId } as const;
    await settle(drafted).catch(async (error: unknown) => {
      // Settled elsewhere meanwhile, for another pack or by a dismissal: then nobody knows of this pair.
      if (existing === null && error instanceof AppError && error.code === 'invalid_state')
        await packs.deletePair(tenantId, packId, curatedId);
      throw error;
    });
    return { feedback: { ...feedback, proposal: drafted }, isReplaced: existing !== null };
  };
  return mutex.run(`${tenantId} ${packId}`, () => aloneOnPairs(packId, drafting));
}
