import type { DocumentSummary, StoredDocument } from '@avow/answering';
import { codePointLength } from '@avow/contract/plain';
import type { DocumentId, PackId } from '@avow/foundation';
import type { Row, Statements } from '@avow/storage';
import { columnsOf } from '@avow/storage';
import type { ContentStore, DraftChange } from '../content-store.ts';
import { decodeList } from './list-column.ts';
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
export type DocumentContent = Row<typeof documentContents>;

export interface PutDocument {
  readonly id: DocumentId;
  readonly content: DocumentContent;
  readonly text: string;
}

/** A row of `documents`, as far as it is read. */
export interface SummaryColumns extends DocumentContent {
  readonly document_id: DocumentId;
  readonly revision: number;
  readonly updated_at_ms: number;
}

export interface DocumentColumns extends SummaryColumns {
  readonly text: string;
}

export interface FoundDocumentColumns extends SummaryColumns {
  readonly pack_id: PackId;
  readonly version: number;
}

export const documentContentColumns = documentContents.columns;

export const summaryColumns = columnsOf<SummaryColumns>()([
  'document_id',
  'revision',
  'updated_at_ms',
  ...documentContentColumns,
]);

export const documentColumnsSql = [...summaryColumns, 'text'].join(', ');
/** What `documentColumnsSql` is selected from. */
export function documentsWithTextsSql({ dialect }: Statements): string {
  return `documents JOIN document_texts USING (${dialect.joinBy('row_id')})`;
}

type FoundDocument = NonNullable<Awaited<ReturnType<ContentStore['getDocument']>>>;

export function encodeDocument(document: NonNullable<DraftChange['putDocuments']>[number]): PutDocument {
  const { documentId, source, title, url, groups, format, contentHash, text } = document;
  return {
    id: documentId,
    content: {
      ...{ source, title, url, format, groups: JSON.stringify(groups) },
      content_hash: contentHash,
      code_points: codePointLength(text),
    },
    text,
  };
}

export function decodeSummary(row: SummaryColumns): DocumentSummary {
  return {
    documentId: row.document_id,
    revision: row.revision,
    source: row.source,
    title: row.title,
    url: row.url,
    groups: decodeList(row.groups),
    format: row.format,
    contentHash: row.content_hash,
    updatedAtMs: row.updated_at_ms,
    codePoints: row.code_points,
  };
}

export function decodeDocument(row: DocumentColumns): StoredDocument {
  const { codePoints: _, ...document } = decodeSummary(row);
  return { ...document, text: row.text };
}

export function decodeFoundDocument(row: FoundDocumentColumns): FoundDocument {
  return { ...decodeSummary(row), pack: { packId: row.pack_id, version: row.version } };
}
