import type { DocumentSummary, StoredDocument } from '@avow/answering';
import type { ContentJob, ContentPack, DocumentEntry, DocumentSummaryEntry } from '@avow/contract/content';
import { codePointLength, formatTime } from '@avow/contract/values';
import type { VectorProgress } from '@avow/search';
import type { Job, JobKind } from '../../jobs/job-store.ts';
import type { ScreeningProgress } from '../../publication/screening-store.ts';
import type { Pack } from '../content-store.ts';
import type { ItemLabels } from '../item-label-store.ts';

/** Conversions between the code and the wire, for content packs. */

const timeOrNull = (timeMs: number | null) => (timeMs === null ? null : formatTime(timeMs));

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

export function documentSummaryToWire(
  document: DocumentSummary,
  { owner, tags }: ItemLabels,
): DocumentSummaryEntry {
  return {
    id: document.documentId,
    source: document.source,
    title: document.title,
    url: document.url,
    groups: [...document.groups],
    format: document.format,
    code_points: document.codePoints,
    updated_at: formatTime(document.updatedAtMs),
    owner,
    tags: [...tags],
  };
}

export function documentToWire(document: StoredDocument, labels: ItemLabels): DocumentEntry {
  const { text } = document;
  return { ...documentSummaryToWire({ ...document, codePoints: codePointLength(text) }, labels), text };
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
