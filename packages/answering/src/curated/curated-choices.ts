import type { CuratedId } from '@avow/foundation';
import { embeddedLanguages } from '@avow/inference';
import { curatedKey } from '@avow/text';
import { otherLanguage } from '@avow/text/languages';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import { choicesMax, choiceUnitsMax } from '../read/read-choices.ts';
import type { ServedContent } from '../served-content.ts';
import { curatedSimilarity } from './match-curated.ts';

/** From here on a curated question may be the one that was meant. */
const choiceMin = 0.6;
const shareOfBestMin = 0.9;
/** The number of pairs that are searched for ones with different answers. */
const lookedAtMax = 8;

/**
 * The cosine of two questions by the embedded encoder from which on one may mean the other. `npm run eval -- related` measures
 * it: of questions that have nothing to do with the pairs none reaches it. To be chosen again with every new encoder.
 */
export const meantMin = 0.78;

/**
 * Curated questions that may be what was meant: several that are about as near and answered differently, nearest first, or
 * else the one that is nearest in meaning. Empty: there is none.
 */
export async function curatedChoices(
  content: Pick<ServedContent, 'getCurated'>,
  question: Question,
  retrieved: Retrieved,
): Promise<string[]> {
  const several = await aboutAsNear(content, question, retrieved);
  if (several.length > 1) return several;
  const meant = await meantQuestion(content, question, retrieved);
  return meant === null ? [] : [meant];
}

async function meantQuestion(
  content: Pick<ServedContent, 'getCurated'>,
  { tenantId, text, groups, nowMs }: Question,
  { curated }: Retrieved,
): Promise<string | null> {
  const [nearest] = curated
    .filter(({ vectorScore }) => (vectorScore ?? 0) >= meantMin)
    .sort((one, other) => (other.vectorScore ?? 0) - (one.vectorScore ?? 0));
  // The encoder finds everything in a language that it does not know about equally near.
  if (nearest === undefined || otherLanguage(text, embeddedLanguages) !== null) return null;
  const match = await content.getCurated(tenantId, nearest.documentId as CuratedId, { groups, nowMs });
  const meant = match?.pair.question ?? '';
  const isOther = meant !== '' && curatedKey(meant) !== curatedKey(text);
  return isOther && meant.length <= choiceUnitsMax ? meant : null;
}

async function aboutAsNear(
  content: Pick<ServedContent, 'getCurated'>,
  { tenantId, text, groups, nowMs }: Question,
  { curated }: Retrieved,
): Promise<string[]> {
  const near = curated
    .map((hit) => ({ hit, similarity: curatedSimilarity(text, hit.text) }))
    .sort((one, other) => other.similarity - one.similarity);
  const least = Math.max(choiceMin, (near[0]?.similarity ?? 0) * shareOfBestMin);
  const likely = near.filter(({ similarity }) => similarity >= least).slice(0, lookedAtMax);
  if (likely.length < 2) return [];
  const pairs = await Promise.all(
    likely.map(({ hit }) => content.getCurated(tenantId, hit.documentId as CuratedId, { groups, nowMs })),
  );
  // By the answer, and then by the question: neither of two that are the same makes a choice.
  const byAnswer = new Map<string, string>();
  for (const match of pairs) {
    if (match === null || match.pair.question.length > choiceUnitsMax) continue;
    const { question, answer } = match.pair;
    if (!byAnswer.has(answer) && ![...byAnswer.values()].includes(question)) byAnswer.set(answer, question);
  }
  return [...byAnswer.values()].slice(0, choicesMax);
}
