import type { PassageHit } from '@avow/search';
import { indexCodePoints } from '@avow/text/sentences';
import type { ReadingFeatures } from '../answer-line.ts';
import type { ReadCandidate } from '../rank-read.ts';

interface GivenCandidate {
  readonly text: string;
  /** The words that the reader points at; left out: all of them. */
  readonly words?: string;
  readonly headings?: string;
  readonly probability?: number;
  readonly vectorScore?: number | null;
  readonly features?: Partial<ReadingFeatures>;
}

/** A passage that was read, as a test says it was. */
export function readCandidate(given: GivenCandidate): ReadCandidate {
  const { text, words = text, headings = 'Leave', probability = 0.5, vectorScore = null } = given;
  const offsets = indexCodePoints(text);
  const at = text.indexOf(words);
  const hit: PassageHit = {
    ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings, text },
    ...{ start: 0, end: text.length, groups: [], validFromMs: null, validUntilMs: null },
    ...{ pack: { packId: 'pack_a', version: 1 }, score: 1, wordScore: null, vectorScore, alsoAt: [] },
  };
  const span = { start: offsets.toCodePoint(at), end: offsets.toCodePoint(at + words.length), score: 6 };
  return {
    ...{ hit, probability, reading: { relevance: 3, noAnswerScore: 1, spans: [span] } },
    features: {
      ...{ spanMargin: 5, spanLead: 1, relevance: 3, searchRank: 1, nearness: 0.72, wordShare: 0.5 },
      ...{ headingShare: 0, headingShareOfSteps: 0, lacksNumber: 0, ...given.features },
    },
  };
}
