import type { CuratedId, DocumentId, PackId, SourceId, TenantId } from '@avow/foundation';
import type { Statements } from '@avow/storage';
import {
  type DocumentColumns,
  type DocumentSummaryColumns,
  documentColumnsSql,
  documentSummaryColumns,
  documentsWithTextsSql,
} from './document-columns.ts';
import { type PairColumns, pairColumns } from './pair-columns.ts';

export interface ListDraftCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly after: string | null;
  readonly limit: number;
}

type DraftKey = readonly [tenantId: string, packId: string, id: string];
type RevisionKey = readonly [tenantId: string, packId: string, id: string, revision: number];

const pairsSql = `SELECT ${pairColumns.join(', ')} FROM curated_pairs`;
const inDraftSql = 'tenant_id = ? AND pack_id = ? AND removed = 0 AND until_version IS NULL';
const ofRevisionSql = (id: string) => `tenant_id = ? AND pack_id = ? AND ${id} = ? AND revision = ?`;

/** The reader's operations on drafts, and on single revisions. */
interface LoadedColumns {
  readonly item_id: DocumentId | CuratedId;
  readonly file: string;
  readonly given: string;
  readonly source_id: SourceId | null;
}

interface UnsettledColumns {
  readonly tenant_id: TenantId;
  readonly pack_id: PackId;
}

export function createDraftReads(statements: Statements) {
  const { read } = statements;
  const listDocuments = read<DocumentSummaryColumns>(
    `SELECT ${documentSummaryColumns.join(', ')} FROM documents WHERE ${inDraftSql} AND document_id > ?
     ORDER BY document_id LIMIT ?`,
  );
  const getDocument = read<DocumentColumns>(
    `SELECT ${documentColumnsSql} FROM ${documentsWithTextsSql(statements)} WHERE ${inDraftSql} AND document_id = ?`,
  );
  const listSources = read<Pick<DocumentSummaryColumns, 'source' | 'document_id' | 'content_hash'>>(
    `SELECT source, document_id, content_hash FROM documents WHERE ${inDraftSql}`,
  );
  const listPairs = read<PairColumns>(
    `${pairsSql} WHERE ${inDraftSql} AND curated_id > ?
     ORDER BY curated_id LIMIT ?`,
  );
  const getPair = read<PairColumns>(`${pairsSql} WHERE ${inDraftSql} AND curated_id = ?`);
  // Every row that is stored belongs to the draft or to a version that is not retired.
  const getDocumentRevision = read<DocumentColumns>(
    `SELECT ${documentColumnsSql} FROM ${documentsWithTextsSql(statements)} WHERE ${ofRevisionSql('document_id')}`,
  );
  const getPairRevision = read<PairColumns>(`${pairsSql} WHERE ${ofRevisionSql('curated_id')}`);
  const listLoaded = read<LoadedColumns>(
    'SELECT item_id, file, given, source_id FROM loaded_items WHERE tenant_id = ? AND pack_id = ?',
  );
  const listUnsettled = read<UnsettledColumns>('SELECT DISTINCT tenant_id, pack_id FROM draft_undo');
  return {
    listDraftDocuments: ({ tenantId, packId, after, limit }: ListDraftCall) =>
      listDocuments.all(tenantId, packId, after ?? '', limit),
    getDraftDocument: (key: DraftKey) => getDocument.first(...key),
    listDraftSources: (key: readonly [tenantId: string, packId: string]) => listSources.all(...key),
    listDraftPairs: ({ tenantId, packId, after, limit }: ListDraftCall) =>
      listPairs.all(tenantId, packId, after ?? '', limit),
    getDraftPair: (key: DraftKey) => getPair.first(...key),
    listLoaded: (key: readonly [tenantId: string, packId: string]) => listLoaded.all(...key),
    listUnsettledDrafts: (_: null) => listUnsettled.all(),
    getDocumentRevision: (key: RevisionKey) => getDocumentRevision.first(...key),
    getPairRevision: (key: RevisionKey) => getPairRevision.first(...key),
  };
}
