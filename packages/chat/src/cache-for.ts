/** Keeps what was read for a while. A read that fails is not kept, and one that is under way is shared. */
export function cacheFor<Value>(
  keptMs: number,
  read: () => Promise<Value>,
  nowMs: () => number = Date.now,
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly untilMs: number } | null = null;
  return () => {
    if (kept !== null && nowMs() < kept.untilMs) return kept.value;
    const value = read();
    const entry = { value, untilMs: nowMs() + keptMs };
    kept = entry;
    value.catch(() => {
      if (kept === entry) kept = null;
    });
    return value;
  };
}
