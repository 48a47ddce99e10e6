import type { CuratedId, DocumentId, PackId, SourceId, TenantId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Statements } from '@avow/storage';
import type { ContentStore, LoadedItem } from '../content-store.ts';
import {
  type DocumentColumns,
  type DocumentSummaryColumns,
  decodeDocument,
  decodeDocumentSummary,
  documentColumnsSql,
  documentSummaryColumns,
  documentsWithTextsSql,
} from './document-columns.ts';
import { decodePair, type PairColumns, pairColumns } from './pair-columns.ts';

const pairsSql = `SELECT ${pairColumns.join(', ')} FROM curated_pairs`;
const inDraftSql = 'tenant_id = ? AND pack_id = ? AND removed = 0 AND until_version IS NULL';
const ofRevisionSql = (id: string) => `tenant_id = ? AND pack_id = ? AND ${id} = ? AND revision = ?`;

interface LoadedColumns {
  readonly item_id: DocumentId | CuratedId;
  readonly file: string;
  readonly given: string;
  readonly source_id: SourceId | null;
}

const decodeLoaded = ({ item_id: id, file, given, source_id: sourceId }: LoadedColumns): LoadedItem => ({
  ...{ id, file, snapshot: given, sourceId },
});

/** The reader's operations on drafts, and on single revisions. */
export function createDraftReads(statements: Statements) {
  const { read } = statements;
  const documentsSql = `SELECT ${documentColumnsSql} FROM ${documentsWithTextsSql(statements)}`;
  const listDocuments = read(
    `SELECT ${documentSummaryColumns.join(', ')} FROM documents WHERE ${inDraftSql} AND document_id > ?
     ORDER BY document_id LIMIT ?`,
    decodeDocumentSummary,
  );
  const getDocument = read(`${documentsSql} WHERE ${inDraftSql} AND document_id = ?`, decodeDocument);
  const listSources = read<Pick<DocumentSummaryColumns, 'source' | 'document_id' | 'content_hash'>>(
    `SELECT source, document_id, content_hash FROM documents WHERE ${inDraftSql}`,
  );
  const listPairs = read(
    `${pairsSql} WHERE ${inDraftSql} AND curated_id > ? ORDER BY curated_id LIMIT ?`,
    decodePair,
  );
  const getPair = read(`${pairsSql} WHERE ${inDraftSql} AND curated_id = ?`, decodePair);
  // Every row that is stored belongs to the draft or to a version that is not retired.
  const getDocumentRevision = read(
    `${documentsSql} WHERE ${ofRevisionSql('document_id')}`,
    (row: DocumentColumns) => ({ kind: 'document' as const, document: decodeDocument(row) }),
  );
  const getPairRevision = read(`${pairsSql} WHERE ${ofRevisionSql('curated_id')}`, (row: PairColumns) => ({
    kind: 'pair' as const,
    pair: decodePair(row),
  }));
  const listLoaded = read(
    'SELECT item_id, file, given, source_id FROM loaded_items WHERE tenant_id = ? AND pack_id = ?',
    decodeLoaded,
  );
  const listUnsettled = read(
    'SELECT DISTINCT tenant_id, pack_id FROM draft_undo',
    (row: { readonly tenant_id: TenantId; readonly pack_id: PackId }) => ({
      ...{ tenantId: row.tenant_id, packId: row.pack_id },
    }),
  );
  return {
    listDraftDocuments(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return listDocuments.all(tenantId, packId, after ?? '', limit);
    },
    getDraftDocument: (tenantId, packId, documentId) => getDocument.first(tenantId, packId, documentId),
    *listDraftSources(tenantId, packId) {
      const rows = yield* listSources.all(tenantId, packId);
      return new Map(
        rows.map((row) => [row.source, { documentId: row.document_id, contentHash: row.content_hash }]),
      );
    },
    listDraftPairs(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return listPairs.all(tenantId, packId, after ?? '', limit);
    },
    getDraftPair: (tenantId, packId, curatedId) => getPair.first(tenantId, packId, curatedId),
    listLoaded: (tenantId, packId) => listLoaded.all(tenantId, packId),
    listUnsettledDrafts: () => listUnsettled.all(),
    getRevision: (tenantId, packId, { id, revision }) =>
      id.startsWith('qna_')
        ? getPairRevision.first(tenantId, packId, id, revision)
        : getDocumentRevision.first(tenantId, packId, id, revision),
  } satisfies OperationsFor<ContentStore>;
}
