import type { ServedContent } from '@avow/answering';
import type { Citation } from '@avow/contract/query';
import { type ReviewSourceEntry, reviewWorkLimits } from '@avow/contract/review';
import type { CuratedId, DocumentId, TenantId } from '@avow/foundation';

interface Viewer {
  readonly tenantId: TenantId;
  readonly groups: readonly string[];
  readonly nowMs: number;
}

/** The served text around what an answer quotes, by source. A source of which a guardrail redacted a quote is left out. */
export async function readReviewSources(
  content: Pick<ServedContent, 'readQuote'>,
  citations: readonly Citation[],
  viewer: Viewer,
): Promise<ReviewSourceEntry[]> {
  const ids = [...new Set(citations.map(({ document_id: id }) => id))];
  const read = ids.map((id) =>
    readOne(
      content,
      citations.filter(({ document_id: cited }) => cited === id),
      viewer,
    ),
  );
  return (await Promise.all(read)).filter((source) => source !== null);
}

async function readOne(
  content: Pick<ServedContent, 'readQuote'>,
  citations: readonly Citation[],
  { tenantId, ...viewer }: Viewer,
): Promise<ReviewSourceEntry | null> {
  const [first] = citations;
  const places = citations.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [{ start, end }],
  );
  if (first === undefined || places.length < citations.length) return null;
  const { sourceAroundMax: around } = reviewWorkLimits;
  const documentId = first.document_id as DocumentId | CuratedId;
  // Quotes of one source may be far apart: then the first is shown.
  const from = Math.min(...places.map(({ start }) => start));
  const near = places.filter(({ start }) => start - from <= around).map(({ end }) => end);
  const [start, end] = [Math.max(0, from - around), Math.max(...near) + around];
  const text = await content.readQuote(tenantId, { ...viewer, documentId, start, end });
  if (text === null) return null;
  const isComplete = start === 0 && Array.from(text).length < end - start;
  const { title, source } = first;
  return { document_id: documentId, title, source, start, text, is_complete: isComplete };
}
