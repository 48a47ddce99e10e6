import type { AnswerProgress } from '../../api/follow-answer.ts';

/** What was asked in this page: the question is otherwise read from the record, and the times of the steps are kept nowhere. */
interface Asked {
  readonly question: string;
  readonly progress: AnswerProgress;
}

const kept = new Map<string, Asked>();
const keptMax = 200;

export function keepAsked(messageId: string, asked: Asked): void {
  kept.set(messageId, asked);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
}

export const askedHere = (messageId: string): Asked | null => kept.get(messageId) ?? null;
