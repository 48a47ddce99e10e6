import { QueueFullError } from '@avow/foundation/concurrency';

/** How one check ended. */
export type CheckRun<Found> =
  | { readonly kind: 'finished'; readonly found: Found }
  | { readonly kind: 'error' }
  | { readonly kind: 'timeout' };

/** `refused`: a model that the check needs has too much to do to take it at all. */
export type GuardrailRun<Found> = CheckRun<Found> | { readonly kind: 'refused' };

interface Running<Found> {
  /** Null: until the signal is aborted. */
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal;
  readonly start: (signal: AbortSignal) => unknown;
  /** Validates what was returned; null if it is invalid. */
  readonly read: (returned: unknown) => Found | null;
}

/** A symbol, so that no check can return it by accident. */
const stoppedMark = Symbol('stopped');

/**
 * Runs one check within its timeout and the signal, and never rejects. A check that is late is stopped through its signal,
 * and whatever it returns afterwards is ignored.
 */
export function runGuardrail<Found>(
  running: Running<Found>,
): GuardrailRun<Found> | Promise<GuardrailRun<Found>> {
  if (running.signal.aborted) return { kind: 'timeout' };
  const abort = new AbortController();
  const startedAt = performance.now();
  try {
    const returned = running.start(abort.signal);
    if (isPromise(returned)) return awaitFound(running, returned, abort);
    // Most checks are synchronous and need no timer. One that blocked the event loop for too long is late all the same.
    if (running.timeoutMs !== null && performance.now() - startedAt > running.timeoutMs)
      return { kind: 'timeout' };
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
): Promise<GuardrailRun<Found>> {
  const { signal, timeoutMs } = running;
  const stopped = Promise.withResolvers<typeof stoppedMark>();
  const stop = () => {
    // Resolve before aborting, so that an error thrown on abort cannot win the race.
    stopped.resolve(stoppedMark);
    abort.abort();
  };
  const timer = timeoutMs === null ? undefined : setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const returned = await Promise.race([stopped.promise, check]);
    return returned === stoppedMark ? { kind: 'timeout' } : readRun(running, returned);
  } catch (error) {
    // The cause is dropped: an error of a check may quote the text that it checked.
    return { kind: error instanceof QueueFullError ? 'refused' : 'error' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
