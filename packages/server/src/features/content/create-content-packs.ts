import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import { pairToPut } from '../curated/draft-pairs.ts';
import { findDraftPairs } from '../curated/find-draft-pairs.ts';
import { createVersionOperations, type VersionOperationsParts } from '../publication/create-publications.ts';
import { isRepairable } from '../publication/indexing/search-faults.ts';
import type { ReportDraft } from '../publication/report/report-draft.ts';
import type { OpenScreened } from '../publication/screening/screened.ts';
import type { ScreeningStore } from '../publication/screening/screening-store.ts';
import type { ContentPacks, ExpectedRevisions, ServingNode } from './content.ts';
import type { DraftChange } from './content-store.ts';
import { createDraftChanges } from './drafts/draft-changes.ts';
import { hashEditedDocument } from './drafts/hash-edited-document.ts';
import { createJobOperations } from './jobs/job-operations.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { PackLimits } from './pack-limits.ts';

export interface ContentPacksParts extends VersionOperationsParts {
  readonly jobs: JobStore;
  /** Null: only keyword search is available. */
  readonly encoder: Encoder | null;
  readonly report: ReportDraft;
  readonly screened: OpenScreened;
  readonly screenings: Pick<ScreeningStore, 'progress'>;
  /** Null: no other node shares the records. */
  readonly listServingNodes: (
    tenantId: TenantId,
    pack: PackVersion,
  ) => Promise<readonly ServingNode[] | null>;
  readonly limits: PackLimits;
}

/** Content packs on top of the stores, the search engine and the jobs. */
export function createContentPacks(parts: ContentPacksParts): ContentPacks {
  return {
    ...createPackOperations(parts),
    ...createDocumentOperations(parts),
    ...createPairOperations(parts),
    ...createVersionOperations(parts),
    ...createJobOperations(parts),
    ...createDraftChanges(parts.content),
    listVersions: async (tenantId, packId, page) => {
      const pack = await parts.content.getPack(tenantId, packId);
      if (pack === null) return null;
      const versions = await parts.content.listVersions(tenantId, packId, page);
      return await Promise.all(
        versions.map(async (one) => ({
          ...one,
          nodes: one.version === pack.servedVersion ? await parts.listServingNodes(tenantId, one) : null,
        })),
      );
    },
    report: parts.report,
  };
}

function expectedOf(id: DocumentId | CuratedId, revisions: ExpectedRevisions): Pick<DraftChange, 'expected'> {
  return revisions === null ? {} : { expected: { id, revisions } };
}

async function hasPack(
  { content }: Pick<ContentPacksParts, 'content'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<boolean> {
  return (await content.getPack(tenantId, packId)) !== null;
}

type PackOperations = Pick<
  ContentPacks,
  'createPack' | 'getPack' | 'listPacks' | 'updatePack' | 'vectorProgress' | 'screeningProgress'
>;

function createPackOperations({
  content,
  search,
  packSearch,
  encoder,
  screened,
  screenings,
  limits,
  nowMs,
}: ContentPacksParts): PackOperations {
  return {
    createPack: async (tenantId, { name, description }) => {
      // A full page means that the limit is reached.
      const packs = await content.listPacks(tenantId, { after: null, limit: limits.packsMax });
      if (packs.length >= limits.packsMax)
        throw new AppError('invalid_state', {
          detail: `A tenant has at most ${limits.packsMax} content packs.`,
        });
      const packId = newId('pack', nowMs());
      await content.createPack(tenantId, { packId, name, description, nowMs: nowMs() });
      const pack = await content.getPack(tenantId, packId);
      if (pack === null)
        throw new AppError('pack_conflict', { detail: 'The content pack was deleted in the meantime.' });
      return pack;
    },
    getPack: (tenantId, packId) => content.getPack(tenantId, packId),
    listPacks: (tenantId, page) => content.listPacks(tenantId, page),
    updatePack: async (tenantId, packId, change) => {
      const exists = await content.updatePack(tenantId, packId, { ...change, nowMs: nowMs() });
      return exists ? await content.getPack(tenantId, packId) : null;
    },
    screeningProgress: async (tenantId, { packId, servedVersion }) => {
      if (servedVersion === null) return null;
      const { screening } = await screened();
      return await screenings.progress(tenantId, { packId, screening: screening.name });
    },
    vectorProgress: async (tenantId, { packId, servedVersion }) => {
      if (servedVersion === null || encoder === null) return null;
      const pack = { packId, version: servedVersion };
      return await search
        .vectorProgress(tenantId, { pack, encoder: encoder.name })
        .catch((error: unknown) => {
          if (!isRepairable(error)) throw error;
          // Its files are being rebuilt, and its vectors with them.
          packSearch.repairLater(tenantId, pack);
          return null;
        });
    },
  };
}

type DocumentOperations = Pick<
  ContentPacks,
  'listDocuments' | 'getDocument' | 'updateDocument' | 'deleteDocument'
>;

function createDocumentOperations(parts: ContentPacksParts): DocumentOperations {
  const { content, nowMs } = parts;
  return {
    listDocuments: async (tenantId, packId, page) =>
      (await hasPack(parts, tenantId, packId))
        ? await content.listDraftDocuments(tenantId, packId, page)
        : null,
    getDocument: (tenantId, packId, documentId) => content.getDraftDocument(tenantId, packId, documentId),
    updateDocument: async (tenantId, packId, documentId, change, revisions = null) => {
      const current = await content.getDraftDocument(tenantId, packId, documentId);
      if (current === null) return null;
      const { revision: _, updatedAtMs: __, ...document } = { ...current, ...change };
      const putDocuments = [{ ...document, contentHash: hashEditedDocument(document) }];
      const expected = expectedOf(documentId, revisions);
      await content.changeDraft(tenantId, packId, { putDocuments, nowMs: nowMs(), ...expected });
      return await content.getDraftDocument(tenantId, packId, documentId);
    },
    deleteDocument: async (tenantId, packId, documentId, revisions = null) => {
      if ((await content.getDraftDocument(tenantId, packId, documentId)) === null) return false;
      const expected = expectedOf(documentId, revisions);
      const change = { removeDocuments: [documentId], nowMs: nowMs(), ...expected };
      await content.changeDraft(tenantId, packId, change);
      return true;
    },
  };
}

type PairOperations = Pick<
  ContentPacks,
  'createPair' | 'listPairs' | 'findPairs' | 'getPair' | 'replacePair' | 'deletePair'
>;

function createPairOperations(parts: ContentPacksParts): PairOperations {
  const { content, limits, nowMs } = parts;
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
      (await hasPack(parts, tenantId, packId)) ? await content.listDraftPairs(tenantId, packId, page) : null,
    findPairs: async (tenantId, packId, questions) =>
      (await hasPack(parts, tenantId, packId))
        ? await findDraftPairs(content, { tenantId, packId }, questions)
        : null,
    getPair: (tenantId, packId, curatedId) => content.getDraftPair(tenantId, packId, curatedId),
    replacePair: async (tenantId, packId, curatedId, pair, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return null;
      const putPairs = [pairToPut(curatedId, pair)];
      await change(tenantId, packId, { putPairs, ...expectedOf(curatedId, revisions) });
      return await content.getDraftPair(tenantId, packId, curatedId);
    },
    deletePair: async (tenantId, packId, curatedId, revisions = null) => {
      if ((await content.getDraftPair(tenantId, packId, curatedId)) === null) return false;
      await change(tenantId, packId, { removePairs: [curatedId], ...expectedOf(curatedId, revisions) });
      return true;
    },
  };
}
