import { contentLimits } from '@avow/contract/content';
import { AppError, type CuratedId, type DocumentId, type PackId, type TenantId } from '@avow/foundation';
import { pairToPut } from '../curated/curated.ts';
import { hashEditedDocument, type ItemsChange, type ManyItems } from './content.ts';
import { type ContentStore, type DraftChange, splitIntoBatches } from './content-store.ts';
import { changeTags } from './item-label-store.ts';

type ItemId = DocumentId | CuratedId;

interface ManyItemsParts {
  readonly content: ContentStore;
  readonly nowMs: () => number;
}

/** Documents may be long. */
const itemsPerCommit = 50;
const { itemsMax, tagsMax } = contentLimits;

const isDocument = (id: ItemId): id is DocumentId => id.startsWith('doc_');
const isPair = (id: ItemId): id is CuratedId => !isDocument(id);

export function createManyItems({ content, nowMs }: ManyItemsParts): ManyItems {
  const hasPack = async (tenantId: TenantId, packId: PackId) =>
    (await content.getPack(tenantId, packId)) !== null;

  /** Those that the draft has, each once. */
  const findIds = async (tenantId: TenantId, packId: PackId, ids: readonly ItemId[]): Promise<ItemId[]> => {
    const found: ItemId[] = [];
    for (const id of new Set(ids)) {
      const item = isDocument(id)
        ? await content.getDraftDocument(tenantId, packId, id)
        : await content.getDraftPair(tenantId, packId, id);
      if (item !== null) found.push(id);
    }
    return found;
  };

  /** Groups, and the tags of pairs, are a part of the draft. */
  const compose = async (
    tenantId: TenantId,
    packId: PackId,
    ids: readonly ItemId[],
    change: ItemsChange,
  ): Promise<Omit<DraftChange, 'nowMs'>> => {
    const { groups, addTags, removeTags } = change;
    const putDocuments: NonNullable<DraftChange['putDocuments']>[number][] = [];
    const putPairs: NonNullable<DraftChange['putPairs']>[number][] = [];
    for (const id of groups === undefined ? [] : ids.filter(isDocument)) {
      const stored = await content.getDraftDocument(tenantId, packId, id);
      if (stored === null) continue;
      const { revision: _, updatedAtMs: __, ...document } = { ...stored, groups: groups ?? stored.groups };
      if (String(stored.groups) !== String(document.groups))
        putDocuments.push({ ...document, contentHash: hashEditedDocument(document) });
    }
    for (const id of ids.filter(isPair)) {
      const stored = await content.getDraftPair(tenantId, packId, id);
      if (stored === null) continue;
      const { curatedId, revision: _, updatedAtMs: __, ...pair } = stored;
      const tags = changeTags(pair.tags, { add: addTags, remove: removeTags });
      if (tags.length > tagsMax) throw tooManyTags();
      putPairs.push(pairToPut(curatedId, { ...pair, tags, groups: groups ?? pair.groups }));
    }
    return { putDocuments, putPairs };
  };

  return {
    changeItems: async (tenantId, packId, change) => {
      if (!(await hasPack(tenantId, packId))) return null;
      const ids = await findIds(tenantId, packId, change.ids);
      const { addTags, removeTags, owner } = change;
      // Before anything is written: a pair that would have too many tags refuses the whole request.
      if (addTags.length > 0) await compose(tenantId, packId, ids.filter(isPair), change);
      const documents = { ids: ids.filter(isDocument), addTags, removeTags, tagsMax };
      if ((await content.changeItemLabels(tenantId, packId, documents)) === 'too_many') throw tooManyTags();
      if (owner !== undefined)
        await content.changeItemLabels(tenantId, packId, {
          ...{ ids, owner, addTags: [], removeTags: [], tagsMax },
        });
      for (const batch of splitIntoBatches(ids, itemsPerCommit)) {
        const draft = await compose(tenantId, packId, batch, change);
        await content.changeDraft(tenantId, packId, { ...draft, nowMs: nowMs() });
      }
      return ids.length;
    },
    removeItems: async (tenantId, packId, given) => {
      if (!(await hasPack(tenantId, packId))) return null;
      const ids = await findIds(tenantId, packId, given);
      const removal = { removeDocuments: ids.filter(isDocument), removePairs: ids.filter(isPair) };
      await content.changeDraft(tenantId, packId, { ...removal, nowMs: nowMs() });
      return ids.length;
    },
    readLabels: (tenantId, packId, ids) => content.readItemLabels(tenantId, packId, ids),
    listLabels: async (tenantId, packId) =>
      (await hasPack(tenantId, packId)) ? await content.listItemLabels(tenantId, packId, itemsMax) : null,
  };
}

const tooManyTags = () =>
  new AppError('invalid_state', { detail: `A document or pair can have ${tagsMax} tags.` });
