import fc from 'fast-check';
import type { ScoredOutcome } from '../scored-outcome.ts';

/** Any scores, and few distinct ones, so that many are tied. */
export const outcomes: fc.Arbitrary<ScoredOutcome[]> = fc.array(
  fc.record({
    score: fc.oneof(
      fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
      fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
    ),
    isRight: fc.boolean(),
  }),
  { maxLength: 120 },
);

/** The same outcomes in two orders. */
export const shuffledPair: fc.Arbitrary<{
  readonly scored: readonly ScoredOutcome[];
  readonly shuffled: readonly ScoredOutcome[];
}> = outcomes.chain((scored) =>
  fc
    .shuffledSubarray(scored, { minLength: scored.length, maxLength: scored.length })
    .map((shuffled) => ({ scored, shuffled })),
);

/** A hundred scores with two hundred outcomes each, of which the share `rightShare` is right. */
export function bigSample(rightShare: (score: number) => number): ScoredOutcome[] {
  return Array.from({ length: 100 }, (_, index) => (index + 0.5) / 100).flatMap((score) =>
    Array.from({ length: 200 }, (_, place) => ({
      score,
      isRight: place < Math.round(200 * rightShare(score)),
    })),
  );
}
