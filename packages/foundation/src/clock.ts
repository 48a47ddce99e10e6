/** The current time, injected so that tests can set it. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/**
 * Whether a value that was read at `readAtMs` is still fresh. The clock may have been set back: a value from the future is
 * not fresh, or it would be used until that time.
 */
export function isFresh(
  { readAtMs, keptMs }: { readonly readAtMs: number; readonly keptMs: number },
  nowMs: number,
): boolean {
  return readAtMs <= nowMs && nowMs < readAtMs + keptMs;
}
