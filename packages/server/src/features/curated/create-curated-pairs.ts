import type { PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import { type ContentStore, type DraftChange, expectItem } from '../content/content-store.ts';
import type { PackLimits } from '../content/pack-limits.ts';
import type { CuratedPairs } from './curated.ts';
import { findDraftPairs, pairToPut } from './draft-pairs.ts';

export interface CuratedPairsParts {
  readonly content: ContentStore;
  readonly limits: Pick<PackLimits, 'pairsMax'>;
  readonly nowMs: () => number;
}

/** Pairs in the drafts of content packs. Importing a file of them is a job. */
export function createCuratedPairs({
  content,
  limits,
  nowMs,
}: CuratedPairsParts): Omit<CuratedPairs, 'importPairs'> {
  const hasPack = async (tenantId: TenantId, packId: PackId) =>
    (await content.getPack(tenantId, packId)) !== null;
  const change = (tenantId: TenantId, packId: PackId, what: Omit<DraftChange, 'nowMs'>) =>
    content.changeDraft(tenantId, packId, { ...what, nowMs: nowMs() });
  return {
    createPair: async (tenantId, packId, pair, curatedId = newId('qna', nowMs())) => {
      const pack = await content.getPack(tenantId, packId);
      if (pack === null) return null;
      if (pack.draft.curatedCount >= limits.pairsMax)
        throw new AppError('invalid_state', {
          detail: `A content pack has at most ${limits.pairsMax} pairs.`,
        });
      await change(tenantId, packId, { putPairs: [pairToPut(curatedId, pair)] });
      return await content.getDraftPair(tenantId, packId, curatedId);
    },
    listPairs: async (tenantId, packId, page) =>
      (await hasPack(tenantId, packId)) ? await content.listDraftPairs(tenantId, packId, page) : null,
    findPairs: async (tenantId, packId, questions) =>
      (await hasPack(tenantId, packId))
        ? await findDraftPairs(content, { tenantId, packId }, questions)
        : null,
    getPair: (tenantId, packId, curatedId) => content.getDraftPair(tenantId, packId, curatedId),
    replacePair: async (tenantId, packId, curatedId, pair, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return null;
      const putPairs = [pairToPut(curatedId, pair)];
      await change(tenantId, packId, { putPairs, ...expectItem(curatedId, revisions) });
      return await content.getDraftPair(tenantId, packId, curatedId);
    },
    deletePair: async (tenantId, packId, curatedId, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return false;
      await change(tenantId, packId, { removePairs: [curatedId], ...expectItem(curatedId, revisions) });
      return true;
    },
  };
}
