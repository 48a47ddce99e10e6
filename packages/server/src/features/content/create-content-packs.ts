import type { PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import type { PackLimits } from '../../limits/pack-limits.ts';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import { createCuratedPairs } from '../curated/curated.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { JobRunner } from '../jobs/jobs.ts';
import type { Publications } from '../publication/publication.ts';
import { type ContentPacks, hashEditedDocument } from './content.ts';
import { type ContentStore, expectItem } from './content-store.ts';
import { createDraftChanges } from './draft-changes.ts';
import { createFindItems } from './find-items.ts';
import { createJobOperations } from './job-operations.ts';
import { createManyItems } from './many-items.ts';

export interface PackDependencies {
  readonly content: ContentStore;
  readonly jobs: JobStore;
  readonly runner: JobRunner;
  readonly search: PassageSearch;
  readonly publications: Omit<Publications, 'publish'>;
  readonly tryPackLock: TryPackLock;
  readonly limits: PackLimits;
  readonly nowMs: () => number;
}

/** Content packs on top of the stores, the search engine and the jobs. */
export function createContentPacks(parts: PackDependencies): ContentPacks {
  return {
    ...createPackOperations(parts),
    ...createDocumentOperations(parts),
    ...createCuratedPairs(parts),
    ...parts.publications,
    ...createJobOperations(parts),
    ...createDraftChanges(parts),
    ...createManyItems(parts),
    ...createFindItems(parts.content),
  };
}

async function hasPack(
  { content }: Pick<PackDependencies, 'content'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<boolean> {
  return (await content.getPack(tenantId, packId)) !== null;
}

type PackOperations = Pick<
  ContentPacks,
  'createPack' | 'getPack' | 'findPack' | 'listPacks' | 'updatePack' | 'deletePack'
>;

function createPackOperations({
  content,
  search,
  runner,
  tryPackLock,
  limits,
  nowMs,
}: PackDependencies): PackOperations {
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
    findPack: async (tenantId, wanted) =>
      (await content.getPack(tenantId, wanted as PackId)) ?? (await content.findPackByName(tenantId, wanted)),
    listPacks: (tenantId, page) => content.listPacks(tenantId, page),
    updatePack: async (tenantId, packId, change) => {
      const exists = await content.updatePack(tenantId, packId, { ...change, nowMs: nowMs() });
      return exists ? await content.getPack(tenantId, packId) : null;
    },
    deletePack: async (tenantId, packId) => {
      if ((await content.getPack(tenantId, packId)) === null) return false;
      await runner.cancelAllOf(tenantId, packId);
      const attempt = await tryPackLock(packId, async () => {
        // Stops serving, then deletes it from the search engine, then from the store: if this is interrupted, the pack
        // still exists and can be deleted again.
        await content.serveVersion(tenantId, { packId, version: null, nowMs: nowMs(), events: [] });
        await search.prune(tenantId, { packId, keep: [] });
        return await content.deletePack(tenantId, packId);
      });
      if (attempt.kind === 'done') return attempt.value;
      throw new AppError('pack_conflict', {
        detail: 'Another process is loading this content pack. Try again later.',
      });
    },
  };
}

type DocumentOperations = Pick<
  ContentPacks,
  'listDocuments' | 'getDocument' | 'findDocument' | 'updateDocument' | 'deleteDocument'
>;

function createDocumentOperations(parts: PackDependencies): DocumentOperations {
  const { content, nowMs } = parts;
  return {
    listDocuments: async (tenantId, packId, page) =>
      (await hasPack(parts, tenantId, packId))
        ? await content.listDraftDocuments(tenantId, packId, page)
        : null,
    getDocument: (tenantId, packId, documentId) => content.getDraftDocument(tenantId, packId, documentId),
    findDocument: async (tenantId, packId, source) =>
      (await content.listDraftSources(tenantId, packId)).get(source)?.documentId ?? null,
    updateDocument: async (tenantId, packId, documentId, change, revisions = null) => {
      const current = await content.getDraftDocument(tenantId, packId, documentId);
      if (current === null) return null;
      const { revision: _, updatedAtMs: __, ...document } = { ...current, ...change };
      const putDocuments = [{ ...document, contentHash: hashEditedDocument(document) }];
      const expected = expectItem(documentId, revisions);
      await content.changeDraft(tenantId, packId, { putDocuments, nowMs: nowMs(), ...expected });
      return await content.getDraftDocument(tenantId, packId, documentId);
    },
    deleteDocument: async (tenantId, packId, documentId, revisions = null) => {
      if ((await content.getDraftDocument(tenantId, packId, documentId)) === null) return false;
      const expected = expectItem(documentId, revisions);
      const change = { removeDocuments: [documentId], nowMs: nowMs(), ...expected };
      await content.changeDraft(tenantId, packId, change);
      return true;
    },
  };
}
