/** Everybody who asks within this time after a read has begun gets its result; a read that failed is not kept. */
export function shareReads<Value>(read: () => Promise<Value>, keptMs: number): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly askedAtMs: number } | null = null;
  return () => {
    if (last !== null && performance.now() - last.askedAtMs < keptMs) return last.value;
    const asked = { value: read(), askedAtMs: performance.now() };
    last = asked;
    asked.value.catch(() => {
      if (last === asked) last = null;
    });
    return asked.value;
  };
}
