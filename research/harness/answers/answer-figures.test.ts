import { expect, it } from 'vitest';
import { answerFigures, type MarkedAnswer } from './answer-figures.ts';
import type { AnswerMark } from './mark-answer.ts';

const marked = (mark: AnswerMark, answerable: boolean, timeMs: number): MarkedAnswer => ({
  corpus: 'a',
  status: 'not said',
  mark,
  timeMs,
  isDegraded: timeMs > 60,
  question: {
    set: 'own',
    id: `${mark}${timeMs}`,
    kind: 'fact',
    part: 'tune',
    question: 'How?',
    answerable,
    sources: [],
    facts: [],
    why: 'so',
  },
});

it('counts answerable and unanswerable questions separately, as calculated by hand', () => {
  const figures = answerFigures([
    marked('right', true, 10),
    marked('right', true, 20),
    marked('partly', true, 30),
    marked('refused', true, 40),
    marked('failed', true, 50),
    marked('refused', false, 60),
    marked('wrong', false, 70),
  ]);
  expect(figures).toEqual({
    ...{ answerable: 5, right: 0.4, partly: 0.2, refusedWrongly: 0.2, wrong: 0 },
    ...{ unanswerable: 2, refusedRightly: 0.5, failed: 1 / 7, degraded: 1 / 7, p50Ms: 40, p95Ms: 70 },
  });
});

it('has no shares if there are no questions', () => {
  const figures = answerFigures([marked('right', true, 1)]);
  expect([figures.right, figures.refusedRightly]).toEqual([1, null]);
});
