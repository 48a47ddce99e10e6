import type { StoredDocument } from '@avow/answering';
import type { DocumentParser } from '@avow/documents';
import type { DocumentId, PackId, TenantId } from '@avow/foundation';
import { createFairRunner, readPages } from '@avow/foundation';
import type { DetectInjection } from '@avow/guardrails';
import type { ContentStore, PageAfter } from '../../content/content-store.ts';
import { readDraftPairs } from '../../curated/curated.ts';
import type { OpenScreened, Publications } from '../publication.ts';
import { buildReport, reportLimits } from './build-report.ts';
import { collectPassages } from './collect-passages.ts';
import { type FoundLeftOut, findLeftOut } from './find-left-out.ts';

export type Reports = Pick<Publications, 'report' | 'reportLeftOut'>;

export interface ReportDependencies {
  readonly content: ContentStore;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly detectInjection: DetectInjection;
  readonly screened: OpenScreened;
}

const pageSize = 200;

/** A report reads the whole draft, so they run one at a time, fairly between tenants. */
export function createReports(parts: ReportDependencies): Reports {
  const runner = createFairRunner({ runningMax: 1, tenantRunningMax: 1 });
  return {
    report: (tenantId, packId) => runner.run(tenantId, () => reportOnce(parts, tenantId, packId)),
    reportLeftOut: (tenantId, packId) => runner.run(tenantId, () => reportLeftOut(parts, tenantId, packId)),
  };
}

async function reportOnce(
  { content, parser, detectInjection, screened }: ReportDependencies,
  tenantId: TenantId,
  packId: PackId,
): ReturnType<Reports['report']> {
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

async function reportLeftOut(
  { content, parser, screened }: ReportDependencies,
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
  const read = (page: PageAfter<DocumentId>) => content.listDraftDocuments(tenantId, packId, page);
  for await (const { documentId } of readPages(pageSize, read, (document) => document.documentId)) {
    const document = await content.getDraftDocument(tenantId, packId, documentId);
    if (document !== null) yield document;
  }
}
