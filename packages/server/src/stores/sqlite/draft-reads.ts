import type { DatabaseSync } from 'node:sqlite';
import type { DocumentId } from '../../interfaces/identity.ts';
import {
  type DocumentColumns,
  documentColumnsSql,
  documentsWithTextsSql,
  type SummaryColumns,
  summaryColumnsSql,
} from './document-columns.ts';
import { type PairColumns, pairColumnsSql } from './pair-columns.ts';
import { prepareReads } from './prepare-reads.ts';

export interface ListDraftCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly after: string | null;
  readonly limit: number;
}

type DraftKey = readonly [tenantId: string, packId: string, id: string];
type RevisionKey = readonly [tenantId: string, packId: string, id: string, revision: number];

const inDraftSql = 'tenant_id = ? AND pack_id = ? AND removed = 0 AND until_version IS NULL';
const ofRevisionSql = (id: string) => `tenant_id = ? AND pack_id = ? AND ${id} = ? AND revision = ?`;

/** The reader's operations on drafts, and on single revisions. */
export function createDraftReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const listDocuments = prepare<SummaryColumns>(
    `SELECT ${summaryColumnsSql} FROM documents WHERE ${inDraftSql} AND document_id > ?
     ORDER BY document_id LIMIT ?`,
  );
  const getDocument = prepare<DocumentColumns>(
    `SELECT ${documentColumnsSql} FROM ${documentsWithTextsSql} WHERE ${inDraftSql} AND document_id = ?`,
  );
  const listSources = prepare<readonly [source: string, documentId: DocumentId, contentHash: string]>(
    `SELECT source, document_id, content_hash FROM documents WHERE ${inDraftSql}`,
  );
  const listPairs = prepare<PairColumns>(
    `SELECT ${pairColumnsSql} FROM curated_pairs WHERE ${inDraftSql} AND curated_id > ?
     ORDER BY curated_id LIMIT ?`,
  );
  const getPair = prepare<PairColumns>(
    `SELECT ${pairColumnsSql} FROM curated_pairs WHERE ${inDraftSql} AND curated_id = ?`,
  );
  // Every row that is stored is held by the draft or by a version that is not retired.
  const getDocumentRevision = prepare<DocumentColumns>(
    `SELECT ${documentColumnsSql} FROM ${documentsWithTextsSql} WHERE ${ofRevisionSql('document_id')}`,
  );
  const getPairRevision = prepare<PairColumns>(
    `SELECT ${pairColumnsSql} FROM curated_pairs WHERE ${ofRevisionSql('curated_id')}`,
  );
  return {
    listDraftDocuments: ({ tenantId, packId, after, limit }: ListDraftCall) =>
      listDocuments.all(tenantId, packId, after ?? '', limit),
    getDraftDocument: (key: DraftKey) => getDocument.first(...key),
    listDraftSources: (key: readonly [tenantId: string, packId: string]) => listSources.all(...key),
    listDraftPairs: ({ tenantId, packId, after, limit }: ListDraftCall) =>
      listPairs.all(tenantId, packId, after ?? '', limit),
    getDraftPair: (key: DraftKey) => getPair.first(...key),
    getDocumentRevision: (key: RevisionKey) => getDocumentRevision.first(...key),
    getPairRevision: (key: RevisionKey) => getPairRevision.first(...key),
  };
}
