import type { CuratedId, DocumentId, PackId } from '../../interfaces/identity.ts';
import type {
  CuratedMatch,
  CuratedPair,
  KnowledgeStore,
  Pack,
  StoredDocument,
} from '../../interfaces/knowledge-store.ts';

export type PackColumns = readonly [
  packId: PackId,
  version: number,
  name: string,
  description: string,
  documentCount: number,
  curatedCount: number,
  passageCount: number,
  contentHash: string,
  publishedAtMs: number,
];

type CitedColumns = readonly [documentId: DocumentId, source: string, title: string, url: string | null];

export type DocumentColumns = readonly [...CitedColumns, text: string];

export type PairColumns = readonly [
  curatedId: CuratedId,
  question: string,
  alternatives: string,
  answer: string,
  source: string,
  url: string | null,
];

/** The published version of the pack that a row belongs to, selected after the row's own columns. */
type OfPack = readonly [packId: PackId, version: number];

type FoundDocument = NonNullable<Awaited<ReturnType<KnowledgeStore['getDocument']>>>;

/** The columns in the order of the types above. */
export const packColumnsSql =
  'pack_id, version, name, description, document_count, curated_count, passage_count, content_hash, published_at_ms';
export const documentColumnsSql = 'document_id, source, title, url, text';
export const citedColumnsSql = 'document_id, source, title, url';
export const pairColumnsSql = 'curated_id, question, alternatives, answer, source, url';

export function encodePack(pack: Pack): PackColumns {
  return [
    pack.packId,
    pack.version,
    pack.name,
    pack.description,
    pack.documentCount,
    pack.curatedCount,
    pack.passageCount,
    pack.contentHash,
    pack.publishedAtMs,
  ];
}

export function decodePack(columns: PackColumns): Pack {
  const [packId, version, name, description, documentCount, curatedCount, ...more] = columns;
  const [passageCount, contentHash, publishedAtMs] = more;
  return {
    packId,
    version,
    name,
    description,
    documentCount,
    curatedCount,
    passageCount,
    contentHash,
    publishedAtMs,
  };
}

export function encodeDocument(document: StoredDocument): DocumentColumns {
  return [document.documentId, document.source, document.title, document.url, document.text];
}

export function decodeDocument(columns: readonly [...CitedColumns, ...OfPack]): FoundDocument {
  const [documentId, source, title, url, packId, version] = columns;
  return { documentId, source, title, url, pack: { packId, version } };
}

export function encodePair(pair: CuratedPair): PairColumns {
  return [
    pair.curatedId,
    pair.question,
    JSON.stringify(pair.alternatives),
    pair.answer,
    pair.source,
    pair.url,
  ];
}

export function decodeMatch(columns: readonly [...PairColumns, ...OfPack]): CuratedMatch {
  const [curatedId, question, alternatives, answer, source, url, packId, version] = columns;
  const pair = { curatedId, question, alternatives: JSON.parse(alternatives), answer, source, url };
  return { pair, pack: { packId, version } };
}

export type FoundDocumentColumns = Parameters<typeof decodeDocument>[0];
export type MatchColumns = Parameters<typeof decodeMatch>[0];
