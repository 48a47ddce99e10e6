import type { CuratedId } from '@avow/foundation';
import type { PassageHit } from '@avow/search';
import type { Draft } from '../draft.ts';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import type { CuratedMatch, ServedContent } from '../served-content.ts';
import { agreedMatch, curatedDraft } from './curated-draft.ts';
import { findSameQuestion } from './find-same-question.ts';
import { isBeyondDoubt } from './is-beyond-doubt.ts';
import { curatedSimilarity, curatedSimilarityMin } from './match-curated.ts';
import { type NearPair, type PairReader, readPairMin, readPairs } from './read-pairs.ts';
import { sameQuestionMin } from './same-question-weights.ts';

type Answered = Promise<Draft | 'stale' | 'unread' | null>;
type CuratedPairs = Pick<ServedContent, 'getCurated'>;

/**
 * A curated pair whose question asks the same in other words, or whose answer a reader holds to answer the question: compared by
 * vectors if every candidate has one, else by keywords alone, since a pair without a vector could be the nearest of all.
 * `reader`: null if there is none. `unread`: it had no time, and a pair may have been missed.
 */
export async function answerFromSimilar(
  content: CuratedPairs,
  question: Question,
  {
    retrieved: { curated },
    reader,
  }: {
    readonly retrieved: Pick<Retrieved, 'curated'>;
    readonly reader: PairReader | null;
  },
): Answered {
  if (curated.length === 0) return null;
  return curated.every(({ vectorScore }) => vectorScore !== null)
    ? await answerByMeaning(content, question, { curated, reader })
    : await answerByWords(content, question, curated);
}

async function answerByMeaning(
  content: CuratedPairs,
  question: Question,
  { curated, reader }: { readonly curated: readonly PassageHit[]; readonly reader: PairReader | null },
): Answered {
  const pairs = await getPairs(content, question, curated.flatMap(curatedIdsOf));
  const places = curated.flatMap((hit) =>
    curatedIdsOf(hit).map((id) => ({
      // What is gone since still counts: it may be the nearest, and then the search has to be done again.
      answer: pairs.get(id)?.pair.answer ?? null,
      id,
      text: hit.text,
      vectorScore: hit.vectorScore ?? 0,
    })),
  );
  const named = places.map(({ answer, id, text, vectorScore }) => ({
    answer: answer === null ? `gone: ${id}` : `says: ${answer}`,
    said: answer,
    id,
    text,
    vectorScore,
  }));
  const found = await findAnswer(question.text, { named: oncePerAnswer(named), reader });
  if (found === null || found === 'unread') return found;
  const place = named.find(({ answer, text }) => answer === found.answer && text === found.text);
  const match = place === undefined ? undefined : pairs.get(place.id);
  if (match === undefined) return 'stale';
  const { probability, margin } = found;
  return curatedDraft(match, { kind: 'curated_meaning', probability, margin }, probability);
}

interface FoundAnswer {
  readonly answer: string;
  readonly text: string;
  readonly probability: number;
  readonly margin: number | null;
}

/** By comparing questions; what leaves a doubt is read, and the surer of the two counts. */
async function findAnswer(
  asked: string,
  { named, reader }: { readonly named: readonly NearPair[]; readonly reader: PairReader | null },
): Promise<FoundAnswer | 'unread' | null> {
  const likeliest = findSameQuestion(asked, named);
  const same = likeliest !== null && likeliest.probability >= sameQuestionMin(likeliest) ? likeliest : null;
  if (reader === null || (same !== null && isBeyondDoubt(same.probability))) return same;
  const read = await readPairs(reader, asked, named);
  if (read === null) return same ?? 'unread';
  const [best, next] = read;
  if (best === undefined || best.probability < readPairMin) return same;
  if (same !== null && same.probability >= best.probability) return same;
  return { ...best, margin: next === undefined ? null : best.probability - next.probability };
}

/** Pairs with the same words and the same answer count once. */
function oncePerAnswer<Named extends { readonly answer: string; readonly text: string }>(
  named: readonly Named[],
): Named[] {
  return [...new Map(named.map((one) => [JSON.stringify([one.answer, one.text]), one])).values()];
}

/** Pairs that are as near and say something else rule it out. */
async function answerByWords(
  content: CuratedPairs,
  question: Question,
  curated: readonly PassageHit[],
): Answered {
  const near = curated
    .map((hit) => ({ hit, similarity: curatedSimilarity(question.text, hit.text) }))
    .sort((one, other) => other.similarity - one.similarity);
  const similarity = near[0]?.similarity ?? 0;
  if (similarity < curatedSimilarityMin) return null;
  const ids = new Set(
    near.filter((one) => one.similarity === similarity).flatMap(({ hit }) => curatedIdsOf(hit)),
  );
  const pairs = await getPairs(content, question, [...ids]);
  if (pairs.size < ids.size) return 'stale';
  const match = agreedMatch([...pairs.values()]);
  if (match === null) return null;
  const rivals = near.filter((one) => one.similarity < similarity && one.similarity > 0).slice(0, rivalsMax);
  const rival = await similarityOfOther(content, question, { rivals, answer: match.pair.answer });
  const margin = rival === null ? null : similarity - rival;
  return curatedDraft(match, { kind: 'curated_similar', similarity, margin }, similarity);
}

/** The number of further pairs that are searched for one with another answer. */
const rivalsMax = 8;

/** How near the nearest pair with another answer is; null if there is none among them. */
async function similarityOfOther(
  content: CuratedPairs,
  question: Question,
  {
    rivals,
    answer,
  }: {
    readonly rivals: ReadonlyArray<{ readonly hit: PassageHit; readonly similarity: number }>;
    readonly answer: string;
  },
): Promise<number | null> {
  const pairs = await getPairs(
    content,
    question,
    rivals.flatMap(({ hit }) => curatedIdsOf(hit)),
  );
  const other = rivals.find(({ hit }) =>
    curatedIdsOf(hit).some((id) => (pairs.get(id)?.pair.answer ?? answer) !== answer),
  );
  return other?.similarity ?? null;
}

async function getPairs(
  content: CuratedPairs,
  { tenantId, groups, nowMs }: Question,
  ids: readonly CuratedId[],
): Promise<Map<CuratedId, CuratedMatch>> {
  const read = await Promise.all(
    [...new Set(ids)].map(async (id) => ({
      id,
      match: await content.getCurated(tenantId, id, { groups, nowMs }),
    })),
  );
  return new Map(read.flatMap(({ id, match }) => (match === null ? [] : [[id, match] as const])));
}

/** The pair that was found, and all others that are filed under the very same words. */
function curatedIdsOf(hit: PassageHit): CuratedId[] {
  return [hit, ...hit.alsoAt].map(({ documentId }) => documentId as CuratedId);
}
