import { leadSeparator } from '@avow/documents';
import type { DocumentId } from '@avow/foundation';
import type { Question } from '../question.ts';
import { openWindow } from '../read/open-window.ts';
import type { Related } from '../related.ts';
import type { ServedContent } from '../served-content.ts';
import { chooseQuote } from './choose-quote.ts';
import type { NearPassage } from './near-passage.ts';

/** Near passages as the store has them now for this caller. What was removed meanwhile, or changed, is left out. */
export async function readRelated(
  knowledge: Pick<ServedContent, 'getDocument' | 'readQuote'>,
  question: Question,
  near: readonly NearPassage[],
): Promise<Related[]> {
  const { tenantId, groups, nowMs } = question;
  const read = await Promise.all(
    near.map(async ({ hit, nearness }): Promise<Related | null> => {
      const documentId = hit.documentId as DocumentId;
      const [document, window] = await Promise.all([
        knowledge.getDocument(tenantId, documentId, { groups, nowMs }),
        openWindow(knowledge, question, hit),
      ]);
      const quoted = window === null ? null : chooseQuote(question.text, window);
      if (document === null || quoted === null) return null;
      const { source, title, url } = document;
      const [headings = ''] = hit.headings.split(leadSeparator);
      return {
        ...{ documentId, packId: hit.pack.packId, source, title, url, headings, quoted },
        score: nearness,
      };
    }),
  );
  return read.filter((related) => related !== null);
}
