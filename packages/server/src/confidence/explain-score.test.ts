import { answerWays, confidenceFeatures } from '@avow/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../interfaces/confidence.ts';
import { type ConfidenceModel, featureSigns } from './confidence-model.ts';
import { factorWords } from './factor-words.ts';
import { probabilityOf } from './logit.ts';
import { scoreAnswer } from './score-answer.ts';
import { shippedModel } from './shipped-model.ts';
import { arbitraryEvidence, arbitraryRules } from './test-support/arbitrary-evidence.ts';

/** Every way with every feature, so that all of them can move a score. */
const fullModel: ConfidenceModel = {
  usual: 0.7,
  ways: Object.fromEntries(
    answerWays.map((way, at) => [
      way,
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
  ) as ConfidenceModel['ways'],
};
const models = fc.constantFrom(fullModel, shippedModel);
const calibrations = fc.option(
  fc
    .record({
      offset: fc.double({ min: -2, max: 2, noNaN: true }),
      slope: fc.double({ min: 0, max: 2, noNaN: true }),
    })
    .map((parameters) => ({ revision: 1, parameters: { ...parameters, ways: {} } })),
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
  it('leads from the usual to the score before caps, to the last decimal', () => {
    fc.assert(
      fc.property(explained, ({ model, scored: { explanation } }) => {
        const sum = explanation.factors.reduce((total, { effect }) => total + parts(effect), 0);
        expect(parts(probabilityOf(model.usual)) + sum).toBe(parts(explanation.calibrated));
      }),
    );
  });

  it('names what moved it most first, each thing once, and nothing that moved nothing', () => {
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

  it('moves it the way that each feature pulls', () => {
    fc.assert(
      fc.property(explained, ({ model, evidence, scored: { explanation } }) => {
        for (const { feature, effect } of explanation.factors) {
          if (feature === 'way' || feature === 'calibration' || feature === 'translated') continue;
          const { mean = 0, weight = 0 } = model.ways[evidence.way].features[feature] ?? {};
          expect(Math.sign(effect)).toBe(Math.sign(weight * ((evidence.features[feature] ?? mean) - mean)));
        }
      }),
    );
  });

  it('lets nothing move it by more than all there is', () => {
    fc.assert(
      fc.property(explained, ({ scored: { explanation } }) => {
        for (const { effect } of explanation.factors) expect(Math.abs(effect)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('tells what speaks for an answer from what speaks as much against it', () => {
    const evidence: Evidence = { way: 'read', toolScore: 0.5, features: { match: 0.8, agreement: 0.2 } };
    const maker = { model: fullModel, modelName: 'test', calibration: null };
    const { factors } = scoreAnswer(maker, evidence, {
      ...{ capCauses: new Set<never>(), isTranslated: false },
      rules: {
        bands: { high: 0.8, medium: 0.5 },
        riskLevel: 0,
        caps: { degraded: 1, failed_open: 1, unsupported: 1, disagreeing: 1 },
      },
    }).explanation;
    const effects = Object.fromEntries(factors.map(({ feature, effect }) => [feature, effect]));
    expect(Object.keys(effects).toSorted()).toEqual(['agreement', 'match', 'way']);
    expect(effects['match']).toBeGreaterThan(0.09);
    expect(effects['agreement']).toBeCloseTo(-(effects['match'] ?? 0), 3);
  });
});

describe('factorWords', () => {
  const features = [...confidenceFeatures, 'way', 'calibration', 'translated'] as const;

  it('has a sentence for every feature and way, and another where it speaks against the answer', () => {
    for (const way of answerWays)
      for (const feature of features) {
        const [raises, lowers] = [0.1, -0.1].map((effect) => factorWords(feature, { way, effect }));
        expect(raises).toMatch(/^[A-Z][^.!?]+\.$/);
        expect(lowers).toMatch(/^[A-Z][^.!?]+\.$/);
        expect(raises).not.toBe(lowers);
      }
  });
});
