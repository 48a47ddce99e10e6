import { answerWays, type confidenceFeatures } from '@avow/contract';
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

const withRead = (read: Partial<ConfidenceModel['ways']['read']>): ConfidenceModel => ({
  ...shippedModel,
  ways: { ...shippedModel.ways, read: { ...shippedModel.ways.read, ...read } },
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
    logitOfEvidence(model, { way: 'read', toolScore: 0.5, features });

  it('adds up what each measure is from its mean', () => {
    expect(logit({ match: 3, contradiction: 0.3 })).toBeCloseTo(0.5 + 0.5 * 1 - 0.25 * 2);
  });

  it('counts what was not measured, or is not in the model, as usual', () => {
    expect(logit({})).toBe(0.5);
    expect(logit({ agreement: 9 })).toBe(0.5);
  });

  it('lets no measure count further than four scales from its mean', () => {
    expect(logit({ match: 9 })).toBe(logit({ match: 1e9 }));
    expect(logit({ match: Number.POSITIVE_INFINITY })).toBe(logit({ match: 9 }));
  });

  it('keeps within the range of the way', () => {
    expect(logit({ match: -100, contradiction: 1 })).toBe(-2);
    expect(withRead({ most: 1 }).ways.read.most).toBe(1);
    expect(logit({ match: 9, contradiction: -1 })).toBe(3);
  });

  it('refuses to make anything of a measure that is not a number', () => {
    expect(() => logit({ match: Number.NaN })).toThrow(RangeError);
  });
});

describe('leastLogit', () => {
  it('is below no answer of its way', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        expect(logitOfEvidence(shippedModel, evidence)).toBeGreaterThanOrEqual(
          leastLogit(shippedModel.ways[evidence.way]) - 1e-9,
        );
      }),
    );
  });
});

describe('nameModel', () => {
  it('is the same for the same weights, in whatever order they stand', () => {
    const { usual, ways } = shippedModel;
    const turned = { ways: Object.fromEntries(Object.entries(ways).toReversed()), usual } as ConfidenceModel;
    expect(nameModel(turned)).toBe(nameModel(shippedModel));
    expect(nameModel(shippedModel)).toMatch(/^avow-confidence-[0-9a-f]{8}$/);
  });

  it('is another as soon as a weight is another', () => {
    expect(nameModel(withRead({ constant: 0.50001 }))).not.toBe(nameModel(shippedModel));
  });
});

describe('checkModel', () => {
  it('lets the model that ships pass, which has each way', () => {
    expect(checkModel(shippedModel)).toBe(shippedModel);
    expect(Object.keys(shippedModel.ways).toSorted()).toEqual([...answerWays].toSorted());
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
    [
      'a feature that pulls the wrong way',
      withRead({ features: { match: { mean: 0, scale: 1, weight: -1 } } }),
    ],
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
  it('pulls the way that is said of each feature', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        const way = shippedModel.ways[evidence.way];
        for (const { feature, logit } of contributionsOf(way, evidence)) {
          const { mean = 0, weight = 0 } = way.features[feature] ?? {};
          expect(Math.sign(logit) * Math.sign(weight)).toBe(
            Math.sign((evidence.features[feature] ?? mean) - mean),
          );
        }
      }),
    );
  });
});
