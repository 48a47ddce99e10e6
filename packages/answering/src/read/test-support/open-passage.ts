import { splitDocument } from '@avow/documents/testing';
import type { PassageHit } from '@avow/search';
import { codePointSlicer } from '@avow/text/testing';
import { documentPassages } from '../../retrieve/build-passages.ts';
import { openWindow, type PassageWindow } from '../open-window.ts';

type Cut = Pick<PassageHit, 'documentId' | 'headings' | 'text' | 'start' | 'end'>;

const document = {
  documentId: 'doc_a',
  revision: 1,
  source: 'handbook.md',
  title: 'Handbook',
  url: null,
  groups: [],
  format: 'markdown',
  contentHash: '',
  updatedAtMs: 0,
} as const;
const viewer = { tenantId: 'ten_a', groups: [], nowMs: 0 } as const;

/** The passages that a Markdown document is cut into. */
export function cutDocument(text: string): Cut[] {
  return [...documentPassages(document, splitDocument({ ...document, text }))];
}

/** The window of a passage, as long as the document still holds it. */
export function openPassage(text: string, hit: Cut): Promise<PassageWindow | null> {
  const slice = codePointSlicer(text);
  return openWindow({ readQuote: async (_, { start, end }) => slice({ start, end }) }, viewer, hit);
}

/** The window of the passage that holds these words, and where they are in it. */
export async function openAround(text: string, words: string) {
  const hit = cutDocument(text).find((passage) => passage.text.includes(words));
  if (hit === undefined) throw new Error(`no passage holds ${words}`);
  const window = await openPassage(text, hit);
  if (window === null) throw new Error('the passage is stored');
  const start = window.passage.start + hit.text.indexOf(words);
  return { window, span: { start, end: start + words.length } };
}
