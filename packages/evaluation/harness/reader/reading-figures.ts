import { meanOf } from '../retrieval/measures.ts';
import { type AnswerMatch, matchAnswer } from './answer-match.ts';

/** The best that a reader found for a question, and what would have been right. */
export interface ReadQuestion {
  readonly id: string;
  /** None: the passage does not answer it. */
  readonly golds: readonly string[];
  /** Empty where it found no words at all. */
  readonly predicted: string;
  /** The score of the prediction above that of no answer: below the line it is withheld. */
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

/** Figures where a prediction is given above the line, and withheld otherwise. */
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

/** The line with the highest F1 on these very questions: nobody knows it beforehand, so it is a bound and no result. */
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
