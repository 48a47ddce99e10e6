import { ConnectionError, ProblemError, UnexpectedResponseError } from './errors.ts';

const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** Of a request that must not take effect twice, only these say for certain that it has not taken effect at all. */
const refusedStatuses = new Set([429, 503]);

/** Whether a later attempt may succeed. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ProblemError) return error.retryable;
  if (error instanceof UnexpectedResponseError) return temporaryStatuses.has(error.status);
  return error instanceof ConnectionError;
}

/** Whether the same request may be sent again. */
export function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (!isTemporary(error)) return false;
  return isRepeatable || (error instanceof ProblemError && refusedStatuses.has(error.status));
}

export interface Delays {
  readonly retryDelayMs: number;
  readonly retryAfterMaxMs: number;
}

const delayMaxMs = 16_000;

/** How long to wait before the next attempt; null: longer than the caller wants to wait. */
export function delayAfter(error: unknown, attempt: number, delays: Delays): number | null {
  const asked =
    error instanceof ProblemError || error instanceof UnexpectedResponseError ? error.retryAfterMs : null;
  // Clients that were refused together must not come back together.
  if (asked === null) return Math.random() * Math.min(delayMaxMs, delays.retryDelayMs * 2 ** attempt);
  return asked > delays.retryAfterMaxMs ? null : asked + Math.random() * delays.retryDelayMs;
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function readRetryAfter(header: string | null, nowMs = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Rejects with the reason of the signal once it is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
