import {
  type GivenAnswer,
  type Mark,
  markAnswer as markAsExpected,
} from '../../packages/server/src/evaluating/mark-answer.ts';
import type { AnswerQuestion } from './question-file.ts';

export type { GivenAnswer, Mark };

/** As the service marks the answers to a golden question. */
export function markAnswer(question: AnswerQuestion, given: GivenAnswer): Mark {
  const { answerable, sources, facts, verdict = null } = question;
  return markAsExpected(
    answerable ? { kind: 'answer', sources, facts, verdict } : { kind: 'not_covered' },
    given,
  );
}
