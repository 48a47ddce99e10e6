import { codePointLength } from '@avow/contract/plain';
import type { DocumentId, PackId } from '../../interfaces/identity.ts';
import type {
  DocumentSummary,
  DraftChange,
  KnowledgeStore,
  StoredDocument,
} from '../../interfaces/knowledge-store.ts';
import { decodeList } from './list-column.ts';

/** What a client can change in a document: two rows that agree in all of it are the same. */
type DocumentContent = readonly [
  source: string,
  title: string,
  url: string | null,
  groups: string,
  format: StoredDocument['format'],
  contentHash: string,
  codePoints: number,
];

export interface PutDocument {
  readonly id: DocumentId;
  readonly content: DocumentContent;
  readonly text: string;
}

export type SummaryColumns = readonly [
  documentId: DocumentId,
  revision: number,
  updatedAtMs: number,
  ...DocumentContent,
];

export type DocumentColumns = readonly [...SummaryColumns, text: string];

/** The columns in the order of the types above. */
export const documentContentSql = 'source, title, url, groups, format, content_hash, code_points';
export const summaryColumnsSql = `document_id, revision, updated_at_ms, ${documentContentSql}`;
export const documentColumnsSql = `${summaryColumnsSql}, text`;
/** What `documentColumnsSql` is selected from. */
export const documentsWithTextsSql = 'documents JOIN document_texts USING (row_id)';

type FoundDocument = NonNullable<Awaited<ReturnType<KnowledgeStore['getDocument']>>>;

export type FoundDocumentColumns = readonly [...SummaryColumns, packId: PackId, version: number];

export function encodeDocument(document: NonNullable<DraftChange['putDocuments']>[number]): PutDocument {
  const { documentId, source, title, url, groups, format, contentHash, text } = document;
  return {
    id: documentId,
    content: [source, title, url, JSON.stringify(groups), format, contentHash, codePointLength(text)],
    text,
  };
}

export function decodeSummary(
  columns: SummaryColumns | DocumentColumns | FoundDocumentColumns,
): DocumentSummary {
  const [documentId, revision, updatedAtMs, source, title, url, groups, format, ...more] = columns;
  const [contentHash, codePoints] = more;
  return {
    documentId,
    revision,
    source,
    title,
    url,
    groups: decodeList(groups),
    format,
    contentHash,
    updatedAtMs,
    codePoints,
  };
}

export function decodeDocument(columns: DocumentColumns): StoredDocument {
  const { codePoints: _, ...document } = decodeSummary(columns);
  return { ...document, text: columns[10] };
}

export function decodeFoundDocument(columns: FoundDocumentColumns): FoundDocument {
  return { ...decodeSummary(columns), pack: { packId: columns[10], version: columns[11] } };
}
