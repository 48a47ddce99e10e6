import { documentPassages, type StoredDocument } from '@avow/answering';
import { type DocumentParser, headingSeparator } from '@avow/documents';
import type { DocumentId } from '@avow/foundation';
import { findHistoricalReason } from '../../../path/retrieval/find-historical-reason.ts';
import type { HistoricalDocument } from './pack-report.ts';

/** A passage of a draft, as the report compares it. */
export interface DraftPassage {
  readonly id: DocumentId;
  readonly source: string;
  /** The heading right above it, or the document's title. */
  readonly heading: string;
  /** As it is searched and checked with. */
  readonly headings: string;
  readonly text: string;
}

/** Splits documents as for search, up to a limit of passages, and collects the historical ones. Documents that cannot be split are skipped. */
export async function collectPassages(
  draft: {
    readonly documents: AsyncIterable<StoredDocument>;
    readonly parser: Pick<DocumentParser, 'splitDocument'>;
  },
  passagesMax: number,
): Promise<{
  readonly passages: DraftPassage[];
  readonly historical: HistoricalDocument[];
  readonly isTruncated: boolean;
}> {
  const passages: DraftPassage[] = [];
  const historical: HistoricalDocument[] = [];
  let isTruncated = false;
  for await (const document of draft.documents) {
    const { documentId: id, source, title } = document;
    const reason = findHistoricalReason({ ...document, atMs: document.updatedAtMs });
    if (reason !== null) historical.push({ id, source, reason });
    const split = await draft.parser.splitDocument(document);
    if (split.kind === 'fault') {
      isTruncated = true;
      continue;
    }
    const searched = documentPassages(document, split.passages);
    for (const piece of split.passages) {
      if (passages.length === passagesMax) return { passages, historical, isTruncated: true };
      const heading = piece.headings.split(headingSeparator).at(-1) || title;
      const { headings = '' } = searched.next().value ?? {};
      passages.push({ id, source, heading, headings, text: piece.text });
    }
  }
  return { passages, historical, isTruncated };
}

const quotePointsMax = 300;

/** Shortens a text to the length of a quote in a report. */
export function shortenQuote(text: string): string {
  return text.length <= quotePointsMax ? text : [...text].slice(0, quotePointsMax).join('');
}
