import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerdict } from '../read-verdict.ts';
import { decide } from './decide.ts';

const reasoning = { found: 'Something was found.', clear: 'Nothing was found.' };
const ranges = [{ start: 1, end: 3 }];

describe('decide', () => {
  it('counts a finding from the threshold on, and never a score of 0', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, fc.constantFrom('flag', 'redact', 'block'), (score, threshold, action) => {
        const verdict = decide({ score, reasoning, ranges }, { action, threshold });
        const isFound = score > 0 && score >= threshold;
        expect(verdict.kind).toBe(isFound ? action : 'pass');
        expect(verdict.reasoning).toBe(isFound ? reasoning.found : reasoning.clear);
        expect(readVerdict(verdict, 'abcdef')).toEqual(verdict);
      }),
    );
  });

  it('reports ranges, placeholders and degradation', () => {
    const found = { score: 1, reasoning, ranges, degraded: true };
    expect(decide(found, { action: 'block', threshold: 0.5 })).toMatchObject({
      spans: ranges,
      degraded: true,
    });
    expect(decide(found, { action: 'redact', threshold: 0.5 })).toMatchObject({
      redactions: [{ start: 1, end: 3, placeholder: '[removed]' }],
    });
    expect(decide({ score: 1, reasoning }, { action: 'block', threshold: 0.5 })).toMatchObject({ spans: [] });
  });
});
