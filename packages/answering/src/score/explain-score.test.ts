import { answerMethods, confidenceFeatures } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from './confidence.ts';
import { type ConfidenceModel, featureSigns } from './confidence-model.ts';
import { factorWords } from './factor-words.ts';
import { probabilityOf } from './logit.ts';
import { scoreAnswer } from './score-answer.ts';
import { shippedModel } from './shipped-model.ts';
import { arbitraryEvidence, arbitraryRules } from './test-support/arbitrary-evidence.ts';

/** Every method with every feature, so that all of them can move a score. */
const fullModel: ConfidenceModel = {
  usual: 0.7,
  methods: Object.fromEntries(
    answerMethods.map((method, at) => [
      method,
      {
        constant: at / 4 - 1,
        least: -4,
        most: 4,
        features: Object.fromEntries(
          confidenceFeatures.map((feature) => [
            feature,
            { mean: 0.5, scale: 0.3, weight: 0.4 * featureSigns[feature] },
          ]),
        ),
      },
    ]),
  ) as ConfidenceModel['methods'],
};
const models = fc.constantFrom(fullModel, shippedModel);
const calibrations = fc.option(
  fc
    .record({
      offset: fc.double({ min: -2, max: 2, noNaN: true }),
      slope: fc.double({ min: 0, max: 2, noNaN: true }),
    })
    .map((parameters) => ({ revision: 1, parameters: { ...parameters, methods: {} } })),
);
const explained = fc
  .tuple(models, calibrations, arbitraryEvidence, fc.boolean(), arbitraryRules)
  .map(([model, calibration, evidence, isTranslated, rules]) => ({
    ...{ model, evidence },
    scored: scoreAnswer({ model, modelName: 'test', calibration }, evidence, {
      ...{ capCauses: new Set<never>(), isTranslated, rules },
    }),
  }));
/** In ten-thousandths, where sums are exact. */
const parts = (value: number) => Math.round(value * 10_000);

describe('explainScore', () => {
  it('adds up from the usual score to the score before caps, to the last decimal', () => {
    fc.assert(
      fc.property(explained, ({ model, scored: { explanation } }) => {
        const sum = explanation.factors.reduce((total, { effect }) => total + parts(effect), 0);
        expect(parts(probabilityOf(model.usual)) + sum).toBe(parts(explanation.calibrated));
      }),
    );
  });

  it('lists the largest effect first, each feature once, and none without an effect', () => {
    fc.assert(
      fc.property(explained, ({ scored: { explanation } }) => {
        const sizes = explanation.factors.map(({ effect }) => Math.abs(effect));
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
        expect(sizes).not.toContain(0);
        const names = explanation.factors.map(({ feature }) => feature);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('moves it in the direction of the sign of each feature', () => {
    fc.assert(
      fc.property(explained, ({ model, evidence, scored: { explanation } }) => {
        for (const { feature, effect } of explanation.factors) {
          if (feature === 'method' || feature === 'calibration' || feature === 'translated') continue;
          const { mean = 0, weight = 0 } = model.methods[evidence.method].features[feature] ?? {};
          expect(Math.sign(effect)).toBe(Math.sign(weight * ((evidence.features[feature] ?? mean) - mean)));
        }
      }),
    );
  });

  it('lets no feature move it by more than 1', () => {
    fc.assert(
      fc.property(explained, ({ scored: { explanation } }) => {
        for (const { effect } of explanation.factors) expect(Math.abs(effect)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('distinguishes what counts for an answer from what counts equally against it', () => {
    const evidence: Evidence = {
      method: 'extractive',
      toolScore: 0.5,
      features: { match: 0.8, agreement: 0.2 },
    };
    const maker = { model: fullModel, modelName: 'test', calibration: null };
    const { factors } = scoreAnswer(maker, evidence, {
      ...{ capCauses: new Set<never>(), isTranslated: false },
      rules: {
        bands: { high: 0.8, medium: 0.5 },
        riskLevel: 0,
        caps: { degraded: 1, failed_open: 1, unsupported: 1, conflicting_sources: 1 },
      },
    }).explanation;
    const effects = Object.fromEntries(factors.map(({ feature, effect }) => [feature, effect]));
    expect(Object.keys(effects).toSorted()).toEqual(['agreement', 'match', 'method']);
    expect(effects['match']).toBeGreaterThan(0.09);
    expect(effects['agreement']).toBeCloseTo(-(effects['match'] ?? 0), 3);
  });
});

describe('factorWords', () => {
  const features = [...confidenceFeatures, 'method', 'calibration', 'translated'] as const;

  it('has a sentence for every feature and method, and another if it counts against the answer', () => {
    for (const method of answerMethods)
      for (const feature of features) {
        const [raises, lowers] = [0.1, -0.1].map((effect) => factorWords(feature, { method, effect }));
        expect(raises).toMatch(/^[A-Z][^.!?]+\.$/);
        expect(lowers).toMatch(/^[A-Z][^.!?]+\.$/);
        expect(raises).not.toBe(lowers);
      }
  });
});
