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
  /** Of what was matched, the share that is right; 1 where nothing was matched. */
  readonly precision: number;
  /** Of what the bank answers, the share answered rightly. */
  readonly recall: number;
  /** Of what the bank answers, the share answered at all. */
  readonly answered: number;
  /** Of what the bank does not answer, the share refused. */
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

/** The lowest line at which at least this share of the matches is right; null where there is none that matches anything. */
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

/** The line where as many of the foreign are refused as of the others are answered: how well the two can be separated at all. */
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
