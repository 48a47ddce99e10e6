import { guardrailActions, guardrailStatuses } from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import type { StageOutcome } from '@avow/guardrails';
import { passedOutcome } from '@avow/guardrails/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeOutcomes } from './merge-outcomes.ts';

const ids = ['grd_01ka2tpzg0e6srq53nv7xwx6n1', 'grd_01ka2tpzg0e6srq53nv7xwx6n2'] as const;

function resultOf(id: (typeof ids)[number], also: Partial<GuardrailResult> = {}): GuardrailResult {
  return {
    ...{ guardrail_id: id, name: 'Check', category: 'privacy', stage: 'output', mode: 'enforce' },
    ...{ compliant: true, reasoning: 'Nothing was found.', action: 'none', status: 'ok', score: 0 },
    ...also,
  };
}

function outcomeOf(results: readonly GuardrailResult[], also: Partial<StageOutcome> = {}): StageOutcome {
  return passedOutcome('', { results, ...also });
}

const ofAll = outcomeOf(ids.map((id) => resultOf(id)));

describe('mergeOutcomes', () => {
  it('is unchanged if nothing else was checked', () => {
    expect(mergeOutcomes(ofAll, [])).toEqual({
      ...{ results: ofAll.results, models: [], blocked: null, tripwireTriggered: false, degraded: false },
    });
  });

  it('reports the most severe result of each guardrail, in the order of the first', () => {
    const flagged = resultOf(ids[1], { compliant: false, action: 'flag', score: 1 });
    const replaced = resultOf(ids[1], { compliant: false, action: 'redact', score: 0.6 });
    const failed = resultOf(ids[0], { compliant: false, status: 'error' });
    const merged = mergeOutcomes(ofAll, [outcomeOf([flagged]), outcomeOf([replaced]), outcomeOf([failed])]);
    expect(merged.results).toEqual([failed, replaced]);
  });

  it('blocks for a finding rather than for what could not be checked', () => {
    const unavailable = { guardrailId: ids[0], reason: 'guardrail_unavailable' } as const;
    const found = { guardrailId: ids[1], reason: 'policy' } as const;
    const first = outcomeOf([], { blocked: unavailable, tripwireTriggered: true });
    expect(mergeOutcomes(first, [outcomeOf([], { degraded: true })])).toMatchObject({
      ...{ blocked: unavailable, tripwireTriggered: true, degraded: true },
    });
    expect(mergeOutcomes(first, [outcomeOf([], { blocked: found })]).blocked).toEqual(found);
  });

  it('never makes a finding less severe, in any order', () => {
    const anyResult = fc.record({
      action: fc.constantFrom(...guardrailActions),
      compliant: fc.boolean(),
      status: fc.constantFrom(...guardrailStatuses),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyResult, { minLength: 1, maxLength: 6 }), (given) => {
        const outcomes = given.map((also) => outcomeOf([resultOf(ids[0], also)]));
        const [first = ofAll, ...others] = outcomes;
        const { results } = mergeOutcomes(first, others);
        const [last = ofAll, ...before] = outcomes.toReversed();
        expect(mergeOutcomes(last, before).results).toEqual(results);
        const strongest = Math.max(...given.map(({ action }) => guardrailActions.indexOf(action)));
        expect(results).toHaveLength(1);
        expect(guardrailActions.indexOf(results[0]?.action ?? 'none')).toBe(strongest);
      }),
    );
  });
});
