import type { HostileText } from './hostile-texts.ts';

export interface Growth {
  readonly text: string;
  /** How much longer a text takes than an eighth of it: about 8 times if linear, 64 times if quadratic. */
  readonly ratio: number;
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
/** A run that takes more is not repeated as often. */
const slowMs = 300;
const rounds = 5;
const slowRounds = 2;
const sizesNeeded = 2;

/** The growth of a function on a hostile text if it is more than linear, else null. */
export async function measureGrowth(run: Run, text: HostileText): Promise<Growth | null> {
  let smallMs = await timeOf(run, flatten(text.make(smallestUnits)));
  for (let units = smallestUnits * factor; units <= largestUnits; units *= factor) {
    const largeMs = await timeOf(run, flatten(text.make(units)));
    if (largeMs >= comparableMs) {
      if (largeMs / smallMs >= suspiciousRatio) return await confirm(run, text, units);
      if (largeMs >= comparableMs * 2) return null;
    }
    smallMs = largeMs;
  }
  return null;
}

/**
 * Measures again, carefully, at growing sizes, until two of them show the growth or one does not. Neither chance nor a limit
 * above which a text is handled differently shows at both.
 */
async function confirm(run: Run, text: HostileText, firstUnits: number): Promise<Growth | null> {
  let proofs = 0;
  for (let units = firstUnits; units <= confirmedUnitsMax; units *= 2) {
    const growth = await compare(run, text, units);
    if (growth.ms < provenMs) continue;
    if (growth.ratio <= ratioMax) return null;
    proofs += 1;
    if (proofs === sizesNeeded) return growth;
  }
  return null;
}

/** The shortest of several runs counts, since other work on the machine can only make one longer. */
async function compare(run: Run, text: HostileText, units: number): Promise<Growth> {
  const [small, large] = [flatten(text.make(units / factor)), flatten(text.make(units))];
  let smallMs = Number.POSITIVE_INFINITY;
  let largeMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < (largeMs > slowMs ? slowRounds : rounds); round += 1) {
    smallMs = Math.min(smallMs, await timeOf(run, small));
    largeMs = Math.min(largeMs, await timeOf(run, large));
    if (largeMs / smallMs <= ratioMax) break;
  }
  return { text: text.name, ratio: largeMs / smallMs, units, ms: largeMs };
}

/** Processor time, which does not count what other processes do meanwhile. */
async function timeOf(run: Run, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    const result = run(text);
    if (result instanceof Promise) await result;
    else if (isIterator(result)) for (const _ of result);
  } catch {
    // A function may refuse a text, but must do so as quickly as it would read it.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function isIterator(value: unknown): value is IterableIterator<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

/** The engine joins the pieces of a string when it is first read: that must not count as time of the function. */
function flatten(text: string): string {
  /^/.test(text);
  return text;
}
