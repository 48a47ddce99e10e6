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
import { labelledSql } from './label-operations.ts';
import { decodePair, type PairColumns, pairColumns } from './pair-columns.ts';

const pairsSql = `SELECT ${pairColumns.join(', ')} FROM curated_pairs`;
const inDraftSql = 'tenant_id = ? AND pack_id = ? AND removed = 0 AND until_version IS NULL';
const pagedSql = (id: string) =>
  `tenant_id = ?1 AND pack_id = ?2 AND removed = 0 AND until_version IS NULL AND ${id} > ?3`;
const ofRevisionSql = (id: string) => `tenant_id = ? AND pack_id = ? AND ${id} = ? AND revision = ?`;

/** Of a longer text, the rest is not looked at. */
const foundPointsMax = 500_000;

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
  const listDocumentsSql = (condition: string) =>
    `SELECT ${documentSummaryColumns.join(', ')} FROM documents WHERE ${pagedSql('document_id')} AND ${condition}
     ORDER BY document_id LIMIT ?4`;
  const listDocuments = read(listDocumentsSql('1 = 1'), decodeDocumentSummary);
  const listLabelledDocuments = read(
    listDocumentsSql(labelledSql(statements, 'documents')),
    decodeDocumentSummary,
  );
  const listTexts = read(
    `SELECT ${documentSummaryColumns.join(', ')}, substr(text, 1, ${foundPointsMax}) AS text
     FROM ${documentsWithTextsSql(statements)} WHERE ${inDraftSql} AND document_id > ?
     ORDER BY document_id LIMIT ?`,
    (row: DocumentColumns) => ({ ...decodeDocumentSummary(row), text: row.text }),
  );
  const getDocument = read(`${documentsSql} WHERE ${inDraftSql} AND document_id = ?`, decodeDocument);
  const listSources = read<Pick<DocumentSummaryColumns, 'source' | 'document_id' | 'content_hash'>>(
    `SELECT source, document_id, content_hash FROM documents WHERE ${inDraftSql}`,
  );
  const listPairsSql = (condition: string) =>
    `${pairsSql} WHERE ${pagedSql('curated_id')} AND ${condition} ORDER BY curated_id LIMIT ?4`;
  const listPairs = read(listPairsSql('1 = 1'), decodePair);
  const listLabelledPairs = read(listPairsSql(labelledSql(statements, 'curated_pairs')), decodePair);
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
    listDraftDocuments(tenantId, packId, { after, limit, owner, tag }) {
      assertPage(limit);
      const page = [tenantId, packId, after ?? '', limit];
      if (owner === undefined && tag === undefined) return listDocuments.all(...page);
      return listLabelledDocuments.all(...page, owner ?? null, tag ?? null);
    },
    listDraftTexts(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return listTexts.all(tenantId, packId, after ?? '', limit);
    },
    getDraftDocument: (tenantId, packId, documentId) => getDocument.first(tenantId, packId, documentId),
    *listDraftSources(tenantId, packId) {
      const rows = yield* listSources.all(tenantId, packId);
      return new Map(
        rows.map((row) => [row.source, { documentId: row.document_id, contentHash: row.content_hash }]),
      );
    },
    listDraftPairs(tenantId, packId, { after, limit, owner, tag }) {
      assertPage(limit);
      const page = [tenantId, packId, after ?? '', limit];
      if (owner === undefined && tag === undefined) return listPairs.all(...page);
      return listLabelledPairs.all(...page, owner ?? null, tag ?? null);
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
