import { type ConfidenceModel, nameModel, type Scored, type ScoreRules } from '@avow/answering/score';
import { scoreAnswer } from '@avow/answering/testing/grounding';
import { guardrailPolicySchema } from '@avow/contract/guardrails';
import type { LabelledAnswer, MarkedEvidence } from './labelled-answer.ts';
import { scoreBefore } from './score-before.ts';

/** The policy of a tenant that never set one. */
const usual = guardrailPolicySchema.parse({ guardrails: [] });

export const usualRules: ScoreRules = {
  bands: usual.bands,
  caps: usual.confidence.caps,
  riskLevel: usual.confidence.withhold_below,
};

export interface ScoredAnswer extends Omit<LabelledAnswer, 'given'> {
  readonly given: (MarkedEvidence & Pick<Scored, 'score' | 'band'>) | null;
}

/** Scores answers as the service does, by this model and the default policy. */
export function scoreLabelled(model: ConfidenceModel, answers: readonly LabelledAnswer[]): ScoredAnswer[] {
  const maker = { model, modelName: nameModel(model), calibration: null };
  return answers.map(({ given, ...answer }) => {
    if (given === null) return { ...answer, given };
    const { score, band } = scoreAnswer(maker, given.evidence, {
      capCauses: new Set(given.caps),
      isTranslated: false,
      rules: usualRules,
    });
    return { ...answer, given: { ...given, score, band } };
  });
}

/** Scores by the previous formulas, under the same caps. */
export function scoreAllBefore(answers: readonly ScoredAnswer[]): ScoredAnswer[] {
  return answers.map(({ given, ...answer }) => {
    if (given === null) return { ...answer, given };
    const caps = given.caps.map((cause) => usualRules.caps[cause]);
    return { ...answer, given: { ...given, score: Math.min(scoreBefore(given.evidence), ...caps) } };
  });
}
