import { unsafeKinds } from '@avow/contract/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitUnsafeClear, fitUnsafeThresholds, shareFoundBy } from './unsafe-thresholds.ts';

const probability = fc.double({ min: 0, max: 0.989, noNaN: true });
const none = { hate: 0, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
const text = fc.tuple(...unsafeKinds.map(() => probability)).map((scores) => ({
  classifier: { unsafe: 0.5 },
  unsafe: { ...none, ...Object.fromEntries(unsafeKinds.map((kind, place) => [kind, scores[place]])) },
}));
const texts = fc.array(text, { minLength: 1, maxLength: 60 });
const rules = { ordinaryMax: 0.1, lookAlikesMax: 0.2 };

describe('fitUnsafeThresholds', () => {
  it('keeps the total of mistakes of all kinds within bounds', () => {
    fc.assert(
      fc.property(texts, texts, (ordinary, lookAlikes) => {
        const thresholds = fitUnsafeThresholds({ ordinary, lookAlikes, unsafe: [] }, rules);
        expect(shareFoundBy(ordinary, thresholds)).toBeLessThanOrEqual(rules.ordinaryMax);
        expect(shareFoundBy(lookAlikes, thresholds)).toBeLessThanOrEqual(rules.lookAlikesMax);
      }),
    );
  });

  it('raises only the threshold of a kind with many mistakes', () => {
    const plain = { classifier: { unsafe: 0 }, unsafe: none };
    const mistaken = { classifier: { unsafe: 0 }, unsafe: { ...none, crime: 0.85 } };
    const thresholdsFor = (...ordinary: (typeof plain)[]) =>
      fitUnsafeThresholds({ ordinary, lookAlikes: [plain], unsafe: [] }, rules);
    expect(new Set(Object.values(thresholdsFor(plain)))).toEqual(new Set([0.5]));
    expect(thresholdsFor(mistaken, plain)).toMatchObject({ crime: 0.9, hate: 0.5, weapons: 0.5 });
  });

  it('terminates if no threshold suffices', () => {
    const certain = { classifier: { unsafe: 1 }, unsafe: { ...none, hate: 1 } };
    const thresholds = fitUnsafeThresholds({ ordinary: [certain], lookAlikes: [certain], unsafe: [] }, rules);
    expect(thresholds.hate).toBe(0.99);
  });
});

it('fitUnsafeClear stays below the classifier scores of unsafe texts', () => {
  const unsafe = { hate: 0.9, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
  const found = [{ classifier: { unsafe: 0.04 }, unsafe }];
  const thresholds = { hate: 0.5, harassment: 1, self_harm: 1, sexual: 1, violence: 1, weapons: 1, crime: 1 };
  const { chosen } = fitUnsafeClear(
    { ordinary: [], lookAlikes: [], unsafe: [{ name: 'one', texts: found }] },
    thresholds,
  );
  expect(chosen?.clear).toBe(0.03);
});
