import { queryResponseSchema } from '@avow/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PassagesCheck, PassagesGuardrail } from '../interfaces/guardrail.ts';
import { faults, hangs, open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { siftPassages } from './sift-passages.ts';

function sifting(check: PassagesCheck, also: Partial<PassagesGuardrail> = {}): PassagesGuardrail {
  const { looksAt: _, check: __, varies: ___, ...facts } = testGuardrail(() => verdicts.pass);
  return { ...facts, stage: 'retrieval', looksAt: 'passages', leavesOut: true, check, ...also };
}

const objectingTo =
  (...found: number[]): PassagesCheck =>
  () => ({ found, score: found.length > 0 ? 0.9 : 0, reasoning: 'Looked through.' });

const passages = ['one', 'two', 'three'];
const sift = (...guardrails: PassagesGuardrail[]) => siftPassages(policyOf(...guardrails), passages, open);

describe('siftPassages', () => {
  it('leaves out what a guardrail objects to, and the question lives', async () => {
    const outcome = await sift(sifting(objectingTo(1)), sifting(objectingTo(1, 2)));
    expect([...outcome.leftOut].sort()).toEqual([1, 2]);
    expect(outcome).toMatchObject({ blocked: null, tripwireTriggered: false, degraded: false });
    expect(outcome.results).toMatchObject([
      { compliant: false, action: 'redact', status: 'ok', stage: 'retrieval' },
      { compliant: false, action: 'redact' },
    ]);
    expect(() => queryResponseSchema.shape.guardrails.parse(outcome.results)).not.toThrow();
  });

  it('only reports where that is all it is to do, or it is on trial', async () => {
    const flagging = sifting(objectingTo(0), { leavesOut: false });
    const trying = sifting(objectingTo(0), { mode: 'shadow' });
    const outcome = await sift(flagging, trying, sifting(objectingTo()));
    expect(outcome.leftOut.size).toBe(0);
    expect(outcome.results).toMatchObject([
      { compliant: false, action: 'flag' },
      { compliant: false, action: 'none', mode: 'shadow' },
      { compliant: true, action: 'none' },
    ]);
  });

  it('has nothing to say where no guardrail looks at passages', async () => {
    const outcome = await siftPassages(policyOf(testGuardrail(() => verdicts.block)), passages, open);
    expect(outcome).toEqual({
      ...{ results: [], leftOut: new Set(), blocked: null },
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
      sifting(check as unknown as PassagesCheck, { timeoutMs: 30, ...also });

    it('[CON-3-21] [CON-4-02] blocks where it fails closed, and never reads as compliant', async () => {
      const outcome = await sift(broken({ failMode: 'closed' }));
      expect(outcome.results).toMatchObject([{ compliant: false, status, action: 'block' }]);
      expect(outcome).toMatchObject({
        blocked: { reason: 'guardrail_unavailable' },
        tripwireTriggered: true,
      });
    });

    it('[CON-3-35] is degraded where it fails open, and counts nothing where it is on trial', async () => {
      expect(await sift(broken({ failMode: 'open' }))).toMatchObject({ blocked: null, degraded: true });
      const trial = await sift(broken({ mode: 'shadow' }));
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
        const outcome = await sift(
          ...specs.map(({ found, ...also }) => sifting(objectingTo(...found), also)),
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
