import type { HostileText } from './hostile-texts.ts';

export interface MeasuredGrowth {
  readonly text: string;
  /**
   * How much longer it takes after three doublings of the text: about 8 times if linear, 64 times if quadratic. Of four
   * doublings the steepest does not count.
   */
  readonly ratio: number;
  /** The same of the last three doublings, whichever is the steepest. */
  readonly lastRatio: number;
  readonly units: number;
  readonly ms: number;
}

type Run = (text: string) => unknown;

const factor = 8;
/** Half of what a quadratic function takes, and four times what a linear one does. */
const ratioMax = 32;
/** From here on a closer look is worth its time. */
const suspiciousRatio = 14;
const smallestUnits = 512;
/** What is quadratic takes a billion steps here, which shows however small each of them is. */
const largestUnits = 32 * 1024;
const confirmedUnitsMax = 1024 * 1024;
/** A run that takes less is too short to compare with another. */
const comparableMs = 0.4;
/** A run that takes less proves nothing against a function. */
const provenMs = 10;
/** Shorter runs are repeated and share the time, because a clock has steps and a compiler gets to work meanwhile. */
const measuredMs = 3;
const runsMax = 1_000;
const clockStepMs = 0.001;
const warmMs = 2;
const warmRuns = 4;
/** A run that takes more is not repeated as often. */
const slowMs = 300;
const rounds = 5;
const slowRounds = 2;
const sizesNeeded = 2;
const doublings = 4;
/** Read before every measured text, so that a function that remembers what it read last reads that again. */
const forgottenText = 'forgotten';

/** The growth of a function on a hostile text if it is more than linear, else null. */
export async function measureGrowth(run: Run, text: HostileText): Promise<MeasuredGrowth | null> {
  let smallMs = await warmTimeOf(run, flatten(text.make(smallestUnits)));
  for (let units = smallestUnits * factor; units <= largestUnits; units *= factor) {
    const largeMs = await warmTimeOf(run, flatten(text.make(units)));
    if (largeMs >= comparableMs) {
      if (largeMs / smallMs >= suspiciousRatio) return await confirm(run, text, units);
      if (largeMs >= comparableMs * 2) return null;
    }
    smallMs = largeMs;
  }
  return null;
}

/**
 * Measures again, carefully, at growing sizes, until two of them show the growth or one does not. If one doubling alone shows
 * it, there may be a limit, and larger texts tell what is above it.
 */
async function confirm(run: Run, text: HostileText, firstUnits: number): Promise<MeasuredGrowth | null> {
  let proofs = 0;
  for (let units = firstUnits; units <= confirmedUnitsMax; units *= 2) {
    const growth = await compare(run, text, units);
    if (growth.ms < provenMs) continue;
    if (growth.lastRatio <= ratioMax) return null;
    if (growth.ratio > ratioMax) proofs += 1;
    if (proofs === sizesNeeded) return growth;
  }
  return null;
}

/** The shortest of several runs counts, since other work on the machine can only make one longer. */
async function compare(run: Run, text: HostileText, units: number): Promise<MeasuredGrowth> {
  const texts = Array.from({ length: doublings + 1 }, (_, halvings) =>
    flatten(text.make(units / 2 ** (doublings - halvings))),
  );
  const shortest = texts.map(() => Number.POSITIVE_INFINITY);
  const ms = () => shortest.at(-1) ?? Number.NaN;
  const lastRatio = () => ms() / (shortest.at(-4) ?? Number.NaN);
  for (let round = 0; round < (ms() > slowMs ? slowRounds : rounds); round += 1) {
    for (const [position, one] of texts.entries())
      shortest[position] = Math.min(shortest[position] ?? Number.NaN, await repeatedTimeOf(run, one));
    if (lastRatio() <= ratioMax) break;
  }
  return { text: text.name, ratio: growthOver(shortest), lastRatio: lastRatio(), units, ms: ms() };
}

/**
 * A limit above which a text is handled differently lies within one doubling, however much more expensive the other way is:
 * the steepest does not count. What is more than linear shows in all others, too.
 */
function growthOver(times: readonly number[]): number {
  const steps = times.slice(1).map((ms, position) => ms / (times[position] ?? Number.NaN));
  return steps.reduce((product, step) => product * step, 1) / Math.max(...steps);
}

async function repeatedTimeOf(run: Run, text: string): Promise<number> {
  let runs = 0;
  let ms = 0;
  for (; ms < measuredMs && runs < runsMax; runs += 1) ms += await timeOf(run, text);
  return Math.max(ms, clockStepMs) / runs;
}

/** A first run is compiled meanwhile: one that is short takes many times as long as the next, and would hide what follows. */
async function warmTimeOf(run: Run, text: string): Promise<number> {
  let shortest = await timeOf(run, text);
  for (let again = 0; again < warmRuns && shortest < warmMs; again += 1)
    shortest = Math.min(shortest, await timeOf(run, text));
  return Math.max(shortest, clockStepMs);
}

/** Processor time, which does not count what other processes do meanwhile. That of a thread has steps of several milliseconds. */
async function timeOf(run: Run, text: string): Promise<number> {
  await runToEnd(run, forgottenText);
  const before = process.cpuUsage();
  await runToEnd(run, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A function may refuse a text, but must do so as quickly as it would read it. */
async function runToEnd(run: Run, text: string): Promise<void> {
  try {
    const result = run(text);
    if (result instanceof Promise) await result;
    else if (isIterator(result)) for (const _ of result);
  } catch {
    // Refused.
  }
}

function isIterator(value: unknown): value is IterableIterator<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

/** The engine joins the pieces of a string when it is first read: that must not count as time of the function. */
function flatten(text: string): string {
  /^/.test(text);
  return text;
}
