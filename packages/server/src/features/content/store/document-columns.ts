import type { DocumentSummary, StoredDocument } from '@avow/answering';
import { codePointLength } from '@avow/contract/values';
import type { DocumentId, PackId } from '@avow/foundation';
import type { Row, Statements } from '@avow/storage';
import type { ContentStore, DraftChange } from '../content-store.ts';
import { documents } from './pack-tables.ts';

const documentContents = documents.only(
  'source',
  'title',
  'url',
  'groups',
  'format',
  'content_hash',
  'code_points',
);
/** What a client can change in a document: two rows that agree in all of these are the same. */
type DocumentContent = Row<typeof documentContents>;

export interface PutDocument {
  readonly id: DocumentId;
  readonly content: DocumentContent;
  readonly text: string;
}

const documentSummaries = documents.without(
  'row_id',
  'tenant_id',
  'pack_id',
  'from_version',
  'until_version',
  'removed',
  'commitment',
);
/** A row of `documents`, as far as it is read. */
export type DocumentSummaryColumns = Row<typeof documentSummaries>;

export interface DocumentColumns extends DocumentSummaryColumns {
  readonly text: string;
}

export interface FoundDocumentColumns extends DocumentSummaryColumns {
  readonly pack_id: PackId;
  readonly version: number;
}

export const documentContentColumns = documentContents.columns;

export const documentSummaryColumns = documentSummaries.columns;

export const documentColumnsSql = [...documentSummaryColumns, 'text'].join(', ');
/** What `documentColumnsSql` is selected from. */
export function documentsWithTextsSql({ dialect }: Statements): string {
  return `documents JOIN document_texts USING (${dialect.joinBy('row_id')})`;
}

type FoundDocument = NonNullable<Awaited<ReturnType<ContentStore['getDocument']>>>;

export function encodeDocument(document: NonNullable<DraftChange['putDocuments']>[number]): PutDocument {
  const { documentId, text } = document;
  return {
    id: documentId,
    content: documentContents.encode({ ...document, codePoints: codePointLength(text) }),
    text,
  };
}

export const decodeDocumentSummary: (row: DocumentSummaryColumns) => DocumentSummary =
  documentSummaries.decode;

export function decodeDocument(row: DocumentColumns): StoredDocument {
  const { codePoints: _, ...document } = decodeDocumentSummary(row);
  return { ...document, text: row.text };
}

export function decodeFoundDocument(row: FoundDocumentColumns): FoundDocument {
  return { ...decodeDocumentSummary(row), pack: { packId: row.pack_id, version: row.version } };
}
