const rounds = 8;
/** Below this a time says nothing. */
const timeMsMin = 0.5;

/**
 * How many times longer four times the input takes: about 4 where time grows with the input, 16 where it grows with its
 * square. The least of several rounds, since whatever else the machine does can only make a round slower.
 */
export function timeGrowth<Input>(work: {
  readonly size: number;
  readonly make: (size: number) => Input;
  readonly run: (input: Input) => unknown;
  /** Further rounds are not needed once the growth is about this: 1 where time should not grow at all. */
  readonly expected?: 1 | 4;
}): number {
  const { expected = 4 } = work;
  const [small, large] = [work.make(work.size), work.make(work.size * 4)];
  let smallMs = Number.POSITIVE_INFINITY;
  let largeMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    smallMs = Math.min(
      smallMs,
      timeOf(() => work.run(small)),
    );
    largeMs = Math.min(
      largeMs,
      timeOf(() => work.run(large)),
    );
    if (round > 0 && largeMs / Math.max(smallMs, timeMsMin) < expected * 1.25) break;
  }
  return largeMs / Math.max(smallMs, timeMsMin);
}

/** Between what is in proportion and what is not, with room on both sides for a busy machine. */
export const linearGrowthMax = 9;
/** The same between what does not grow and what is in proportion. */
export const constantGrowthMax = 2.5;

export function timeOf(run: () => unknown): number {
  const startedMs = performance.now();
  run();
  return performance.now() - startedMs;
}
