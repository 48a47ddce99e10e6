import { relatedMax } from '@avow/contract/query';
import { embeddedLanguages } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { otherLanguage } from '@avow/text/languages';
import type { Question } from '../question.ts';
import { isLinkList } from './is-link-list.ts';
import type { NearPassage } from './near-passage.ts';
import { wordCoverage } from './word-coverage.ts';

/**
 * The cosine by the embedded encoder, and the share of the question's words, from which on a passage is near. Chosen with
 * `npm run eval -- related` so that about 4 % of questions that have nothing to do with the content get a related passage:
 * to be chosen again with every new encoder.
 */
export const nearMin = 0.64;
export const coveredMin = 0.45;

/**
 * The passages nearest to a question, nearest first, at most one for each place under a heading. The search always finds
 * something: what is not near enough has nothing to do with the question, and is left out; so is what only leads to other pages.
 */
export function nearPassages(
  { text }: Pick<Question, 'text'>,
  documents: readonly PassageHit[],
): NearPassage[] {
  const coverage = wordCoverage(text, documents);
  // The encoder finds everything in a language that it does not know about equally near.
  const isUnderstood = otherLanguage(text, embeddedLanguages) === null;
  const byPlace = new Map<string, NearPassage>();
  for (const [position, hit] of documents.entries()) {
    const place = `${hit.documentId} ${hit.headings}`;
    const nearness = nearnessOf(isUnderstood ? hit.vectorScore : null, coverage[position] ?? 0);
    if (nearness === null || isLinkList(hit)) continue;
    if (nearness > (byPlace.get(place)?.nearness ?? 0)) byPlace.set(place, { hit, nearness });
  }
  // A stable sort: of equals the one that the search put first.
  return [...byPlace.values()].sort((one, other) => other.nearness - one.nearness).slice(0, relatedMax);
}

/** By meaning; if there is no vector to compare, by the words that it shares with the question. Null: it is not near. */
function nearnessOf(vectorScore: number | null, covered: number): number | null {
  const [nearness, least] = vectorScore === null ? [covered, coveredMin] : [vectorScore, nearMin];
  return nearness < least ? null : Math.min(1, Math.round(nearness * 10_000) / 10_000);
}
