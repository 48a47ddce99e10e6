import type { CuratedId } from '@avow/foundation';
import type { ContentStore } from '../../content/content-store.ts';
import { curatedSimilarity } from '../../content/curated/match-curated.ts';
import type { Retrieved } from '../answering-steps.ts';
import { choicesMax, choiceUnitsMax } from '../extraction/read-choices.ts';
import type { Question } from '../question.ts';

/** From here on a curated question may be the one that was meant. */
const choiceMin = 0.6;
const shareOfBestMin = 0.9;
/** The number of pairs that are searched for ones with different answers. */
const lookedAtMax = 8;

/**
 * Curated questions that are about as near to what was asked and answered differently, nearest first. Fewer than two: there
 * is nothing to choose from.
 */
export async function curatedChoices(
  content: Pick<ContentStore, 'getCurated'>,
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
