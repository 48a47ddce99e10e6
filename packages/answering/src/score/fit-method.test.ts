import { confidenceFeatures } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from './confidence.ts';
import { checkModel, logitOfEvidence } from './confidence-model.ts';
import { type FittedRow, fitMethod } from './fit-method.ts';
import { shippedModel } from './shipped-model.ts';

const range = { least: -4, most: 4 };
const modelWith = (extractive: ReturnType<typeof fitMethod>) => ({
  ...shippedModel,
  methods: { ...shippedModel.methods, extractive },
});
const logistic = (sum: number) => 1 / (1 + Math.exp(-sum));

describe('fitMethod', () => {
  // As many are right as a model with these weights says.
  const rows: FittedRow[] = [...Array(40).keys()].flatMap((at) => {
    const features = { match: at / 10 - 2, agreement: (at % 7) / 7, nearness: 0.5, kept_share: at % 3 };
    const chance = logistic(
      0.3 + 0.8 * features.match + 1.5 * features.agreement - 0.6 * features.kept_share,
    );
    return [
      { features, isRight: true, weight: 50 * chance },
      { features, isRight: false, weight: 50 * (1 - chance) },
    ];
  });
  const fitted = fitMethod(rows, { shrink: 0.01, ...range });

  it('finds the weights by which the answers were right', () => {
    const method = fitMethod(
      rows.map(({ features: { kept_share, ...features }, ...row }) => ({
        ...row,
        features: { ...features, contradiction: kept_share ?? 0 },
      })),
      { shrink: 0.001, ...range },
    );
    const { match, contradiction } = method.features;
    expect((match?.weight ?? 0) / (match?.scale ?? 1)).toBeCloseTo(0.8, 1);
    expect((contradiction?.weight ?? 0) / (contradiction?.scale ?? 1)).toBeCloseTo(-0.6, 1);
    const evidence: Evidence = {
      ...{ method: 'extractive', toolScore: 0 },
      features: { match: 1, agreement: 0.5, contradiction: 1 },
    };
    expect(logitOfEvidence(modelWith(method), evidence)).toBeCloseTo(0.3 + 0.8 + 0.75 - 0.6, 1);
  });

  it('leaves out features with the wrong sign, that never differ, or that few answers have', () => {
    expect(Object.keys(fitted.features).toSorted()).toEqual(['agreement', 'match']);
    const few = rows.map((row, at) =>
      at < 19 ? { ...row, features: { ...row.features, nearness: at } } : row,
    );
    const without = few.map(({ features: { nearness, ...features }, ...row }, at) =>
      at < 19 ? { ...row, features: { ...features, nearness: nearness ?? 0 } } : { ...row, features },
    );
    expect(fitMethod(without, { shrink: 0.01, ...range }).features.nearness).toBeUndefined();
  });

  it('returns a valid model for any rows', () => {
    const feature = fc.constantFrom(...confidenceFeatures);
    const row = fc.record({
      features: fc.dictionary(feature, fc.double({ min: -20, max: 20, noNaN: true })),
      isRight: fc.boolean(),
      weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 50 }), (some) => {
        checkModel(modelWith(fitMethod(some, { shrink: 1, ...range })));
      }),
      { numRuns: 40 },
    );
  });
});
