const rounds = 6;
/** A shorter time proves nothing. */
const timeMsMin = 0.5;

/**
 * How many times longer sixteen times the input takes: about 16 if the time is linear, 256 if it is quadratic. The least of
 * several rounds counts, since other work on the machine can only make a round slower.
 */
export function timeGrowth<Input>(work: {
  readonly size: number;
  readonly make: (size: number) => Input;
  readonly run: (input: Input) => unknown;
  /** Further rounds are not needed once the growth is about this: 1 if the time should not grow at all. */
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

/** Between linear and quadratic, with a margin on both sides for a busy machine. */
export const linearGrowthMax = 100;
/** The same between constant and linear. */
export const constantGrowthMax = 8;

/** Processor time of this thread, which excludes other work. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
