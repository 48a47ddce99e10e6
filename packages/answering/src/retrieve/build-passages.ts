import { codePointLength } from '@avow/contract/values';
import type { TextPassage } from '@avow/documents';
import { headingSeparator, leadSeparator } from '@avow/documents';
import type { Passage } from '@avow/search';
import type { CuratedPair, StoredDocument } from '../served-content.ts';

/** The searchable passages of a document, generated lazily. */
export function* documentPassages(
  document: Pick<StoredDocument, 'documentId' | 'revision' | 'groups' | 'title'> &
    Pick<Passage, 'isHistorical'>,
  pieces: readonly TextPassage[],
): Generator<Passage> {
  const { documentId, revision, groups, title, isHistorical = false } = document;
  for (const [ordinal, { headings, lead, text, start, end }] of pieces.entries()) {
    yield {
      kind: 'document',
      documentId,
      revision,
      ordinal,
      headings: `${underTitle(title, headings)}${lead === '' ? '' : leadSeparator}${lead}`,
      text,
      start,
      end,
      groups,
      validFromMs: null,
      validUntilMs: null,
      ...(isHistorical ? { isHistorical } : {}),
    };
  }
}

/** Passages are also found by their document's title, unless it is already the first heading. */
function underTitle(title: string, headings: string): string {
  if (headings === '') return title;
  return headings.split(headingSeparator)[0] === title ? headings : `${title}${headingSeparator}${headings}`;
}

/** The searchable passages of a pair: its questions. */
export function curatedPassages(pair: CuratedPair): Passage[] {
  const { curatedId, revision, groups, validFromMs, validUntilMs } = pair;
  return [pair.question, ...pair.alternatives].map((text, ordinal) => ({
    kind: 'curated',
    documentId: curatedId,
    revision,
    ordinal,
    headings: '',
    text,
    start: 0,
    end: codePointLength(text),
    groups,
    validFromMs,
    validUntilMs,
  }));
}
