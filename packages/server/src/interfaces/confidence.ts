import type { AnswerWay, Band, ConfidenceCap, ConfidenceFeature, GuardrailPolicy } from '@avow/contract';
import type { TenantId } from './identity.ts';

/** What is known of an answer that tells how likely it is right. What could not be measured is left out. */
export type Features = Readonly<Partial<Record<ConfidenceFeature, number>>>;

/** How an answer was found, and all that speaks for it and against it. */
export interface Evidence {
  readonly way: AnswerWay;
  /** The raw score of whatever found it, 0 to 1. */
  readonly toolScore: number;
  readonly features: Features;
}

/** What holds a score down, whatever was found. */
export type CapCauses = ReadonlySet<ConfidenceCap>;

/** One thing that moved a score, and by how much, in probability: the sum of all leads from the usual to the score. */
export interface Factor {
  readonly feature: ConfidenceFeature | 'way' | 'calibration' | 'translated';
  /** One plain sentence. */
  readonly words: string;
  readonly effect: number;
}

export interface AppliedCap {
  readonly cause: ConfidenceCap;
  readonly max: number;
}

/** How a score came about. Numbers and fixed sentences alone: nothing that a person wrote. */
export interface Explanation {
  /** The model that ships, by a name that changes with its weights. */
  readonly model: string;
  /** The revision of the tenant's own calibration; null: none is in force. */
  readonly calibration: number | null;
  readonly evidence: Evidence;
  /** Before caps, four decimals. */
  readonly calibrated: number;
  /** Those that moved it most, most first. */
  readonly factors: readonly Factor[];
  /** Those that hold for this answer, whether or not they lowered it. */
  readonly caps: readonly AppliedCap[];
  readonly riskLevel: number;
  readonly isWithheld: boolean;
}

/** The score of an answer. Where it is below the risk level the answer is withheld. */
export interface Scored {
  /** 0 to 1, four decimals; also where it is withheld: what a client is then told is 0. */
  readonly score: number;
  readonly band: Exclude<Band, 'none'>;
  /** Four decimals. */
  readonly toolScore: number;
  readonly isWithheld: boolean;
  readonly explanation: Explanation;
}

/** What the tenant's policy says of scores. */
export interface ScoreRules {
  readonly bands: GuardrailPolicy['bands'];
  readonly riskLevel: number;
  readonly caps: GuardrailPolicy['confidence']['caps'];
}

/** Scores answers of one tenant: by the model that ships, and by what the tenant's own labels say of it. */
export interface Scorer {
  /** The same evidence under the same rules gives the same score, always and everywhere. */
  score(
    evidence: Evidence,
    also: {
      readonly capCauses: CapCauses;
      /** It is said in another language than it was held against its sources in. */
      readonly isTranslated: boolean;
      readonly rules: ScoreRules;
    },
  ): Scored;
  /** No answer found in this way scores less, as long as no cap holds: below it nothing that is told need be taken back. */
  leastOf(way: AnswerWay): number;
}

/** The scorers of all tenants. */
export interface Scorers {
  inForce(tenantId: TenantId): Promise<Scorer>;
}

/** An answer of which somebody has said whether it was right. */
export interface LabelledExample {
  readonly evidence: Evidence;
  /** Right in all; what is partly right is not. */
  readonly isRight: boolean;
  /** Whoever said so: what one of them says counts only so far. */
  readonly author: string;
}

/**
 * What a tenant's labels say of the model that ships: logit = offset + slope × (the model's own logit) + the offset of the
 * way. Fitted with a prior that holds it near the model: few labels move it little, and one label no further than a bound.
 */
export interface CalibrationParameters {
  readonly offset: number;
  readonly slope: number;
  readonly ways: Readonly<Partial<Record<AnswerWay, number>>>;
}

export interface CalibrationFit {
  readonly parameters: CalibrationParameters;
  readonly exampleCount: number;
  readonly rightCount: number;
  /** Mean log loss on examples that were left out of each fit, with the calibration and without. */
  readonly logLoss: { readonly with: number; readonly without: number };
}
