import { assessAttacks, attackThresholds } from '@avow/guardrails/testing/checks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callLimits } from '../../in-calls.ts';
import { figuresOf, fitAttackLines, scoreAttack } from './attack-lines.ts';
import type { Evidence } from './evidence.ts';

const unsafe = { hate: 0, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
const evidence = (attack: number, injection: number): Evidence => ({
  hint: 0,
  classifier: { attack, suspicion: attack, unsafe: 0 },
  injection,
  unsafe,
});
const probability = fc.double({ min: 0, max: 1, noNaN: true });

it('scoreAttack agrees with the check for the same classifier and model', async () => {
  const text = 'How long is the library open on a Monday?';
  await fc.assert(
    fc.asyncProperty(probability, probability, async (attack, injection) => {
      const screener = {
        name: 'fixed',
        screen: async (texts: readonly string[]) => texts.map(() => ({ injection, unsafe, names: [] })),
        close: async () => {},
      };
      const classifier = { name: 'test', score: () => ({ attack, unsafe: 0 }) };
      const [found] = await assessAttacks([text], { classifier, screener }, callLimits);
      expect(scoreAttack(evidence(attack, injection), attackThresholds).score).toBeCloseTo(
        found?.score ?? -1,
      );
    }),
  );
});

describe('fitAttackLines', () => {
  // Only the model can distinguish these.
  const ordinary = [Array.from({ length: 200 }, (_, at) => evidence(0.01 + (at % 10) / 1_000, 0.01))];
  const attacks = [Array.from({ length: 50 }, (_, at) => evidence(0.015 + (at % 10) / 1_000, 0.9))];
  const rules = { ruleSure: 0.95, falseAlarms: 0.01 };

  it('gives the model weight, and asks it if that matters', () => {
    const { chosen } = fitAttackLines({ attacks, learned: [], ordinary, lookAlikes: [] }, rules);
    expect(chosen.recall).toBe(1);
    expect(chosen.lines.modelShare).toBeGreaterThan(0);
    expect(chosen.lines.clear).toBeLessThanOrEqual(0.015);
  });

  it('stays within the allowed false alarms', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(probability, probability), { minLength: 1 }), (pairs) => {
        const plain = pairs.map(([attack, injection]) => evidence(attack, injection));
        const lines = { clear: 0.02, sure: 0.999, ruleSure: 0.95, modelShare: 0.5 };
        const { threshold } = figuresOf(
          { attacks, learned: [], ordinary: [plain], lookAlikes: [] },
          lines,
          0.01,
        );
        const above = plain.filter((one) => scoreAttack(one, lines).score > threshold);
        expect(above.length).toBeLessThanOrEqual(0.01 * plain.length);
      }),
    );
  });
});
