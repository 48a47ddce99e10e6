/**
 * A signal that is aborted with the outer one, and after this time with a `TimeoutError`. The function ends both: a timer of
 * `AbortSignal.timeout` would run on after the work, keep what listens to it, and make an error that nobody reads.
 */
export function limitSignal(
  outer: AbortSignal,
  ms: number,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const limit = new AbortController();
  const stop = () => limit.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop);
  const timer = setTimeout(() => limit.abort(new DOMException('The time is up', 'TimeoutError')), ms);
  // Who waits for the work keeps the process alive.
  timer.unref();
  return {
    signal: limit.signal,
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}
