import { answerMethods, type confidenceFeatures } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConfidenceModel,
  checkModel,
  contributionsOf,
  leastLogit,
  logitOfEvidence,
  nameModel,
} from './confidence-model.ts';
import { shippedModel } from './shipped-model.ts';
import { arbitraryEvidence } from './test-support/arbitrary-evidence.ts';

const withRead = (read: Partial<ConfidenceModel['methods']['extractive']>): ConfidenceModel => ({
  ...shippedModel,
  methods: { ...shippedModel.methods, extractive: { ...shippedModel.methods.extractive, ...read } },
});

describe('logitOfEvidence', () => {
  const model = withRead({
    constant: 0.5,
    least: -2,
    most: 3,
    features: {
      match: { mean: 1, scale: 2, weight: 0.5 },
      contradiction: { mean: 0.1, scale: 0.1, weight: -0.25 },
    },
  });
  const logit = (features: Partial<Record<(typeof confidenceFeatures)[number], number>>) =>
    logitOfEvidence(model, { method: 'extractive', toolScore: 0.5, features });

  it('adds up how far each feature is from its mean', () => {
    expect(logit({ match: 3, contradiction: 0.3 })).toBeCloseTo(0.5 + 0.5 * 1 - 0.25 * 2);
  });

  it('treats a feature that was not measured, or is not in the model, as average', () => {
    expect(logit({})).toBe(0.5);
    expect(logit({ agreement: 9 })).toBe(0.5);
  });

  it('lets no feature count beyond four scales from its mean', () => {
    expect(logit({ match: 9 })).toBe(logit({ match: 1e9 }));
    expect(logit({ match: Number.POSITIVE_INFINITY })).toBe(logit({ match: 9 }));
  });

  it('stays within the range of the method', () => {
    expect(logit({ match: -100, contradiction: 1 })).toBe(-2);
    expect(withRead({ most: 1 }).methods.extractive.most).toBe(1);
    expect(logit({ match: 9, contradiction: -1 })).toBe(3);
  });

  it('rejects a feature that is not a number', () => {
    expect(() => logit({ match: Number.NaN })).toThrow(RangeError);
  });
});

describe('leastLogit', () => {
  it('is not above the logit of any answer of its method', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        expect(logitOfEvidence(shippedModel, evidence)).toBeGreaterThanOrEqual(
          leastLogit(shippedModel.methods[evidence.method]) - 1e-9,
        );
      }),
    );
  });
});

describe('nameModel', () => {
  it('is the same for the same weights, in any order', () => {
    const { usual, methods } = shippedModel;
    const turned = {
      methods: Object.fromEntries(Object.entries(methods).toReversed()),
      usual,
    } as ConfidenceModel;
    expect(nameModel(turned)).toBe(nameModel(shippedModel));
    expect(nameModel(shippedModel)).toMatch(/^avow-confidence-[0-9a-f]{8}$/);
  });

  it('changes if a weight changes', () => {
    expect(nameModel(withRead({ constant: 0.50001 }))).not.toBe(nameModel(shippedModel));
  });
});

describe('checkModel', () => {
  it('accepts the shipped model, which has every method', () => {
    expect(checkModel(shippedModel)).toBe(shippedModel);
    expect(Object.keys(shippedModel.methods).toSorted()).toEqual([...answerMethods].toSorted());
  });

  it.each([
    ['a constant beyond what is certain', withRead({ constant: 5, most: 4 })],
    ['a range beyond what is certain', withRead({ most: 4.1 })],
    ['a range that does not hold the constant', withRead({ least: 1, constant: 0 })],
    ['a number that is none', withRead({ constant: Number.NaN })],
    ['a scale of nothing', withRead({ features: { match: { mean: 0, scale: 0, weight: 1 } } })],
    [
      'a weight without end',
      withRead({ features: { match: { mean: 0, scale: 1, weight: Number.POSITIVE_INFINITY } } }),
    ],
    ['a feature with the wrong sign', withRead({ features: { match: { mean: 0, scale: 1, weight: -1 } } })],
    [
      'a feature that there is not',
      withRead({ features: { luck: { mean: 0, scale: 1, weight: 1 } } as never }),
    ],
    ['a usual score that is none', { ...shippedModel, usual: 9 }],
  ])('refuses %s', (_, model) => {
    expect(() => checkModel(model)).toThrow(RangeError);
  });
});

describe('contributionsOf', () => {
  it('has the documented sign for each feature', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        const method = shippedModel.methods[evidence.method];
        for (const { feature, logit } of contributionsOf(method, evidence)) {
          const { mean = 0, weight = 0 } = method.features[feature] ?? {};
          expect(Math.sign(logit) * Math.sign(weight)).toBe(
            Math.sign((evidence.features[feature] ?? mean) - mean),
          );
        }
      }),
    );
  });
});
