import type { DocumentId } from '@avow/foundation';
import type { QuotedDraft } from '../draft.ts';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import type { ServedContent } from '../served-content.ts';
import { extractAnswer } from './extract-answer.ts';

/** Answers from documents by the words that question and passage have in common: what is left where nothing can read. */
export async function answerByWords(
  content: Pick<ServedContent, 'getDocument'>,
  { tenantId, text, groups, nowMs }: Question,
  { documents }: Retrieved,
): Promise<QuotedDraft | 'stale' | null> {
  const extracted = extractAnswer(text, documents);
  if (extracted === null) return null;
  const { hit, quote, start, end, coverage, margin } = extracted;
  const document = await content.getDocument(tenantId, hit.documentId as DocumentId, { groups, nowMs });
  if (document === null) return 'stale';
  const { documentId, source, title, url } = document;
  const place = { documentId, pack: hit.pack, source, title, url };
  return {
    kind: 'quoted',
    lead: '',
    sourceType: 'document',
    found: { kind: 'document', coverage, margin },
    support: [{ ...place, quote, start, end, score: coverage, follows: 'as_paragraph' }],
    judgement: null,
  };
}
