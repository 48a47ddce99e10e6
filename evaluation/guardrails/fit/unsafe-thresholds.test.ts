import { unsafeKinds } from '@avow/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitUnsafeClear, fitUnsafeThresholds, shareFoundBy } from './unsafe-thresholds.ts';

const probability = fc.double({ min: 0, max: 0.97, noNaN: true });
const text = fc.tuple(...unsafeKinds.map(() => probability)).map((scores) => ({
  gauge: { unsafe: 0.5 },
  unsafe: Object.fromEntries(unsafeKinds.map((kind, place) => [kind, scores[place]])) as Record<
    (typeof unsafeKinds)[number],
    number
  >,
}));
const texts = fc.array(text, { minLength: 1, maxLength: 60 });

describe('fitUnsafeThresholds', () => {
  it('keeps the mistakes of all kinds together within bounds', () => {
    fc.assert(
      fc.property(texts, texts, (ordinary, lookAlikes) => {
        const rules = { ordinaryMax: 0.1, lookAlikesMax: 0.2 };
        const thresholds = fitUnsafeThresholds({ ordinary, lookAlikes, unsafe: [] }, rules);
        expect(shareFoundBy(ordinary, thresholds)).toBeLessThanOrEqual(rules.ordinaryMax);
        expect(shareFoundBy(lookAlikes, thresholds)).toBeLessThanOrEqual(rules.lookAlikesMax);
      }),
    );
  });

  it('is as low as it may be where nothing ordinary comes near', () => {
    const none = { hate: 0, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
    const plain = [{ gauge: { unsafe: 0 }, unsafe: none }];
    const rules = { ordinaryMax: 0.01, lookAlikesMax: 0.02 };
    const thresholds = fitUnsafeThresholds({ ordinary: plain, lookAlikes: plain, unsafe: [] }, rules);
    expect(new Set(Object.values(thresholds))).toEqual(new Set([0.31]));
  });
});

it('fitUnsafeClear goes no higher than what the gauge sees of unsafe texts', () => {
  const unsafe = { hate: 0.9, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
  const found = [{ gauge: { unsafe: 0.04 }, unsafe }];
  const thresholds = { hate: 0.5, harassment: 1, self_harm: 1, sexual: 1, violence: 1, weapons: 1, crime: 1 };
  const { chosen } = fitUnsafeClear(
    { ordinary: [], lookAlikes: [], unsafe: [{ name: 'one', texts: found }] },
    thresholds,
  );
  expect(chosen?.clear).toBe(0.03);
});
