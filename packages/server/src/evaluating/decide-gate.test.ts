import { describe, expect, it } from 'vitest';
import { decideGate } from './decide-gate.ts';
import { evaluationReport, evaluationResult } from './test-support/golden-samples.ts';

const many = (count: number, outcome: Parameters<typeof evaluationResult>[1]) =>
  [...Array(count).keys()].map((position) => evaluationResult(position, outcome));

const gate = { toleranceShare: 0.05 };
const right = evaluationReport(many(20, 'right'));

describe('decideGate', () => {
  it('opens where nothing got worse beyond the tolerance', () => {
    const one = evaluationReport([...many(19, 'right'), ...many(20, 'wrong').slice(19)]);
    expect(decideGate(gate, { served: right, staged: right }).kind).toBe('open');
    expect(decideGate(gate, { served: right, staged: one }).kind).toBe('open');
  });

  it('closes where it did, and says how far and on what', () => {
    const worse = evaluationReport([...many(18, 'right'), ...many(20, 'wrong').slice(18)]);
    const outcome = decideGate(gate, { served: right, staged: worse });
    expect(outcome).toMatchObject({
      kind: 'closed',
      reason: expect.stringMatching(/90\.0 % came out right, before 100\.0 %.*10\.0 points/s),
    });
  });

  it('closes where the version that is served could not be asked whole', () => {
    const failing = evaluationReport([...many(19, 'right'), ...many(20, 'failed').slice(19)]);
    const degraded = evaluationReport(many(20, 'right').map((one) => ({ ...one, is_degraded: true })));
    for (const served of [failing, degraded])
      expect(decideGate(gate, { served, staged: right })).toMatchObject({
        kind: 'closed',
        reason: expect.stringContaining('nothing can be compared'),
      });
    // What both had to do without is no difference.
    expect(decideGate(gate, { served: degraded, staged: degraded }).kind).toBe('open');
  });
});
