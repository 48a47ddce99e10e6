import { leadSeparator } from '@avow/documents';
import type { DocumentId } from '@avow/foundation';
import type { Related } from '../../answers/related.ts';
import type { ServedView } from '../../content/content-store.ts';
import type { Question } from '../question.ts';
import { chooseQuote } from './choose-quote.ts';
import type { NearPassage } from './near-passage.ts';

/** Near passages as the store has them now for this caller. What was removed meanwhile, or changed, is left out. */
export async function readRelated(
  knowledge: Pick<ServedView, 'getDocument' | 'readQuote'>,
  { tenantId, text, groups, nowMs }: Question,
  near: readonly NearPassage[],
): Promise<Related[]> {
  const viewer = { groups, nowMs };
  const read = await Promise.all(
    near.map(async ({ hit, nearness }): Promise<Related | null> => {
      const documentId = hit.documentId as DocumentId;
      const quoted = chooseQuote(text, hit);
      if (quoted === null) return null;
      const { quote, start, end } = quoted;
      const [document, stored] = await Promise.all([
        knowledge.getDocument(tenantId, documentId, viewer),
        knowledge.readQuote(tenantId, { documentId, start, end, ...viewer }),
      ]);
      if (document === null || stored !== quote) return null;
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
