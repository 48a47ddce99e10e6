import type { CuratedId, DocumentId, PackId, TenantId } from '@avow/foundation';
import { createWordMatch, excerptAt } from '@avow/text';
import type { FindItems, FindPlace, FoundItem } from './content.ts';
import type { ContentStore } from './content-store.ts';
import { noLabels } from './item-label-store.ts';

interface Item extends Omit<FoundItem, 'excerpt' | 'labels'> {
  readonly text: string;
  readonly tags: readonly string[];
}

const packsMax = 1_000;
/** Texts are folded on the thread that serves: not many at a time. */
const documentsPerRead = 10;
const pairsPerRead = 100;
/** Of one call. */
const unitsMax = 8_000_000;

export function createFindItems(content: ContentStore): FindItems {
  const readDocuments = async (tenantId: TenantId, packId: PackId, after: string | null): Promise<Item[]> => {
    const page = { after: after as DocumentId | null, limit: documentsPerRead };
    const documents = await content.listDraftTexts(tenantId, packId, page);
    return documents.map(({ documentId: id, title, source, text, updatedAtMs }) => ({
      ...{ kind: 'document', id, packId, title: title || source, source, text, tags: [], updatedAtMs },
    }));
  };
  const readPairs = async (tenantId: TenantId, packId: PackId, after: string | null): Promise<Item[]> => {
    const page = { after: after as CuratedId | null, limit: pairsPerRead };
    const pairs = await content.listDraftPairs(tenantId, packId, page);
    return pairs.map(({ curatedId: id, question, alternatives, answer, source, tags, updatedAtMs }) => ({
      ...{ kind: 'pair', id, packId, title: question, source, tags, updatedAtMs },
      text: [answer, ...alternatives].join('\n'),
    }));
  };

  return {
    findItems: async (tenantId, { text, packId, from, limit }) => {
      const matches = createWordMatch(text);
      const packs = await content.listPacks(tenantId, { after: null, limit: packsMax });
      const places = packs
        .filter((pack) => packId === null || pack.packId === packId)
        .flatMap((pack) => (['document', 'pair'] as const).map((kind) => ({ packId: pack.packId, kind })));
      const first = from === null ? 0 : places.findIndex((one) => isSamePlace(one, from));
      // The pack was deleted meanwhile: what comes after it is known by its id.
      const rest =
        first === -1 ? places.filter((one) => one.packId > (from?.packId ?? '')) : places.slice(first);
      const found: FoundItem[] = [];
      let units = 0;
      for (const place of rest) {
        let after = from !== null && isSamePlace(place, from) ? from.after : null;
        for (;;) {
          const read = place.kind === 'document' ? readDocuments : readPairs;
          const items = await read(tenantId, place.packId, after);
          if (items.length === 0) break;
          const ids = items.map(({ id }) => id);
          const labelled = await content.readItemLabels(tenantId, place.packId, ids);
          for (const { text: itemText, tags, ...item } of items) {
            after = item.id;
            units += itemText.length;
            const labels = { ...noLabels, ...labelled.get(item.id) };
            const all = { owner: labels.owner, tags: [...labels.tags, ...tags] };
            if (!matches([item.title, item.source, itemText, all.owner ?? '', ...all.tags])) continue;
            found.push({ ...item, excerpt: excerptAt(itemText, text), labels: all });
            if (found.length === limit) return { found, next: { ...place, after } };
          }
          if (units > unitsMax) return { found, next: { ...place, after } };
        }
      }
      return { found, next: null };
    },
  };
}

const isSamePlace = (one: Omit<FindPlace, 'after'>, other: FindPlace) =>
  one.packId === other.packId && one.kind === other.kind;
