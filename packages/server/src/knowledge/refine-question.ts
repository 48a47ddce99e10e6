import type { Turn } from '../interfaces/answering.ts';

/** Openings that only make sense after something. */
const followUpOpening =
  /^(and|or|but|also|then|so|what about|how about|what if|same for|is that|does that|why is that|why not)\b/i;
/** Words that point back. */
const pointingBack = /\b(it|its|they|them|their|theirs|that|those|these|this|there|one|ones)\b/i;
const followUpWordsMax = 12;

/**
 * Joins a follow-up to the question it follows: "and for contractors?" is looked up together with what was asked
 * before. By rules alone, so it only joins what plainly does not stand on its own.
 */
export function refineQuestion(asked: string, history: readonly Turn[]): string {
  const previous = history[0];
  if (previous === undefined) return asked;
  const words = asked.trim().split(/\s+/);
  if (words.length > followUpWordsMax) return asked;
  const isFollowUp = followUpOpening.test(asked.trim()) || pointingBack.test(asked) || words.length <= 2;
  return isFollowUp ? `${previous.question.trim()} ${asked.trim()}` : asked;
}
