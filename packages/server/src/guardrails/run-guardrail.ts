/** How one check ended: with what it found, or without. */
export type CheckRun<Found> =
  | { readonly kind: 'finished'; readonly found: Found }
  | { readonly kind: 'error' }
  | { readonly kind: 'timeout' };

interface Running<Found> {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly start: (signal: AbortSignal) => unknown;
  /** What was returned as what it should be; null where it is not that. */
  readonly read: (returned: unknown) => Found | null;
}

/** No check can return it by accident. */
const stoppedMark = Symbol('stopped');

/**
 * Runs one check within its own time and the signal, and never rejects. A check that answers late is told to stop by
 * its signal, and what it says afterwards is not listened to.
 */
export function runGuardrail<Found>(running: Running<Found>): CheckRun<Found> | Promise<CheckRun<Found>> {
  if (running.signal.aborted) return { kind: 'timeout' };
  const abort = new AbortController();
  const startedAt = performance.now();
  try {
    const returned = running.start(abort.signal);
    if (isPromise(returned)) return awaitFound(running, returned, abort);
    // Most checks answer at once: they need no timer. One that held everything up for too long is late all the same.
    if (performance.now() - startedAt > running.timeoutMs) return { kind: 'timeout' };
    return readRun(running, returned);
  } catch {
    return { kind: 'error' };
  }
}

function isPromise(returned: unknown): returned is Promise<unknown> {
  return typeof returned === 'object' && returned !== null && 'then' in returned;
}

function readRun<Found>({ read }: Running<Found>, returned: unknown): CheckRun<Found> {
  const found = read(returned);
  return found === null ? { kind: 'error' } : { kind: 'finished', found };
}

async function awaitFound<Found>(
  running: Running<Found>,
  check: Promise<unknown>,
  abort: AbortController,
): Promise<CheckRun<Found>> {
  const { signal, timeoutMs } = running;
  const stopped = Promise.withResolvers<typeof stoppedMark>();
  const stop = () => {
    // First the verdict on the check, then the word to it: what it throws on being stopped comes second.
    stopped.resolve(stoppedMark);
    abort.abort();
  };
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const returned = await Promise.race([stopped.promise, check]);
    return returned === stoppedMark ? { kind: 'timeout' } : readRun(running, returned);
  } catch {
    // The cause is not kept: an error of a check may quote the text that it checked.
    return { kind: 'error' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
