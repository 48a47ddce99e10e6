import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { JobStore } from '../interfaces/job-store.ts';
import type { DraftChange, StoredDocument } from '../interfaces/knowledge-store.ts';
import { findDraftPairs } from './find-draft-pairs.ts';
import { createJobSteps } from './job-steps.ts';
import { isMendable } from './mendable-search.ts';
import type { PackLimits } from './pack-limits.ts';
import { pairToPut } from './put-pairs.ts';
import type { ReportDraft } from './report-draft.ts';
import { createVersionSteps, type VersionStepsParts } from './version-steps.ts';

export interface ContentPacksParts extends VersionStepsParts {
  readonly jobs: JobStore;
  /** Null: the search goes by words alone. */
  readonly encoder: Encoder | null;
  readonly report: ReportDraft;
  readonly limits: PackLimits;
}

/** What can be done with content packs, over the stores, the search and the jobs. */
export function createContentPacks(parts: ContentPacksParts): ContentPacks {
  return {
    ...createPackSteps(parts),
    ...createDocumentSteps(parts),
    ...createPairSteps(parts),
    ...createVersionSteps(parts),
    ...createJobSteps(parts),
    listVersions: async (tenantId, packId, page) =>
      (await hasPack(parts, tenantId, packId))
        ? await parts.knowledge.listVersions(tenantId, packId, page)
        : null,
    report: parts.report,
  };
}

async function hasPack(
  { knowledge }: Pick<ContentPacksParts, 'knowledge'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<boolean> {
  return (await knowledge.getPack(tenantId, packId)) !== null;
}

type PackSteps = Pick<ContentPacks, 'createPack' | 'getPack' | 'listPacks' | 'updatePack' | 'vectorProgress'>;

function createPackSteps({ knowledge, search, whole, encoder, limits, nowMs }: ContentPacksParts): PackSteps {
  return {
    createPack: async (tenantId, { name, description }) => {
      // One more than are allowed is never asked for: packs are few.
      const packs = await knowledge.listPacks(tenantId, { after: null, limit: limits.packsMax });
      if (packs.length >= limits.packsMax)
        throw new AppError('invalid_state', {
          detail: `A tenant has at most ${limits.packsMax} content packs.`,
        });
      const packId = newId('pack', nowMs());
      await knowledge.createPack(tenantId, { packId, name, description, nowMs: nowMs() });
      const pack = await knowledge.getPack(tenantId, packId);
      if (pack === null) throw new AppError('pack_conflict', { detail: 'The pack was deleted meanwhile.' });
      return pack;
    },
    getPack: (tenantId, packId) => knowledge.getPack(tenantId, packId),
    listPacks: (tenantId, page) => knowledge.listPacks(tenantId, page),
    updatePack: async (tenantId, packId, change) => {
      const isThere = await knowledge.updatePack(tenantId, packId, { ...change, nowMs: nowMs() });
      return isThere ? await knowledge.getPack(tenantId, packId) : null;
    },
    vectorProgress: async (tenantId, { packId, servedVersion }) => {
      if (servedVersion === null || encoder === null) return null;
      const pack = { packId, version: servedVersion };
      return await search
        .vectorProgress(tenantId, { pack, encoder: encoder.name })
        .catch((error: unknown) => {
          if (!isMendable(error)) throw error;
          // Its files are being made again, and its vectors with them.
          whole.mendLater(tenantId, pack);
          return null;
        });
    },
  };
}

type DocumentSteps = Pick<
  ContentPacks,
  'listDocuments' | 'getDocument' | 'updateDocument' | 'deleteDocument'
>;

function createDocumentSteps(parts: ContentPacksParts): DocumentSteps {
  const { knowledge, nowMs } = parts;
  return {
    listDocuments: async (tenantId, packId, page) =>
      (await hasPack(parts, tenantId, packId))
        ? await knowledge.listDraftDocuments(tenantId, packId, page)
        : null,
    getDocument: (tenantId, packId, documentId) => knowledge.getDraftDocument(tenantId, packId, documentId),
    updateDocument: async (tenantId, packId, documentId, change) => {
      const current = await knowledge.getDraftDocument(tenantId, packId, documentId);
      if (current === null) return null;
      const { revision: _, updatedAtMs: __, ...document } = { ...current, ...change };
      const putDocuments = [{ ...document, contentHash: hashEdited(document) }];
      await knowledge.changeDraft(tenantId, packId, { putDocuments, nowMs: nowMs() });
      return await knowledge.getDraftDocument(tenantId, packId, documentId);
    },
    deleteDocument: async (tenantId, packId, documentId) => {
      if ((await knowledge.getDraftDocument(tenantId, packId, documentId)) === null) return false;
      await knowledge.changeDraft(tenantId, packId, { removeDocuments: [documentId], nowMs: nowMs() });
      return true;
    },
  };
}

/** No longer what any file gives: loading its file again is a change. */
function hashEdited({
  contentHash,
  title,
  url,
  groups,
}: Omit<StoredDocument, 'revision' | 'updatedAtMs'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['edited', contentHash, title, url, groups]))
    .digest('hex');
}

type PairSteps = Pick<
  ContentPacks,
  'createPair' | 'listPairs' | 'findPairs' | 'getPair' | 'replacePair' | 'deletePair'
>;

function createPairSteps(parts: ContentPacksParts): PairSteps {
  const { knowledge, limits, nowMs } = parts;
  const change = (tenantId: TenantId, packId: PackId, what: Omit<DraftChange, 'nowMs'>) =>
    knowledge.changeDraft(tenantId, packId, { ...what, nowMs: nowMs() });
  return {
    createPair: async (tenantId, packId, pair, curatedId = newId('qna', nowMs())) => {
      const pack = await knowledge.getPack(tenantId, packId);
      if (pack === null) return null;
      if (pack.draft.curatedCount >= limits.pairsMax)
        throw new AppError('invalid_state', {
          detail: `A content pack has at most ${limits.pairsMax} pairs.`,
        });
      await change(tenantId, packId, { putPairs: [pairToPut(curatedId, pair)] });
      return await knowledge.getDraftPair(tenantId, packId, curatedId);
    },
    listPairs: async (tenantId, packId, page) =>
      (await hasPack(parts, tenantId, packId))
        ? await knowledge.listDraftPairs(tenantId, packId, page)
        : null,
    findPairs: async (tenantId, packId, questions) =>
      (await hasPack(parts, tenantId, packId))
        ? await findDraftPairs(knowledge, { tenantId, packId }, questions)
        : null,
    getPair: (tenantId, packId, curatedId) => knowledge.getDraftPair(tenantId, packId, curatedId),
    replacePair: async (tenantId, packId, curatedId, pair) => {
      if ((await knowledge.getDraftPair(tenantId, packId, curatedId)) === null) return null;
      await change(tenantId, packId, { putPairs: [pairToPut(curatedId, pair)] });
      return await knowledge.getDraftPair(tenantId, packId, curatedId);
    },
    deletePair: async (tenantId, packId, curatedId) => {
      if ((await knowledge.getDraftPair(tenantId, packId, curatedId)) === null) return false;
      await change(tenantId, packId, { removePairs: [curatedId] });
      return true;
    },
  };
}
