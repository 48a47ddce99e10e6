/** The time, handed in wherever it matters so that tests can set it. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** RFC 3339, UTC, three decimals. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
