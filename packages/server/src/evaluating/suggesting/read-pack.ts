import type { DocumentId, PackId, TenantId } from '../../interfaces/identity.ts';
import type { CuratedPair, KnowledgeStore, StoredDocument } from '../../interfaces/knowledge-store.ts';
import { contentTerms } from '../../text/terms.ts';

/** What suggestions are made from. */
export interface ReadPack {
  readonly documents: readonly StoredDocument[];
  readonly pairs: readonly CuratedPair[];
  /** Stems of every word that carries content, titles and questions included. */
  readonly vocabulary: ReadonlySet<string>;
  /** Curated questions of other packs of the tenant. */
  readonly elsewhere: ReadonlyArray<{ readonly question: string; readonly packName: string }>;
}

/** Suggestions are few: more texts than these would only be read in vain. */
const limits = { documents: 300, documentUnits: 500_000, pairs: 500, otherPacks: 10, otherPairs: 40 };
const pageSize = 200;

/** The draft of a pack, as far as suggestions need it; of many documents some, evenly from first to last. */
export async function readPack(
  knowledge: KnowledgeStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<ReadPack> {
  const ids = await listDocuments(knowledge, tenantId, packId);
  const step = Math.max(1, ids.length / limits.documents);
  const chosen = Array.from(
    { length: Math.min(ids.length, limits.documents) },
    (_, position) => ids[Math.floor(position * step)] as DocumentId,
  );
  const documents: StoredDocument[] = [];
  for (const documentId of chosen) {
    const document = await knowledge.getDraftDocument(tenantId, packId, documentId);
    if (document !== null)
      documents.push({ ...document, text: document.text.slice(0, limits.documentUnits) });
  }
  const pairs = await knowledge.listDraftPairs(tenantId, packId, { after: null, limit: limits.pairs });
  return {
    documents: documents.sort((one, other) => (one.source < other.source ? -1 : 1)),
    pairs,
    vocabulary: vocabularyOf(documents, pairs),
    elsewhere: await readElsewhere(knowledge, tenantId, packId),
  };
}

async function listDocuments(
  knowledge: KnowledgeStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<DocumentId[]> {
  const ids: DocumentId[] = [];
  for (let after: DocumentId | null = null; ; ) {
    const page: readonly { readonly documentId: DocumentId }[] = await knowledge.listDraftDocuments(
      tenantId,
      packId,
      { after, limit: pageSize },
    );
    ids.push(...page.map(({ documentId }) => documentId));
    after = page.at(-1)?.documentId ?? null;
    if (after === null || page.length < pageSize) return ids;
  }
}

function vocabularyOf(
  documents: readonly StoredDocument[],
  pairs: readonly CuratedPair[],
): ReadonlySet<string> {
  const vocabulary = new Set<string>();
  const add = (text: string) => {
    for (const term of contentTerms(text)) vocabulary.add(term);
  };
  for (const { title, text } of documents) add(`${title}\n${text}`);
  for (const { question, alternatives, answer } of pairs) add([question, ...alternatives, answer].join('\n'));
  return vocabulary;
}

async function readElsewhere(
  knowledge: KnowledgeStore,
  tenantId: TenantId,
  packId: PackId,
): Promise<ReadPack['elsewhere']> {
  const packs = await knowledge.listPacks(tenantId, { after: null, limit: limits.otherPacks + 1 });
  const others = packs.filter((pack) => pack.packId !== packId).slice(0, limits.otherPacks);
  const lists = await Promise.all(
    others.map(async (pack) => {
      const page = { after: null, limit: limits.otherPairs };
      const pairs = await knowledge.listDraftPairs(tenantId, pack.packId, page);
      // What only some may see is not told to whoever looks after another pack.
      return pairs
        .filter(({ groups }) => groups.length === 0)
        .map(({ question }) => ({ question, packName: pack.name }));
    }),
  );
  return lists.flat();
}
