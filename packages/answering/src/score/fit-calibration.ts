import { type AnswerMethod, answerMethods } from '@avow/contract/values';
import { isEndUser } from '@avow/foundation';
import { calibrate } from './calibrate.ts';
import type { CalibrationFit, CalibrationParameters, LabelledExample } from './confidence.ts';
import { type ConfidenceModel, logitOfEvidence } from './confidence-model.ts';
import { fitNearPrior, logLoss } from './fit-near-prior.ts';
import { logitMax } from './logit.ts';

/** What a tenant must have labelled before a calibration is fitted on it, and the most that are used. */
export const calibrationNeeds = {
  examplesMin: 60,
  rightMin: 12,
  wrongMin: 12,
  examplesMax: 5_000,
  /** The labels of one end user are at most one in this many examples. */
  endUserPart: 5,
} as const;

/**
 * How strongly a fit is kept near the shipped model. A row's values, (1, logit ÷ 4, the method), have a square of at most 3,
 * so the minimum of a cost that is strongly convex by this much moves no logit by more than 3 ÷ 15 = 0.2 when one label is
 * flipped, added or removed, and no probability by more than a quarter of that: 0.05.
 */
const priorStrength = 15;
const foldCount = 5;

/** Examples that are used: of each end user the newest, so that none has more than a fifth of them. */
interface CountedExamples {
  readonly examples: number;
  readonly right: number;
  readonly wrong: number;
}

export type CalibrationOutcome =
  | { readonly kind: 'too_few'; readonly counted: CountedExamples }
  /** It does not predict unseen examples better than the shipped model. */
  | { readonly kind: 'no_better'; readonly fit: CalibrationFit }
  | { readonly kind: 'fitted'; readonly fit: CalibrationFit };

/** An example as a fit sees it. */
export interface ScaledExample {
  readonly method: AnswerMethod;
  /** By the shipped model. */
  readonly logit: number;
  readonly isRight: boolean;
}

/** Fits a calibration of the shipped model on a tenant's labels, newest first. Deterministic. */
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
  const fit = { parameters: fitParameters(scaled), ...basisOf(counting), logLoss: losses };
  return { kind: losses.with < losses.without ? 'fitted' : 'no_better', fit };
}

/** Changes nothing. */
export const identity: CalibrationParameters = { offset: 0, slope: 1, methods: {} };

/**
 * Whether a tenant's labels, newest first, no longer support a calibration because the shipped model predicts them better:
 * then the identity, which is to replace it. Null: they support it, or there are too few to decide.
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
  const fit = { parameters: identity, ...basisOf(counting), logLoss: { with: loss, without: loss } };
  return { fit, lossInForce };
}

/** Whose labels a fit is based on. */
function basisOf(examples: readonly LabelledExample[]): Omit<CalibrationFit, 'parameters' | 'logLoss'> {
  return {
    exampleCount: examples.length,
    rightCount: examples.filter(({ isRight }) => isRight).length,
    authorCount: new Set(examples.map(({ author }) => author)).size,
    callerCount: new Set(examples.map(({ callerId }) => callerId)).size,
  };
}

function countingOf(newestFirst: readonly LabelledExample[]): LabelledExample[] {
  return chooseExamples(newestFirst.slice(0, calibrationNeeds.examplesMax));
}

function scale(model: ConfidenceModel, examples: readonly LabelledExample[]): ScaledExample[] {
  return examples.map(({ evidence, isRight }) => ({
    method: evidence.method,
    logit: logitOfEvidence(model, evidence),
    isRight,
  }));
}

/**
 * Of each end user the newest, as many as leave none with more than a fifth of all that are used. Keys and reviewers belong
 * to the tenant, and count in full.
 */
export function chooseExamples<Example extends Pick<LabelledExample, 'author'>>(
  newestFirst: readonly Example[],
): Example[] {
  const ofEndUsers = newestFirst.filter(({ author }) => isEndUser(author));
  const counts = [...Map.groupBy(ofEndUsers, ({ author }) => author).values()].map(({ length }) => length);
  const own = newestFirst.length - ofEndUsers.length;
  let each = Math.floor(newestFirst.length / calibrationNeeds.endUserPart);
  const taken = () => counts.reduce((total, count) => total + Math.min(count, each), own);
  while (each > 0 && taken() < each * calibrationNeeds.endUserPart) each -= 1;
  const takenOf = new Map<string, number>();
  return newestFirst.filter(({ author }) => {
    if (!isEndUser(author)) return true;
    const before = takenOf.get(author) ?? 0;
    takenOf.set(author, before + 1);
    return before < each;
  });
}

/** The parameters that fit the examples best, kept near the shipped model. */
export function fitParameters(examples: readonly ScaledExample[]): CalibrationParameters {
  const methods = answerMethods.filter((method) => examples.some((example) => example.method === method));
  const free = fitColumns(examples, { methods, hasSlope: true });
  // A more certain answer must not score less: if the labels imply that, the model's own logit is ignored.
  return free.slope >= 0 ? free : fitColumns(examples, { methods, hasSlope: false });
}

function fitColumns(
  examples: readonly ScaledExample[],
  { methods, hasSlope }: { readonly methods: readonly AnswerMethod[]; readonly hasSlope: boolean },
): CalibrationParameters {
  const [offset = 0, slope = 0, ...ofMethods] = fitNearPrior(
    examples.map(({ method, logit, isRight }) => ({
      values: [1, hasSlope ? logit / logitMax : 0, ...methods.map((each) => (each === method ? 1 : 0))],
      isTrue: isRight,
      weight: 1,
    })),
    [0, hasSlope ? logitMax : 0, ...methods.map(() => 0)].map((centre) => ({
      centre,
      strength: priorStrength,
    })),
  );
  return {
    offset: roundParameter(offset),
    slope: roundParameter(slope / logitMax),
    methods: Object.fromEntries(methods.map((method, at) => [method, roundParameter(ofMethods[at] ?? 0)])),
  };
}

/** Predicts each fifth by a fit on the others; the position of an example alone decides its fifth. */
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
