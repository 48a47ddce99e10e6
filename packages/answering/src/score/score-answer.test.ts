import { guardrailPolicySchema } from '@avow/contract/guardrails';
import { answerMethods, confidenceCaps } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf } from './band-of.ts';
import type { Evidence, ScoreRules } from './confidence.ts';
import { type ConfidenceModel, nameModel } from './confidence-model.ts';
import { leastScore, type ScoreMaker, scoreAnswer } from './score-answer.ts';
import { shippedModel } from './shipped-model.ts';
import { arbitraryCapCauses, arbitraryEvidence, arbitraryRules } from './test-support/arbitrary-evidence.ts';

const shipped: ScoreMaker = { model: shippedModel, modelName: nameModel(shippedModel), calibration: null };
/** Those that hold where a policy says nothing. */
const { bands, confidence: usual } = guardrailPolicySchema.parse({ guardrails: [] });
const rules: ScoreRules = { bands, riskLevel: usual.withhold_below, caps: usual.caps };
const plain = { capCauses: new Set<never>(), isTranslated: false, rules };

const parameter = fc.double({ min: -3, max: 3, noNaN: true });
const anyMaker: fc.Arbitrary<ScoreMaker> = fc
  .option(
    fc.record({
      offset: parameter,
      slope: fc.double({ min: 0, max: 3, noNaN: true }),
      methods: fc.dictionary(fc.constantFrom(...answerMethods), parameter),
    }),
  )
  .map((parameters) => ({
    ...shipped,
    calibration: parameters === null ? null : { revision: 3, parameters },
  }));
const anyAlso = fc.record({
  capCauses: arbitraryCapCauses,
  isTranslated: fc.boolean(),
  rules: arbitraryRules,
});

describe('scoreAnswer', () => {
  it('[CON-3-15] gives a score from 0 to 1 with four decimals, and a tool score in the same range', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, anyAlso, (maker, evidence, also) => {
        const { score, toolScore, explanation } = scoreAnswer(maker, evidence, also);
        for (const one of [score, toolScore, explanation.calibrated]) {
          expect(one).toBeGreaterThanOrEqual(0);
          expect(one).toBeLessThanOrEqual(1);
          expect(Number(one.toFixed(4))).toBe(one);
        }
      }),
    );
  });

  it('gives the same evidence the same score, regardless of what was scored in between', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, arbitraryEvidence, anyAlso, (maker, evidence, other, also) => {
        const first = scoreAnswer(maker, evidence, also);
        scoreAnswer(maker, other, also);
        expect(scoreAnswer(maker, structuredClone(evidence), also)).toEqual(first);
      }),
    );
  });

  it('[CON-3-16] is lowered by caps and never raised, and reports which applied', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, anyAlso, (maker, evidence, also) => {
        const uncapped = scoreAnswer(maker, evidence, { ...also, capCauses: new Set() });
        const capped = scoreAnswer(maker, evidence, also);
        const maxima = [...also.capCauses].map((cause) => also.rules.caps[cause]);
        const lowest = Math.min(uncapped.score, ...maxima);
        expect(capped.score).toBeLessThanOrEqual(lowest);
        expect(capped.score).toBeGreaterThan(lowest - 0.0001);
        expect(capped.toolScore).toBe(uncapped.toolScore);
        expect(capped.explanation.calibrated).toBe(uncapped.score);
        expect(new Set(capped.explanation.caps.map(({ cause }) => cause))).toEqual(also.capCauses);
        for (const { cause, max } of capped.explanation.caps) expect(max).toBe(also.rules.caps[cause]);
      }),
    );
  });

  it.each(confidenceCaps)('caps a certain answer if %s is the cause', (cause) => {
    const sure: Evidence = { method: 'curated_exact', toolScore: 1, features: {} };
    expect(scoreAnswer(shipped, sure, { ...plain, capCauses: new Set([cause]) }).score).toBe(
      rules.caps[cause],
    );
  });

  it('is withheld exactly if it is below the risk level', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, anyAlso, (maker, evidence, also) => {
        const { score, isWithheld, explanation } = scoreAnswer(maker, evidence, also);
        expect(isWithheld).toBe(score < also.rules.riskLevel);
        expect(explanation).toMatchObject({ isWithheld, riskLevel: also.rules.riskLevel });
        const atLevel = { ...also, rules: { ...also.rules, riskLevel: score } };
        expect(scoreAnswer(maker, evidence, atLevel).isWithheld).toBe(false);
      }),
    );
  });

  it('never gives a keyword match the high band, regardless of the thresholds', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, anyAlso, (maker, evidence, also) => {
        const { band, score } = scoreAnswer(maker, { ...evidence, method: 'keyword' }, also);
        expect(band).not.toBe('high');
        if (score < also.rules.bands.medium) expect(band).toBe('low');
      }),
    );
    const sure = { method: 'keyword', toolScore: 1, features: { match: 6, match_margin: 1 } } as const;
    const { score } = scoreAnswer(shipped, sure, plain);
    expect(score).toBeGreaterThan(0.7);
    expect(score).toBeLessThan(0.8);
  });

  it('scores a translated answer a little lower, and never higher', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, anyAlso, (maker, evidence, also) => {
        const asWritten = scoreAnswer(maker, evidence, { ...also, isTranslated: false });
        const translated = scoreAnswer(maker, evidence, { ...also, isTranslated: true });
        expect(translated.score).toBeLessThanOrEqual(asWritten.score);
        expect(translated.explanation.calibrated).toBeCloseTo(asWritten.explanation.calibrated * 0.95, 3);
        expect(translated.toolScore).toBe(asWritten.toolScore);
      }),
    );
  });

  it('rises with features that count for an answer, and falls with those that count against it', () => {
    fc.assert(
      fc.property(
        anyMaker,
        arbitraryEvidence,
        fc.double({ min: 0, max: 8, noNaN: true }),
        (maker, evidence, more) => {
          const before = scoreAnswer(maker, evidence, plain).score;
          const moved = (feature: 'match' | 'contradiction') => ({
            ...evidence,
            features: { ...evidence.features, [feature]: (evidence.features[feature] ?? 0) + more },
          });
          const from = (feature: 'match' | 'contradiction') => ({
            ...evidence,
            features: { ...evidence.features, [feature]: evidence.features[feature] ?? 0 },
          });
          expect(scoreAnswer(maker, moved('match'), plain).score).toBeGreaterThanOrEqual(
            scoreAnswer(maker, from('match'), plain).score,
          );
          expect(scoreAnswer(maker, moved('contradiction'), plain).score).toBeLessThanOrEqual(
            scoreAnswer(maker, from('contradiction'), plain).score,
          );
          expect(scoreAnswer(maker, evidence, plain).score).toBe(before);
        },
      ),
    );
  });

  it('rejects evidence that is not a number', () => {
    const evidence: Evidence = { method: 'extractive', toolScore: 0.5, features: { match: Number.NaN } };
    expect(() => scoreAnswer(shipped, evidence, plain)).toThrow(RangeError);
    expect(() => scoreAnswer(shipped, { ...evidence, toolScore: Number.NaN, features: {} }, plain)).toThrow(
      RangeError,
    );
  });

  it('names the model and the calibration that it was computed by', () => {
    const evidence: Evidence = { method: 'extractive', toolScore: 0.5, features: {} };
    const calibration = { revision: 7, parameters: { offset: -1, slope: 1, methods: { extractive: -0.5 } } };
    const calibrated = scoreAnswer({ ...shipped, calibration }, evidence, plain);
    expect(scoreAnswer(shipped, evidence, plain).explanation).toMatchObject({
      model: shipped.modelName,
      calibration: null,
      evidence,
    });
    expect(calibrated.explanation.calibration).toBe(7);
    expect(calibrated.score).toBeLessThan(scoreAnswer(shipped, evidence, plain).score);
  });
});

