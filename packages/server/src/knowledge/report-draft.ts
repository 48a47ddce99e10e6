import type { ContentPacks, FindOrders } from '../interfaces/content-packs.ts';
import type { DocumentId, PackId, TenantId } from '../interfaces/identity.ts';
import type { DocumentSummary, KnowledgeStore, StoredDocument } from '../interfaces/knowledge-store.ts';
import { readDraftPairs } from './put-pairs.ts';
import { makeReport } from './report/make-report.ts';

/** Near-duplicates, contradictions and suspicious texts in a draft. */
export type ReportDraft = ContentPacks['report'];

const pageSize = 200;

/** Reads the whole draft for each report, one report at a time: others wait for their turn. */
export function createReportDraft(knowledge: KnowledgeStore, findOrders: FindOrders): ReportDraft {
  let last: Promise<unknown> = Promise.resolve();
  return (tenantId, packId) => {
    const turn = last.then(() => reportOnce({ knowledge, findOrders }, tenantId, packId));
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function reportOnce(
  { knowledge, findOrders }: { readonly knowledge: KnowledgeStore; readonly findOrders: FindOrders },
  tenantId: TenantId,
  packId: PackId,
): ReturnType<ReportDraft> {
  const pack = await knowledge.getPack(tenantId, packId);
  if (pack === null) return null;
  const pairs = await readDraftPairs(knowledge, tenantId, packId);
  const documents = readDraftDocuments(knowledge, tenantId, packId);
  const { draftRevision } = pack;
  return { draftRevision, ...(await makeReport({ documents, pairs, findOrders })) };
}

async function* readDraftDocuments(
  knowledge: KnowledgeStore,
  tenantId: TenantId,
  packId: PackId,
): AsyncGenerator<StoredDocument> {
  for (let after: DocumentId | null = null; ; ) {
    const page: DocumentSummary[] = await knowledge.listDraftDocuments(tenantId, packId, {
      after,
      limit: pageSize,
    });
    for (const { documentId } of page) {
      const document = await knowledge.getDraftDocument(tenantId, packId, documentId);
      if (document !== null) yield document;
    }
    after = page.at(-1)?.documentId ?? null;
    if (after === null || page.length < pageSize) return;
  }
}
