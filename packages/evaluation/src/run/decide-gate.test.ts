import { describe, expect, it } from 'vitest';
import { evaluationReport, evaluationResult } from '../golden/test-support/golden-samples.ts';
import { decideGate } from './decide-gate.ts';

const many = (count: number, outcome: Parameters<typeof evaluationResult>[1]) =>
  [...Array(count).keys()].map((position) => evaluationResult(position, outcome));

const gate = { toleranceShare: 0.05 };
const right = evaluationReport(many(20, 'right'));

describe('decideGate', () => {
  it('opens if nothing got worse beyond the tolerance', () => {
    const one = evaluationReport([...many(19, 'right'), ...many(20, 'wrong').slice(19)]);
    expect(decideGate(gate, { served: right, staged: right }).kind).toBe('open');
    expect(decideGate(gate, { served: right, staged: one }).kind).toBe('open');
  });

  it('closes otherwise, and reports the drop and the questions', () => {
    const worse = evaluationReport([...many(18, 'right'), ...many(20, 'wrong').slice(18)]);
    const outcome = decideGate(gate, { served: right, staged: worse });
    expect(outcome).toMatchObject({
      kind: 'closed',
      reason: expect.stringMatching(/90\.0 % were right, compared with 100\.0 %.*10\.0 points/s),
    });
  });

  it('closes if the run on the served version was impaired', () => {
    const failing = evaluationReport([...many(19, 'right'), ...many(20, 'failed').slice(19)]);
    const degraded = evaluationReport(many(20, 'right').map((one) => ({ ...one, is_degraded: true })));
    for (const served of [failing, degraded])
      expect(decideGate(gate, { served, staged: right })).toMatchObject({
        kind: 'closed',
        reason: expect.stringContaining('nothing can be compared'),
      });
    // What both lacked does not count as a difference.
    expect(decideGate(gate, { served: degraded, staged: degraded }).kind).toBe('open');
  });
});
