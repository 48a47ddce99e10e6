import { setImmediate } from 'node:timers/promises';
import type { DocumentId } from '../../interfaces/identity.ts';
import type { StoredDocument } from '../../interfaces/knowledge-store.ts';
import { headingSeparator } from '../cut-passages.ts';
import { splitMarkdown } from '../split-markdown.ts';
import { splitText } from '../split-text.ts';

/** A passage of a draft, as the report looks at it. */
export interface DraftPassage {
  readonly id: DocumentId;
  readonly source: string;
  /** The heading right above it, or the document's title. */
  readonly heading: string;
  readonly text: string;
}

/** Cuts documents as they are cut for the search, up to a number of passages. */
export async function gatherPassages(
  documents: AsyncIterable<StoredDocument>,
  passagesMax: number,
): Promise<{ readonly passages: DraftPassage[]; readonly isTruncated: boolean }> {
  const passages: DraftPassage[] = [];
  for await (const { documentId: id, source, title, format, text } of documents) {
    for (const passage of format === 'markdown' ? splitMarkdown(text) : splitText(text)) {
      if (passages.length === passagesMax) return { passages, isTruncated: true };
      const heading = passage.headings.split(headingSeparator).at(-1) || title;
      passages.push({ id, source, heading, text: passage.text });
    }
    await setImmediate();
  }
  return { passages, isTruncated: false };
}
