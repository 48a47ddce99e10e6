import { type AnswerWay, answerWays } from '@avow/contract';
import type { CalibrationFit, CalibrationParameters, LabelledExample } from '../interfaces/confidence.ts';
import { isEndUser } from './author-names.ts';
import { calibrate } from './calibrate.ts';
import { type ConfidenceModel, logitOfEvidence } from './confidence-model.ts';
import { fitNearPrior, logLoss } from './fit-near-prior.ts';
import { logitMax } from './logit.ts';

/** What a tenant must have labelled before a calibration is fitted on it, and the most that is looked at. */
export const calibrationNeeds = {
  examplesMin: 60,
  rightMin: 12,
  wrongMin: 12,
  examplesMax: 5_000,
  /** What one end user says is at most this part of the examples: one in so many. */
  endUserPart: 5,
} as const;

/**
 * How firmly a fit is held to the model that ships. A row's values, (1, logit ÷ 4, which way), have a square of at most 3,
 * so the minimum of a cost that is strongly convex by this much moves no logit by more than 3 ÷ 15 = 0.2 when one label is
 * turned, added or taken away, and no probability by more than a quarter of that: 0.05.
 */
const priorStrength = 15;
const foldCount = 5;

/** Examples that count: of each end user the newest, so that none has more than a fifth of them. */
interface CountedExamples {
  readonly examples: number;
  readonly right: number;
  readonly wrong: number;
}

export type CalibrationOutcome =
  | { readonly kind: 'too_few'; readonly counted: CountedExamples }
  /** Examples that it has not seen are predicted no better than without it. */
  | { readonly kind: 'no_better'; readonly fit: CalibrationFit }
  | { readonly kind: 'fitted'; readonly fit: CalibrationFit };

/** An example as a fit sees it. */
export interface ScaledExample {
  readonly way: AnswerWay;
  /** By the model that ships. */
  readonly logit: number;
  readonly isRight: boolean;
}

/** What a tenant's labels, newest first, say of the model that ships. The same labels give the same, everywhere. */
export function fitCalibration(
  model: ConfidenceModel,
  newestFirst: readonly LabelledExample[],
): CalibrationOutcome {
  const counting = countingOf(newestFirst);
  const right = counting.filter(({ isRight }) => isRight).length;
  const counted = { examples: counting.length, right, wrong: counting.length - right };
  const { examplesMin, rightMin, wrongMin } = calibrationNeeds;
  if (counted.examples < examplesMin || counted.right < rightMin || counted.wrong < wrongMin)
    return { kind: 'too_few', counted };
  const scaled = scale(model, counting);
  const losses = { with: meanLossLeftOut(scaled), without: meanLoss(scaled, identity) };
  const fit: CalibrationFit = {
    parameters: fitParameters(scaled),
    exampleCount: counted.examples,
    rightCount: right,
    logLoss: losses,
  };
  return { kind: losses.with < losses.without ? 'fitted' : 'no_better', fit };
}

const identity: CalibrationParameters = { offset: 0, slope: 1, ways: {} };

/**
 * Whether a tenant's labels, newest first, no longer bear a calibration out: the model that ships predicts them better.
 * Then the one that changes nothing, which is to take its place. Null: it is borne out, or there are too few to tell.
 */
export function findDisproof(
  model: ConfidenceModel,
  newestFirst: readonly LabelledExample[],
  inForce: CalibrationParameters,
): { readonly fit: CalibrationFit; readonly lossInForce: number } | null {
  const counting = countingOf(newestFirst);
  if (counting.length < calibrationNeeds.examplesMin) return null;
  const scaled = scale(model, counting);
  const [lossInForce, loss] = [meanLoss(scaled, inForce), meanLoss(scaled, identity)];
  if (lossInForce <= loss) return null;
  const fit: CalibrationFit = {
    parameters: identity,
    exampleCount: counting.length,
    rightCount: counting.filter(({ isRight }) => isRight).length,
    logLoss: { with: loss, without: loss },
  };
  return { fit, lossInForce };
}

