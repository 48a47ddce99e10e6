import type { DocumentSummary, StoredDocument } from '@avow/answering';
import type { DocumentParser } from '@avow/documents';
import type { DocumentId, PackId, TenantId } from '@avow/foundation';
import { createFairRunner } from '@avow/foundation';
import type { DetectInjection } from '@avow/guardrails';
import type { ContentPacks } from '../../content/content.ts';
import type { ContentStore } from '../../content/content-store.ts';
import { readDraftPairs } from '../../curated/draft-pairs.ts';
import type { OpenScreened } from '../screening/screened.ts';
import { buildReport, reportLimits } from './build-report.ts';
import { collectPassages } from './collect-passages.ts';
import { type FoundLeftOut, findLeftOut } from './find-left-out.ts';

/** Near-duplicates, contradictions and suspicious texts in a draft. */
export type ReportDraft = ContentPacks['report'];

export interface ReportParts {
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly detectInjection: DetectInjection;
  readonly screened: OpenScreened;
}

const pageSize = 200;

/** A report reads the whole draft, so they run one at a time, fairly between tenants. */
export function createReportDraft(parts: ReportParts): ReportDraft {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  return (tenantId, packId) => runner.run(tenantId, () => reportOnce(parts, tenantId, packId));
}

async function reportOnce(
  { content, parser, detectInjection, screened }: ReportParts,
  tenantId: TenantId,
  packId: PackId,
): ReturnType<ReportDraft> {
  const pack = await content.getPack(tenantId, packId);
  if (pack === null) return null;
  const pairs = await readDraftPairs(content, tenantId, packId);
  const documents = readDraftDocuments(content, tenantId, packId);
  const { draftRevision } = pack;
  const own = parser.forOwner(tenantId);
  const opened = await screened();
  const report = await buildReport({
    ...{ documents, parser: own, pairs, detectInjection },
    findLeftOut: (passages) => findLeftOut(opened, tenantId, passages),
  });
  return { draftRevision, ...report };
}

/** The part of a report that says what no answer uses. */
export async function findLeftOutOfDraft(
  { content, parser, screened }: Pick<ReportParts, 'content' | 'parser' | 'screened'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<FoundLeftOut> {
  const documents = readDraftDocuments(content, tenantId, packId);
  const own = parser.forOwner(tenantId);
  const { passages } = await collectPassages({ documents, parser: own }, reportLimits.passagesMax);
  return await findLeftOut(await screened(), tenantId, passages);
}

async function* readDraftDocuments(
  content: ContentStore,
  tenantId: TenantId,
  packId: PackId,
): AsyncGenerator<StoredDocument> {
  for (let after: DocumentId | null = null; ; ) {
    const page: DocumentSummary[] = await content.listDraftDocuments(tenantId, packId, {
      after,
      limit: pageSize,
    });
    for (const { documentId } of page) {
      const document = await content.getDraftDocument(tenantId, packId, documentId);
      if (document !== null) yield document;
    }
    after = page.at(-1)?.documentId ?? null;
    if (after === null || page.length < pageSize) return;
  }
}
