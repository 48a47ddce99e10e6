const rounds = 6;
/** Below this a time says nothing. */
const timeMsMin = 0.5;

/**
 * How many times longer sixteen times the input takes: about 16 where time grows with the input, 256 where it grows with
 * its square. The least of several rounds, since whatever else the machine does can only make a round slower.
 */
export function timeGrowth<Input>(work: {
  readonly size: number;
  readonly make: (size: number) => Input;
  readonly run: (input: Input) => unknown;
  /** Further rounds are not needed once the growth is about this: 1 where time should not grow at all. */
  readonly expected?: 1 | 16;
}): number {
  const { expected = 16 } = work;
  const [small, large] = [work.make(work.size), work.make(work.size * 16)];
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
    if (largeMs / Math.max(smallMs, timeMsMin) < expected * 2) break;
  }
  return largeMs / Math.max(smallMs, timeMsMin);
}

/** Between what is in proportion and what is not, with room on both sides for a busy machine. */
export const linearGrowthMax = 100;
/** The same between what does not grow and what is in proportion. */
export const constantGrowthMax = 8;

/** Of this thread on the processor: what others do meanwhile does not count. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
