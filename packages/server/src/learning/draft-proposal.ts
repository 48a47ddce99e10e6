import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { ContentPacks, PairContent } from '../interfaces/content-packs.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { Feedback, LearningStore } from '../interfaces/learning-store.ts';

interface DraftingParts {
  readonly store: LearningStore;
  readonly packs: ContentPacks;
  readonly nowMs: () => number;
}

/**
 * Puts the pair of a proposal into the draft of a pack. Its id is written down first, in the proposal: whoever takes up what
 * a crash broke off puts the same pair again, and never a second one.
 */
export async function draftProposal(
  { store, packs, nowMs }: DraftingParts,
  tenantId: TenantId,
  wanted: { readonly feedback: Feedback; readonly packId: PackId; readonly pair: PairContent },
): Promise<Feedback> {
  const { feedback, packId, pair } = wanted;
  const { feedbackId, proposal } = feedback;
  const settle = async (to: Feedback['proposal']) => {
    if (await store.settleProposal(tenantId, feedbackId, { from: 'proposed', to })) return;
    throw new AppError('invalid_state', { detail: 'The proposal was settled meanwhile.' });
  };
  if (proposal.curatedId !== null && proposal.packId !== null && proposal.packId !== packId)
    await packs.deletePair(tenantId, proposal.packId, proposal.curatedId);
  const isBegun = proposal.curatedId !== null && proposal.packId === packId;
  const curatedId = isBegun ? proposal.curatedId : newId('qna', nowMs());
  if (!isBegun) await settle({ state: 'proposed', packId, curatedId });
  const made = await packs.createPair(tenantId, packId, pair, curatedId);
  if (made === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
  const drafted = { state: 'drafted', packId, curatedId } as const;
  await settle(drafted);
  return { ...feedback, proposal: drafted };
}
