import type { Mark, ObservedAnswer } from '@avow/evaluation';
import { markAnswer as markAsExpected } from '@avow/evaluation';
import type { AnswerQuestion } from './question-file.ts';

export type { Mark, ObservedAnswer };

/** Marks an answer as the service does for golden questions. */
export function markAnswer(question: AnswerQuestion, given: ObservedAnswer): Mark {
  const { answerable, sources, facts, verdict = null } = question;
  return markAsExpected(
    answerable ? { kind: 'answer', sources, facts, verdict } : { kind: 'not_covered' },
    given,
  );
}
