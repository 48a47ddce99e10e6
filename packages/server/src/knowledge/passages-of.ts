import { codePointLength } from '@avow/contract';
import type { CuratedPair, KnowledgeStore, StoredDocument } from '../interfaces/knowledge-store.ts';
import type { Passage } from '../interfaces/passage-search.ts';
import { headingSeparator, leadSeparator } from './cut-passages.ts';
import { splitMarkdown } from './split-markdown.ts';
import { splitText } from './split-text.ts';

/** What is searched of a revision: pieces of a document, or the questions of a pair. */
export function passagesOf(
  revision: NonNullable<Awaited<ReturnType<KnowledgeStore['getRevision']>>>,
): Passage[] {
  return revision.kind === 'document' ? documentPassages(revision.document) : curatedPassages(revision.pair);
}

function documentPassages(document: StoredDocument): Passage[] {
  const { documentId, revision, groups, title } = document;
  const pieces = document.format === 'markdown' ? splitMarkdown(document.text) : splitText(document.text);
  return pieces.map(({ headings, lead, text, start, end }, ordinal) => ({
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
  }));
}

/** Passages are found by their document's title too; where it is the first heading it stands there already. */
function underTitle(title: string, headings: string): string {
  if (headings === '') return title;
  return headings.split(headingSeparator)[0] === title ? headings : `${title}${headingSeparator}${headings}`;
}

function curatedPassages(pair: CuratedPair): Passage[] {
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
