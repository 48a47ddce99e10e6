import { answerMethods, confidenceCaps, confidenceFeatures } from '@avow/contract/values';
import fc from 'fast-check';
import type { CapCauses, Evidence, ScoreRules } from '../confidence.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Any method, any tool score, and any finite feature values. */
export const arbitraryEvidence: fc.Arbitrary<Evidence> = fc.record({
  method: fc.constantFrom(...answerMethods),
  toolScore: unit,
  features: fc.dictionary(
    fc.constantFrom(...confidenceFeatures),
    fc.oneof(unit, fc.double({ min: -30, max: 30, noNaN: true }), fc.double({ noNaN: true })),
  ),
});

export const arbitraryRules: fc.Arbitrary<ScoreRules> = fc.record({
  bands: fc.tuple(unit, unit).map(([one, other]) => ({
    medium: Math.min(one, other),
    high: Math.max(one, other),
  })),
  riskLevel: unit,
  caps: fc.record({ degraded: unit, failed_open: unit, unsupported: unit, conflicting_sources: unit }),
});

export const arbitraryCapCauses: fc.Arbitrary<CapCauses> = fc
  .subarray([...confidenceCaps])
  .map((causes) => new Set(causes));
