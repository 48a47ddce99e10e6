import { queryResponseSchema } from '@avow/contract/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faults, hangs, open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { filterPassages } from './filter-passages.ts';
import type { PassagesCheck, PassagesGuardrail } from './guardrail.ts';

function passagesGuardrail(check: PassagesCheck, also: Partial<PassagesGuardrail> = {}): PassagesGuardrail {
  const { target: _, check: __, varies: ___, ...facts } = testGuardrail(() => verdicts.pass);
  return {
    ...facts,
    stage: 'retrieval',
    target: 'passages',
    leavesOut: true,
    threshold: 0.5,
    check,
    ...also,
  };
}

const objectingTo =
  (...found: number[]): PassagesCheck =>
  () => ({ found, score: found.length > 0 ? 0.9 : 0, reasoning: 'Looked through.' });

const passages = ['one', 'two', 'three'];
const filter = (...guardrails: PassagesGuardrail[]) =>
  filterPassages(policyOf(...guardrails), passages, open);

describe('filterPassages', () => {
  it('leaves out what a guardrail objects to, and the query continues', async () => {
    const outcome = await filter(passagesGuardrail(objectingTo(1)), passagesGuardrail(objectingTo(1, 2)));
    expect([...outcome.leftOut].sort()).toEqual([1, 2]);
    expect(outcome).toMatchObject({ blocked: null, tripwireTriggered: false, degraded: false });
    expect(outcome.results).toMatchObject([
      { compliant: false, action: 'redact', status: 'ok', stage: 'retrieval' },
      { compliant: false, action: 'redact' },
    ]);
    expect(() => queryResponseSchema.shape.guardrails.parse(outcome.results)).not.toThrow();
  });

  it('only reports if its action is flag or it is in shadow mode', async () => {
    const flagging = passagesGuardrail(objectingTo(0), { leavesOut: false });
    const trying = passagesGuardrail(objectingTo(0), { mode: 'shadow' });
    const outcome = await filter(flagging, trying, passagesGuardrail(objectingTo()));
    expect(outcome.leftOut.size).toBe(0);
    expect(outcome.results).toMatchObject([
      { compliant: false, action: 'flag' },
      { compliant: false, action: 'none', mode: 'shadow' },
      { compliant: true, action: 'none' },
    ]);
  });

  it('returns an empty outcome if no guardrail checks passages', async () => {
    const outcome = await filterPassages(policyOf(testGuardrail(() => verdicts.block)), passages, open);
    expect(outcome).toEqual({
      ...{ results: [], models: [], leftOut: new Set(), blocked: null },
      ...{ tripwireTriggered: false, degraded: false },
    });
  });

  describe.each([
    ...faults
      .filter(([name]) => !name.startsWith('redacts'))
      .map(([name, check]) => [name, check, 'error'] as const),
    ['names a passage that is none', () => ({ found: [3], score: 1, reasoning: 'x' }), 'error'] as const,
    ['names one twice', () => ({ found: [1, 1], score: 1, reasoning: 'x' }), 'error'] as const,
    ['names none', () => ({ score: 1, reasoning: 'x' }), 'error'] as const,
    ...hangs.map(([name, check]) => [name, check, 'timeout'] as const),
  ])('a check that %s', (_, check, status) => {
    const broken = (also: Partial<PassagesGuardrail>) =>
      passagesGuardrail(check as unknown as PassagesCheck, { timeoutMs: 30, ...also });

    it('[CON-3-21] [CON-4-02] blocks if it fails closed, and is never compliant', async () => {
      const outcome = await filter(broken({ failMode: 'closed' }));
      expect(outcome.results).toMatchObject([{ compliant: false, status, action: 'block' }]);
      expect(outcome).toMatchObject({
        blocked: { reason: 'guardrail_unavailable' },
        tripwireTriggered: true,
      });
    });

    it('[CON-3-35] degrades if it fails open, and has no effect in shadow mode', async () => {
      expect(await filter(broken({ failMode: 'open' }))).toMatchObject({ blocked: null, degraded: true });
      const trial = await filter(broken({ mode: 'shadow' }));
      expect(trial).toMatchObject({ blocked: null, degraded: false, tripwireTriggered: false });
      expect(trial.results).toMatchObject([{ compliant: false, status, action: 'none' }]);
    });
  });

  it('leaves out exactly what enforced guardrails object to', async () => {
    const rails = fc.array(
      fc.record({
        found: fc.uniqueArray(fc.nat(2)),
        leavesOut: fc.boolean(),
        mode: fc.constantFrom('enforce', 'shadow'),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(rails, async (specs) => {
        const outcome = await filter(
          ...specs.map(({ found, ...also }) => passagesGuardrail(objectingTo(...found), also)),
        );
        const expected = specs.flatMap(({ found, leavesOut, mode }) =>
          leavesOut && mode === 'enforce' ? found : [],
        );
        expect(outcome.leftOut).toEqual(new Set(expected));
        expect(outcome.results.map(({ compliant }) => compliant)).toEqual(
          specs.map(({ found }) => found.length === 0),
        );
      }),
    );
  });
});
