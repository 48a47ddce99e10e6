import type { ContentPackReport, PackVersionEntry } from '@avow/contract/content';
import { formatTime } from '@avow/contract/values';
import type { ListedVersion } from '../publication.ts';
import type { PackReport } from '../report/pack-report.ts';

/** Conversions between the code and the wire, for versions and reports. */

export function versionToWire(version: ListedVersion): PackVersionEntry {
  return {
    version: version.version,
    document_count: version.documentCount,
    qna_count: version.curatedCount,
    passage_count: version.passageCount,
    note: version.note,
    published_at: formatTime(version.publishedAtMs),
    retired: version.isRetired,
    nodes: version.nodes?.map(({ nodeId, isServing }) => ({ node_id: nodeId, serving: isServing })) ?? null,
  };
}

const textKinds = { document: 'document', curated: 'qna' } as const;

export function packReportToWire(report: PackReport): ContentPackReport {
  return {
    draft_revision: report.draftRevision,
    near_duplicates: report.nearDuplicates.map(({ kind, similarity, places }) => ({
      kind: textKinds[kind],
      similarity,
      locations: places.map(({ id, source, quote }) => ({ id, source, quote })),
    })),
    contradictions: report.contradictions.map(({ kind, questions, places, reason }) => ({
      kind: textKinds[kind],
      questions: questions.map(({ curatedId, question, answer }) => ({
        qna_id: curatedId,
        question,
        answer,
      })),
      locations: places.map(({ id, source, quote }) => ({ id, source, quote })),
      reason,
    })),
    suspicious: report.suspicious.map(({ kind, id, source, quote, reason }) => ({
      kind: textKinds[kind],
      ...{ id, source, quote, reason },
    })),
    left_out: report.leftOut.map(({ id, source, quote, guardrailId, name, ...also }) => ({
      ...{ id, source, quote, guardrail_id: guardrailId as `grd_${string}`, guardrail: name },
      ...{ score: also.score, threshold: also.threshold, reason: also.reason },
    })),
    unscreened: report.unscreenedCount,
    historical: report.historical.map(({ id, source, reason }) => ({ id, source, reason })),
    truncated: report.isTruncated,
  };
}
