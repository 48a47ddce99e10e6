import type { CuratedDecision } from './curated-matcher.ts';
import type { QuestionTerms } from './curated-set.ts';

export interface Decided {
  readonly asked: QuestionTerms;
  readonly decision: CuratedDecision | null;
}

export interface MatchFigures {
  readonly certaintyMin: number;
  readonly right: number;
  readonly wrong: number;
  /** The share of matches that are right; 1 if nothing was matched. */
  readonly precision: number;
  /** The share of answerable questions matched correctly. */
  readonly recall: number;
  /** The share of answerable questions matched at all. */
  readonly answered: number;
  /** The share of unanswerable questions without a match. */
  readonly refused: number;
}

export function figuresAt(decided: readonly Decided[], certaintyMin: number): MatchFigures {
  let right = 0;
  let wrong = 0;
  let answered = 0;
  let answerable = 0;
  let refused = 0;
  let foreign = 0;
  for (const { asked, decision } of decided) {
    const isMatched = decision !== null && decision.certainty >= certaintyMin;
    const isRight = isMatched && decision.pairId === asked.rightId;
    if (isRight) right += 1;
    if (isMatched && !isRight) wrong += 1;
    if (asked.rightId === null) {
      foreign += 1;
      if (!isMatched) refused += 1;
    } else {
      answerable += 1;
      if (isMatched) answered += 1;
    }
  }
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  return {
    certaintyMin,
    right,
    wrong,
    precision: share(right, right + wrong),
    recall: share(right, answerable),
    answered: share(answered, answerable),
    refused: share(refused, foreign),
  };
}

/** The lowest threshold with at least this precision; null if none with any match reaches it. */
export function lineForPrecision(decided: readonly Decided[], precisionMin: number): number | null {
  const guesses = decided
    .flatMap(({ asked, decision }) =>
      decision === null || decision.certainty <= 0
        ? []
        : [{ certainty: decision.certainty, isRight: decision.pairId === asked.rightId }],
    )
    .sort((one, other) => other.certainty - one.certainty);
  let right = 0;
  let line: number | null = null;
  for (const [at, { certainty, isRight }] of guesses.entries()) {
    if (isRight) right += 1;
    const isLastOfEquals = guesses[at + 1]?.certainty !== certainty;
    if (isLastOfEquals && right / (at + 1) >= precisionMin) line = certainty;
  }
  return line;
}

/** The threshold at which equal shares are correctly matched and correctly rejected: it shows how separable they are. */
export function balancedLine(decided: readonly Decided[]): number | null {
  const lines = [
    ...new Set(decided.flatMap(({ decision }) => (decision === null ? [] : [decision.certainty]))),
  ];
  let best: { readonly line: number; readonly worse: number } | null = null;
  const step = Math.max(1, Math.floor(lines.length / 200));
  for (const line of lines.sort((one, other) => one - other).filter((_, at) => at % step === 0)) {
    const { answered, refused } = figuresAt(decided, line);
    const worse = Math.min(answered, refused);
    if (best === null || worse > best.worse) best = { line, worse };
  }
  return best?.line ?? null;
}