// Weights of its own: these values hold for the arithmetic, whatever model ships.
const model: ConfidenceModel = {
  usual: 0.5,
  methods: {
    ...shippedModel.methods,
    extractive: {
      constant: 0.8,
      least: -4,
      most: 4,
      features: {
        match: { mean: 0.4, scale: 1.25, weight: 0.75 },
        agreement: { mean: 0.2, scale: 0.4, weight: 0.3 },
        contradiction: { mean: 0.1, scale: 0.2, weight: -0.4 },
      },
    },
  },
};

describe('the same score on every machine', () => {
  it.each([
    [{}, null, 0.69],
    [{ match: 1.65 }, null, 0.8249],
    [{ match: 1.65, agreement: 1, contradiction: 0.9 }, null, 0.6341],
    [{ match: -50 }, null, 0.0998],
    [{ match: 1.65 }, { offset: -0.4, slope: 0.8, methods: { extractive: 0.1 } }, 0.7191],
    [{ match: 1.65 }, { offset: -0.4, slope: 0.8, methods: { keyword: 0.1 } }, 0.6985],
  ])('of %j with the calibration %j is %d', (features, parameters, score) => {
    const calibration = parameters === null ? null : { revision: 1, parameters };
    const maker = { model, modelName: 'test', calibration };
    expect(scoreAnswer(maker, { method: 'extractive', toolScore: 0.5, features }, plain).score).toBe(score);
  });
});

describe('the model that ships', () => {
  it('[CON-3-12] gives an exact curated match 0.97, as the guide says', () => {
    const exact: Evidence = { method: 'curated_exact', toolScore: 1, features: {} };
    expect(scoreAnswer(shipped, exact, plain)).toMatchObject({ score: 0.97, band: 'high', toolScore: 1 });
  });
});

describe('leastScore', () => {
  it('is the lowest score of any answer of the method, translated or not, if no cap applies', () => {
    fc.assert(
      fc.property(anyMaker, arbitraryEvidence, fc.boolean(), (maker, evidence, isTranslated) => {
        const { score } = scoreAnswer(maker, evidence, { ...plain, isTranslated });
        expect(score).toBeGreaterThanOrEqual(leastScore(maker, evidence.method));
      }),
    );
  });

  it('is not below the default risk level for language models, so that their answers may be streamed', () => {
    for (const method of ['generative_tier_1', 'generative_tier_2', 'generative_tier_3'] as const)
      expect(leastScore(shipped, method)).toBeGreaterThanOrEqual(rules.riskLevel);
  });
});

describe('bandOf', () => {
  it('[CON-3-17] starts each band at its threshold', () => {
    const found = [1, 0.8, 0.7999, 0.5, 0.4999, 0].map((score) => bandOf(score, rules.bands));
    expect(found).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  });

  it('never gives a higher score a lower band', () => {
    const order = ['low', 'medium', 'high'];
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, arbitraryRules, (one, other, { bands: lines }) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(order.indexOf(bandOf(less, lines))).toBeLessThanOrEqual(order.indexOf(bandOf(more, lines)));
      }),
    );
  });
});
