import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { AnswerMethod, Band, ConfidenceCap, ConfidenceFeature } from '@avow/contract/values';
import type { CallerId, TenantId } from '@avow/foundation';
import type { GuaranteeInForce } from '../guarantee/stored-guarantee.ts';

/** What was measured of an answer, to predict how likely it is right. What could not be measured is left out. */
export type Features = Readonly<Partial<Record<ConfidenceFeature, number>>>;

/** How an answer was found, and everything that counts for it and against it. */
export interface Evidence {
  readonly method: AnswerMethod;
  /** The raw score of the tool that found it, 0 to 1. */
  readonly toolScore: number;
  readonly features: Features;
}

/** What caps a score, regardless of the evidence. */
export type CapCauses = ReadonlySet<ConfidenceCap>;

/** Something that moved a score, and by how much, in probability: the usual score plus all effects is the score. */
export interface Factor {
  readonly feature: ConfidenceFeature | 'method' | 'calibration' | 'translated';
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
  /** The largest effects, largest first. */
  readonly factors: readonly Factor[];
  /** Those that apply to this answer, whether or not they lowered its score. */
  readonly caps: readonly AppliedCap[];
  readonly riskLevel: number;
  readonly isWithheld: boolean;
}

/** The score of an answer. If it is below the risk level, the answer is withheld. */
export interface Scored {
  /** 0 to 1, four decimals, also if the answer is withheld; the client then gets 0. */
  readonly score: number;
  readonly band: Exclude<Band, 'none'>;
  /** Four decimals. */
  readonly toolScore: number;
  readonly isWithheld: boolean;
  readonly explanation: Explanation;
  /** What is guaranteed of the band `high`; null: nothing. */
  readonly guarantee: GuaranteeInForce | null;
}

/** What the tenant's policy says about scores. */
export interface ScoreRules {
  readonly bands: GuardrailPolicy['bands'];
  readonly riskLevel: number;
  readonly caps: GuardrailPolicy['confidence']['caps'];
}

/** Scores answers of one tenant: by the shipped model and the tenant's own calibration. */
export interface Scorer {
  /** Revisions of the tenant; null: none is in force. */
  readonly inForce: { readonly calibration: number | null; readonly guarantee: number | null };
  /** The same evidence under the same rules gives the same score, always and everywhere. */
  score(
    evidence: Evidence,
    also: {
      readonly capCauses: CapCauses;
      /** It was translated after it was compared with its sources. */
      readonly isTranslated: boolean;
      readonly rules: ScoreRules;
    },
  ): Scored;
  /** The calibrated probability that an answer with this evidence is right, before caps: one scale for all answer methods. */
  probabilityOf(evidence: Evidence): number;
  /** The lowest score of any answer found by this method if no cap applies. At a lower risk level, answers may be streamed. */
  leastOf(method: AnswerMethod): number;
}

/** The scorers of all tenants. */
export interface Scorers {
  inForce(tenantId: TenantId): Promise<Scorer>;
}

/** An answer that somebody has labelled right or wrong. */
export interface LabelledExample {
  readonly evidence: Evidence;
  /** Entirely right; a partly right answer is not. */
  readonly isRight: boolean;
  /** Who labelled it: the labels of one author have limited weight. */
  readonly author: string;
  readonly callerId: string;
}

/**
 * A tenant's calibration of the shipped model: logit = offset + slope × (the model's own logit) + the offset of the method.
 * Fitted with a prior that keeps it near the model: few labels move it little, and one label no further than a bound.
 */
export interface CalibrationParameters {
  readonly offset: number;
  readonly slope: number;
  readonly methods: Readonly<Partial<Record<AnswerMethod, number>>>;
}

export interface CalibrationFit {
  readonly parameters: CalibrationParameters;
  readonly exampleCount: number;
  readonly rightCount: number;
  /** Whose labels they are, and how many keys or people who were signed in they came with. */
  readonly authorCount: number;
  readonly callerCount: number;
  /** Mean log loss on examples that were left out of each fit, with the calibration and without. */
  readonly logLoss: { readonly with: number; readonly without: number };
}

export interface StoredCalibration {
  /** 1 for the first of a tenant, and one more for each after it. */
  readonly revision: number;
  /** The shipped model on whose logits it was fitted. It is valid for no other. */
  readonly model: string;
  /** Null: from here on the shipped model, uncalibrated. */
  readonly fit: CalibrationFit | null;
  readonly createdAtMs: number;
  /** Who put it in force; null: the service by itself. */
  readonly createdBy: CallerId | null;
  readonly cause: CalibrationCause;
}

/**
 * How a calibration came into force: a proposal was accepted, or applied by the service; a proposal was dismissed, and what was
 * in force stays; the shipped model was chosen; or an earlier revision was restored.
 */
export type CalibrationCause = 'accepted' | 'automatic' | 'dismissed' | 'reset' | 'reverted';

/** A calibration that is shown before it is put in force. */
export interface ProposedCalibration {
  readonly proposalId: CalibrationId;
  readonly model: string;
  /** `withdrawal`: one that changes nothing replaces what is in force. */
  readonly kind: 'fit' | 'withdrawal';
  readonly fit: CalibrationFit;
  readonly createdAtMs: number;
  /** Who asked for it; null: the service by itself. */
  readonly createdBy: CallerId | null;
}

export type CalibrationId = `cal_${string}`;
