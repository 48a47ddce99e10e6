import { answersNeeded } from './answers-needed.ts';

/** A score that the band `high` could begin at, and how much of the draw is expected above it. */
export interface PlannedLine {
  readonly line: number;
  /** How many answers of the period have this score or more. */
  readonly answers: number;
}

/** Lines are whole hundredths. */
const linesPerUnit = 100;

/** Wrong answers that the first line should be able to bear: at fewer, one slip of a good line would end everything. */
const wrongBorne = [3, 2, 1, 0];

/**
 * The lines that a draw will be tried on, strictest first. They are settled before anything is drawn, by scores alone: a line
 * that was chosen by what the checks found would look better than it is. Empty: so few answers cannot show it.
 */
export function planLines({
  scores,
  count,
  floor,
  wrongMax,
  error,
}: {
  /** Of all answers that are drawn from: none is below `floor`. */
  readonly scores: readonly number[];
  /** How many of them are drawn. */
  readonly count: number;
  readonly floor: number;
  readonly wrongMax: number;
  readonly error: number;
}): PlannedLine[] {
  const drawnShare = scores.length === 0 ? 0 : Math.min(1, count / scores.length);
  const lines = linesFrom(floor).map((line) => ({ line, answers: countFrom(scores, line) }));
  for (const wrong of wrongBorne) {
    const needed = answersNeeded({ wrongMax, error, wrong });
    const start = lines.findIndex(({ answers }) => answers * drawnShare >= needed);
    if (start >= 0) return withoutRepeated(lines.slice(start));
  }
  return [];
}

function linesFrom(floor: number): number[] {
  const [least, most] = [Math.ceil(floor * linesPerUnit), linesPerUnit - 1];
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, step) => (most - step) / linesPerUnit);
}

function countFrom(scores: readonly number[], line: number): number {
  return scores.reduce((sum, score) => sum + (score >= line ? 1 : 0), 0);
}

/** Of lines with the same answers above them, the lowest says the most. */
function withoutRepeated(lines: readonly PlannedLine[]): PlannedLine[] {
  return lines.filter(({ answers }, index) => lines[index + 1]?.answers !== answers);
}
