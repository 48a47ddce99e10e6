import { answersNeeded, chooseLine, errorOfAttempt, planLines } from '@avow/answering/guarantee';
import { binomialAtMost } from '@avow/foundation/statistics';
import { shuffle } from '../random.ts';

type Random = () => number;

/** A tenant whose truth is known: what scores its answers get, and how likely one with that score is right. */
export interface SimulatedTenant {
  readonly drawScore: () => number;
  readonly rightAt: (score: number) => number;
  /** Answers of the period. */
  readonly answers: number;
  /** How many of them are checked. */
  readonly count: number;
  readonly wrongMax: number;
  /** The share of drawn answers that nobody gets to check. */
  readonly uncheckedShare: number;
}

/** What a procedure chose, and how much is truly wrong above its line. */
interface SimulatedChoice {
  readonly line: number;
  readonly trulyWrong: number;
  /** The share of answers that are in the band with it. */
  readonly kept: number;
}

/** Which line was chosen by each procedure; null: none, and the guarantee is not given. */
export interface Simulated {
  readonly chosen: SimulatedChoice | null;
  /** The lowest line whose own bound keeps the promise, as if it had not been looked for. */
  readonly searched: SimulatedChoice | null;
  /** The lowest line with few enough wrong answers in the draw. */
  readonly counted: SimulatedChoice | null;
}

const floor = 0.5;
/** Of fresh answers, to know what is truly wrong above a line. */
const truthSize = 5_000;

interface Answer {
  readonly score: number;
  readonly isRight: boolean;
  readonly isChecked: boolean;
}

/** One period, draws until a line is found or all attempts are used, and what the lines that were found are worth. */
export function simulateTenant(tenant: SimulatedTenant, random: Random, attempts = 1): Simulated {
  const truth = Array.from({ length: truthSize }, tenant.drawScore).sort((one, other) => other - one);
  const valued = (line: number | undefined) =>
    line === undefined ? null : { line, ...worthOf(line, truth, tenant) };
  let first: readonly Answer[] = [];
  let chosen: number | undefined;
  for (let attempt = 1; attempt <= attempts && chosen === undefined; attempt += 1) {
    const period = Array.from({ length: tenant.answers }, tenant.drawScore).filter((score) => score >= floor);
    const drawn = shuffle(period, random)
      .slice(0, tenant.count)
      .map((score) => ({
        score,
        isRight: random() < tenant.rightAt(score),
        isChecked: random() >= tenant.uncheckedShare,
      }));
    if (attempt === 1) first = drawn;
    chosen = choose(tenant, { period, drawn, error: errorOfAttempt(attempt) });
  }
  return {
    chosen: valued(chosen),
    searched: valued(lowestOf(first, (hits, trials) => isShown({ hits, trials }, tenant.wrongMax))),
    counted: valued(lowestOf(first, (hits, trials) => trials > 0 && hits / trials <= tenant.wrongMax)),
  };
}

function choose(
  { wrongMax, count }: SimulatedTenant,
  given: { readonly period: readonly number[]; readonly drawn: readonly Answer[]; readonly error: number },
): number | undefined {
  const { period, drawn, error } = given;
  const lines = planLines({ scores: period, count, floor, wrongMax, error });
  const checked = lines.map(({ line }) => {
    const above = drawn.filter(({ score }) => score >= line);
    const right = above.filter(({ isRight, isChecked }) => isRight && isChecked).length;
    return { line, drawn: above.length, right };
  });
  return chooseLine(checked, { wrongMax, error })?.line;
}

const usualError = 0.05;

function isShown({ hits, trials }: { hits: number; trials: number }, wrongMax: number): boolean {
  if (trials < answersNeeded({ wrongMax, error: usualError })) return false;
  return binomialAtMost({ hits, trials, chance: wrongMax }) <= usualError;
}

/** The lowest of all lines that passes on its own: what looking for the best line does. */
function lowestOf(
  drawn: readonly Answer[],
  passes: (wrong: number, all: number) => boolean,
): number | undefined {
  for (let line = floor; line < 1; line += 0.01) {
    const above = drawn.filter(({ score }) => score >= line);
    const wrong = above.filter(({ isRight }) => !isRight).length;
    if (above.length > 0 && passes(wrong, above.length)) return line;
  }
  return undefined;
}

function worthOf(line: number, truth: readonly number[], { rightAt }: SimulatedTenant) {
  const above = truth.filter((score) => score >= line);
  const wrong = above.reduce((sum, score) => sum + 1 - rightAt(score), 0);
  return { trulyWrong: wrong / Math.max(1, above.length), kept: above.length / truth.length };
}

export type TenantKind = 'usual' | 'boundary' | 'uneven' | 'unchecked';

/**
 * A tenant at random. `usual`: the model is off by some offset and slope, as on content that it never saw. `boundary`: just too
 * much is wrong, at every score: nothing is harder. `uneven`: of one range of scores most are wrong, so that a stricter line
 * is not always better. `unchecked`: as usual, and a part of the draw is never checked.
 */
export function drawTenant(kind: TenantKind, random: Random): SimulatedTenant {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const wrongMax = pick([0.02, 0.05, 0.1]);
  const curatedShare = random() * 0.5;
  const power = 0.3 + random() * 1.2;
  const offset = (random() - 0.4) * 3;
  const slope = 0.5 + random();
  const bad = 0.75 + random() * 0.2;
  const modelled = (score: number) => 1 / (1 + Math.exp(-offset - slope * Math.log(score / (1 - score))));
  const rights: Readonly<Record<TenantKind, (score: number) => number>> = {
    usual: modelled,
    unchecked: modelled,
    boundary: () => 1 - wrongMax - 1e-6,
    uneven: (score) => (Math.abs(score - bad) < 0.03 ? 0.4 : Math.max(modelled(score), 0.99)),
  };
  return {
    drawScore: () =>
      random() < curatedShare ? 0.97 : Math.round((0.02 + 0.96 * random() ** power) * 10_000) / 10_000,
    rightAt: rights[kind],
    answers: 300 + Math.floor(random() * 5_000),
    count: pick([100, 200, 400, 800]),
    wrongMax,
    uncheckedShare: kind === 'unchecked' ? random() * 0.05 : 0,
  };
}
