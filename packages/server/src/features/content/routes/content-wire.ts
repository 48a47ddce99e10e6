import type { CuratedPair, DocumentSummary, StoredDocument } from '@avow/answering';
import {
  type ContentJob,
  type ContentPack,
  type ContentPackReport,
  codePointLength,
  type DocumentEntry,
  type DocumentSummaryEntry,
  formatTime,
  type PackVersionEntry,
  type QnaEntry,
  type QnaRequest,
} from '@avow/contract';
import type { VectorProgress } from '@avow/search';
import type { ScreeningProgress } from '../../publication/screening/screening-store.ts';
import type { ListedVersion, PackReport, PairContent } from '../content.ts';
import type { Pack } from '../content-store.ts';
import type { Job, JobKind } from '../jobs/job-store.ts';

/** Conversions between the code and the wire, for content packs. */

const timeOrNull = (timeMs: number | null) => (timeMs === null ? null : formatTime(timeMs));
const instantOrNull = (text: string | null) => (text === null ? null : Date.parse(text));

/** Ids are created and stored by this service, so they are well-formed. */
type Id<Prefix extends string> = `${Prefix}_${string}`;

export function packToWire(
  pack: Pack,
  {
    vectors,
    screening,
  }: { readonly vectors: VectorProgress | null; readonly screening: ScreeningProgress | null },
): ContentPack {
  return {
    id: pack.packId as Id<'pack'>,
    name: pack.name,
    description: pack.description,
    created_at: formatTime(pack.createdAtMs),
    updated_at: formatTime(pack.updatedAtMs),
    draft: {
      document_count: pack.draft.documentCount,
      qna_count: pack.draft.curatedCount,
      changed: pack.draft.isChanged,
    },
    latest_version: pack.latestVersion === 0 ? null : pack.latestVersion,
    published_version: pack.servedVersion,
    embeddings: vectors === null ? null : { done: vectors.done, total: vectors.total },
    screening: screening === null ? null : { done: screening.done, total: screening.total },
  };
}

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

export function summaryToWire(document: DocumentSummary): DocumentSummaryEntry {
  return {
    id: document.documentId,
    source: document.source,
    title: document.title,
    url: document.url,
    groups: [...document.groups],
    format: document.format,
    code_points: document.codePoints,
    updated_at: formatTime(document.updatedAtMs),
  };
}

export function documentToWire(document: StoredDocument): DocumentEntry {
  const { text } = document;
  return { ...summaryToWire({ ...document, codePoints: codePointLength(text) }), text };
}

export function pairToWire(pair: CuratedPair): QnaEntry {
  return {
    id: pair.curatedId,
    question: pair.question,
    alternatives: [...pair.alternatives],
    answer: pair.answer,
    source: pair.source,
    url: pair.url,
    tags: [...pair.tags],
    groups: [...pair.groups],
    valid_from: timeOrNull(pair.validFromMs),
    valid_until: timeOrNull(pair.validUntilMs),
    updated_at: formatTime(pair.updatedAtMs),
  };
}

export function pairFromWire(request: QnaRequest): PairContent {
  const { valid_from: validFrom, valid_until: validUntil, ...same } = request;
  return { ...same, validFromMs: instantOrNull(validFrom), validUntilMs: instantOrNull(validUntil) };
}

const kindNames: Readonly<Record<JobKind, ContentJob['kind']>> = {
  documents: 'documents',
  pairs: 'qna',
  publish: 'publish',
};

export function jobToWire(job: Job): ContentJob {
  return {
    id: job.jobId,
    kind: kindNames[job.kind],
    status: job.status,
    done: job.done,
    total: job.total,
    counts: { ...job.counts },
    errors: job.faults.map(({ file, reason }) => ({ file, reason })),
    version: job.version,
    failure: job.failure,
    created_at: formatTime(job.createdAtMs),
    started_at: timeOrNull(job.startedAtMs),
    ended_at: timeOrNull(job.endedAtMs),
  };
}

const textKinds = { document: 'document', curated: 'qna' } as const;

export function reportToWire(report: PackReport): ContentPackReport {
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
      ...{ id, source, quote, guardrail_id: guardrailId as Id<'grd'>, guardrail: name },
      ...{ score: also.score, threshold: also.threshold, reason: also.reason },
    })),
    unscreened: report.unscreenedCount,
    historical: report.historical.map(({ id, source, reason }) => ({ id, source, reason })),
    truncated: report.isTruncated,
  };
}
