import { quantile } from '@avow/foundation/statistics';
import type { TrainingStatus } from '../read-model-facts.ts';
import type { AnswerMark } from './mark-answer.ts';
import type { SetQuestion } from './question-sets.ts';

export interface MarkedAnswer {
  readonly corpus: string;
  /** Whether the reading model was trained on pages of the corpus; it was never trained on the questions. */
  readonly status: TrainingStatus;
  readonly question: SetQuestion;
  readonly mark: AnswerMark;
  readonly timeMs: number;
  /** The service answered without a model, as it does when time is short. */
  readonly isDegraded: boolean;
}

/** Shares of the answerable and of the unanswerable questions; null if there are none. */
export interface AnswerFigures {
  readonly answerable: number;
  readonly right: number | null;
  readonly partly: number | null;
  readonly refusedWrongly: number | null;
  readonly wrong: number | null;
  readonly unanswerable: number;
  readonly refusedRightly: number | null;
  /** The share of all questions. */
  readonly failed: number | null;
  readonly degraded: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export function answerFigures(marked: readonly MarkedAnswer[]): AnswerFigures {
  const answerable = marked.filter(({ question }) => question.answerable);
  const unanswerable = marked.filter(({ question }) => !question.answerable);
  const share = (some: readonly MarkedAnswer[], wanted: AnswerMark) =>
    some.length === 0 ? null : some.filter(({ mark }) => mark === wanted).length / some.length;
  const times = marked.map(({ timeMs }) => timeMs).sort((one, other) => one - other);
  return {
    answerable: answerable.length,
    right: share(answerable, 'right'),
    partly: share(answerable, 'partly'),
    refusedWrongly: share(answerable, 'refused'),
    wrong: share(answerable, 'wrong'),
    unanswerable: unanswerable.length,
    refusedRightly: share(unanswerable, 'refused'),
    failed: share(marked, 'failed'),
    degraded: marked.filter(({ isDegraded }) => isDegraded).length / Math.max(1, marked.length),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}
