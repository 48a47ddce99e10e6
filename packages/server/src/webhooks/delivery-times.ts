/** How long a delivery is tried. */
export const retryForMs = 24 * 3_600_000;

const firstDelayMs = 10_000;
const delayMsMax = 4 * 3_600_000;

/** So that what failed together is not repeated together: up to a fifth shorter or longer. */
const jitterShare = 0.2;

/** How long to wait after this many failed attempts: ten seconds, doubled each time, up to four hours. */
export function backoffMs(attempts: number, random: () => number): number {
  const doubled = Math.min(firstDelayMs * 2 ** (attempts - 1), delayMsMax);
  return Math.round(doubled * (1 + jitterShare * (2 * random() - 1)));
}
