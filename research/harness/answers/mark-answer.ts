import { type AnswerMark, markAnswer as markAsExpected, type ObservedAnswer } from '@avow/evaluation';
import type { AnswerQuestion } from './question-file.ts';

export type { AnswerMark, ObservedAnswer };

/** Marks an answer as the service does for golden questions. */
export function markAnswer(question: AnswerQuestion, given: ObservedAnswer): AnswerMark {
  const { answerable, sources, facts, verdict = null } = question;
  return markAsExpected(
    answerable ? { kind: 'answer', sources, facts, verdict } : { kind: 'not_covered' },
    given,
  );
}
