import { meanOf } from '../retrieval/measures.ts';
import { type AnswerMatch, matchAnswer } from './answer-match.ts';

/** A reader's best prediction for a question, and the gold answers. */
export interface ReadQuestion {
  readonly id: string;
  /** Empty: the passage does not answer the question. */
  readonly golds: readonly string[];
  /** Empty if it found no span. */
  readonly predicted: string;
  /** The score of the prediction minus that of no answer: below the threshold it is withheld. */
  readonly margin: number;
}

export interface MatchFigures extends AnswerMatch {
  readonly count: number;
}

export interface ReadingFigures {
  readonly all: MatchFigures;
  readonly answerable: MatchFigures;
  readonly unanswerable: MatchFigures;
}

/** Figures if predictions above the threshold are given and others withheld. */
export function figuresAt(questions: readonly ReadQuestion[], line: number): ReadingFigures {
  const matched = questions.map(({ golds, predicted, margin }) => ({
    isAnswerable: golds.length > 0,
    match: matchAnswer(margin > line ? predicted : '', golds),
  }));
  const figures = (some: typeof matched): MatchFigures => ({
    count: some.length,
    exact: meanOf(some.map(({ match }) => match.exact)),
    f1: meanOf(some.map(({ match }) => match.f1)),
  });
  return {
    all: figures(matched),
    answerable: figures(matched.filter(({ isAnswerable }) => isAnswerable)),
    unanswerable: figures(matched.filter(({ isAnswerable }) => !isAnswerable)),
  };
}

/** The threshold with the highest F1 on these same questions: an upper bound, not a result. */
export function bestLine(questions: readonly ReadQuestion[]): number {
  const sorted = questions.toSorted((one, other) => other.margin - one.margin);
  const gain = ({ golds, predicted }: ReadQuestion) =>
    matchAnswer(predicted, golds).f1 - matchAnswer('', golds).f1;
  let best = { line: Number.POSITIVE_INFINITY, gained: 0 };
  let gained = 0;
  for (const [at, question] of sorted.entries()) {
    gained += gain(question);
    const next = sorted[at + 1];
    // Questions with the same margin are given or withheld together.
    if (next?.margin === question.margin || gained <= best.gained) continue;
    const line = next === undefined ? Number.NEGATIVE_INFINITY : (question.margin + next.margin) / 2;
    best = { line, gained };
  }
  return best.line;
}
