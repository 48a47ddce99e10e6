import { setImmediate } from 'node:timers/promises';
import type { CuratedPair, StoredDocument } from '@avow/answering';
import { demonstrationPackNames } from '@avow/contract/values';
import type { DocumentId, PackId, TenantId } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import { contentTerms } from '@avow/text/terms';
import type { ContentStore, PageAfter } from '../../content/content-store.ts';

/** What suggestions are made from. */
export interface ReadPack {
  readonly documents: readonly StoredDocument[];
  readonly pairs: readonly CuratedPair[];
  /** Stems of all content words, including titles and questions. */
  readonly vocabulary: ReadonlySet<string>;
  /** Curated questions of other packs of the tenant. */
  readonly elsewhere: ReadonlyArray<{ readonly question: string; readonly packName: string }>;
}

/** Few suggestions are needed, so reading more texts would be wasted. */
const limits = { documents: 300, documentUnits: 500_000, pairs: 500, otherPacks: 10, otherPairs: 40 };
const pageSize = 200;

/** Reads as much of a draft as suggestions need; of many documents, an evenly spaced sample. */
export async function readPack(content: ContentStore, tenantId: TenantId, packId: PackId): Promise<ReadPack> {
  const drafted = readPages(
    pageSize,
    (page: PageAfter<DocumentId>) => content.listDraftDocuments(tenantId, packId, page),
    ({ documentId }) => documentId,
  );
  const ids: DocumentId[] = [];
  for await (const { documentId } of drafted) ids.push(documentId);
  const step = Math.max(1, ids.length / limits.documents);
  const chosen = Array.from(
    { length: Math.min(ids.length, limits.documents) },
    (_, position) => ids[Math.floor(position * step)] as DocumentId,
  );
  const documents: StoredDocument[] = [];
  for (const documentId of chosen) {
    const document = await content.getDraftDocument(tenantId, packId, documentId);
    if (document !== null)
      documents.push({ ...document, text: document.text.slice(0, limits.documentUnits) });
  }
  const pairs = await content.listDraftPairs(tenantId, packId, { after: null, limit: limits.pairs });
  return {
    documents: documents.sort((one, other) => (one.source < other.source ? -1 : 1)),
    pairs,
    vocabulary: await vocabularyOf(documents, pairs),
    elsewhere: await readElsewhere(content, tenantId, packId),
  };
}

async function vocabularyOf(
  documents: readonly StoredDocument[],
  pairs: readonly CuratedPair[],
): Promise<ReadonlySet<string>> {
  const vocabulary = new Set<string>();
  const add = (text: string) => {
    for (const term of contentTerms(text)) vocabulary.add(term);
  };
  for (const { title, text } of documents) {
    // Yields to the event loop between documents.
    await setImmediate();
    add(`${title}\n${text}`);
  }
  for (const { question, alternatives, answer } of pairs) add([question, ...alternatives, answer].join('\n'));
  return vocabulary;
}

async function readElsewhere(
  content: ContentStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<ReadPack['elsewhere']> {
  const limit = limits.otherPacks + demonstrationPackNames.size + 1;
  const packs = await content.listPacks(tenantId, { after: null, limit });
  const pack = await content.getPack(tenantId, packId);
  // Nobody asks content of their own about the demonstration.
  const isOfDemonstration = demonstrationPackNames.has(pack?.name ?? '');
  const others = packs
    .filter(
      ({ name, packId: id }) => id !== packId && (isOfDemonstration || !demonstrationPackNames.has(name)),
    )
    .slice(0, limits.otherPacks);
  const lists = await Promise.all(
    others.map(async (pack) => {
      const page = { after: null, limit: limits.otherPairs };
      const pairs = await content.listDraftPairs(tenantId, pack.packId, page);
      // Restricted questions must not be shown to the manager of another pack.
      return pairs
        .filter(({ groups }) => groups.length === 0)
        .map(({ question }) => ({ question, packName: pack.name }));
    }),
  );
  return lists.flat();
}