function countingOf(newestFirst: readonly LabelledExample[]): LabelledExample[] {
  return chooseExamples(newestFirst.slice(0, calibrationNeeds.examplesMax));
}

function scale(model: ConfidenceModel, examples: readonly LabelledExample[]): ScaledExample[] {
  return examples.map(({ evidence, isRight }) => ({
    way: evidence.way,
    logit: logitOfEvidence(model, evidence),
    isRight,
  }));
}

/**
 * Of each end user the newest, as many as leave none with more than a fifth of all that are taken. Keys and reviewers are the
 * tenant's own, and count in full.
 */
export function chooseExamples(newestFirst: readonly LabelledExample[]): LabelledExample[] {
  const ofEndUsers = newestFirst.filter(({ author }) => isEndUser(author));
  const counts = [...Map.groupBy(ofEndUsers, ({ author }) => author).values()].map(({ length }) => length);
  const own = newestFirst.length - ofEndUsers.length;
  let each = Math.floor(newestFirst.length / calibrationNeeds.endUserPart);
  const taken = () => counts.reduce((total, count) => total + Math.min(count, each), own);
  while (each > 0 && taken() < each * calibrationNeeds.endUserPart) each -= 1;
  const soFar = new Map<string, number>();
  return newestFirst.filter(({ author }) => {
    if (!isEndUser(author)) return true;
    const before = soFar.get(author) ?? 0;
    soFar.set(author, before + 1);
    return before < each;
  });
}

/** The parameters that fit the examples best, held near the model that ships. */
export function fitParameters(examples: readonly ScaledExample[]): CalibrationParameters {
  const ways = answerWays.filter((way) => examples.some((example) => example.way === way));
  const free = fitColumns(examples, { ways, hasSlope: true });
  // A surer answer may not score less: where the labels would have it so, the model's own word counts for nothing.
  return free.slope >= 0 ? free : fitColumns(examples, { ways, hasSlope: false });
}

function fitColumns(
  examples: readonly ScaledExample[],
  { ways, hasSlope }: { readonly ways: readonly AnswerWay[]; readonly hasSlope: boolean },
): CalibrationParameters {
  const [offset = 0, slope = 0, ...ofWays] = fitNearPrior(
    examples.map(({ way, logit, isRight }) => ({
      values: [1, hasSlope ? logit / logitMax : 0, ...ways.map((each) => (each === way ? 1 : 0))],
      isTrue: isRight,
      weight: 1,
    })),
    [0, hasSlope ? logitMax : 0, ...ways.map(() => 0)].map((centre) => ({ centre, strength: priorStrength })),
  );
  return {
    offset: roundParameter(offset),
    slope: roundParameter(slope / logitMax),
    ways: Object.fromEntries(ways.map((way, at) => [way, roundParameter(ofWays[at] ?? 0)])),
  };
}

/** Each fifth by what the others say; which it is in is told by its place alone. */
function meanLossLeftOut(examples: readonly ScaledExample[]): number {
  const losses = Array.from({ length: foldCount }, (_, fold) => {
    const isLeftOut = (at: number) => at % foldCount === fold;
    const leftOut = examples.filter((_, at) => isLeftOut(at));
    const parameters = fitParameters(examples.filter((_, at) => !isLeftOut(at)));
    return leftOut.length * meanLoss(leftOut, parameters);
  });
  return roundParameter(losses.reduce((total, loss) => total + loss, 0) / examples.length);
}

function meanLoss(examples: readonly ScaledExample[], parameters: CalibrationParameters): number {
  const sum = examples.reduce(
    (total, example) => total + logLoss(calibrate(parameters, example), example.isRight),
    0,
  );
  return roundParameter(sum / examples.length);
}

function roundParameter(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000 + 0;
}
