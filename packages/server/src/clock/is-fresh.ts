/**
 * Whether what was read at `readAtMs` may still be used for what it says. A clock may be set back: what was read in a time that
 * is yet to come says nothing of now, and would be used until that time has come.
 */
export function isFresh(
  { readAtMs, keptMs }: { readonly readAtMs: number; readonly keptMs: number },
  nowMs: number,
): boolean {
  return readAtMs <= nowMs && nowMs < readAtMs + keptMs;
}
