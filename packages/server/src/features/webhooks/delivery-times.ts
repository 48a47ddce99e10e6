const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long a delivery is tried. */
export const retryForMs = 72 * hourMs;

/** After each failed attempt but the ninth, which is followed by the last one, when the time is up. */
const delaysMs = [
  ...[10 * secondMs, 2 * minuteMs, 15 * minuteMs],
  ...[hourMs, 4 * hourMs, 8 * hourMs, 14 * hourMs, 20 * hourMs],
] as const;

/** So that what failed together is not repeated together: up to a fifth shorter or longer. */
const jitterShare = 0.2;

/** How long to wait after this many failed attempts; null: until the time is up. */
export function backoffMs(attempts: number, random: () => number): number | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + jitterShare * (2 * random() - 1)));
}
