import type { TimeLeft } from '@avow/answering';
import { AppError } from '@avow/foundation';

/** The time that the work on one query has. */
export interface TimeLimit extends TimeLeft {
  /** Aborted when the time is up, or was cut short. */
  readonly signal: AbortSignal;
}

/** The reason of a query that somebody cancelled. */
class Cancellation extends Error {}

export function isCancelled(signal: AbortSignal): boolean {
  return signal.reason instanceof Cancellation;
}

/** A running deadline. Ending it stops its timer; it must be ended exactly when its work is over. */
interface Deadline extends TimeLimit {
  end(): void;
  /** The caller has cancelled the query. */
  cancel(): void;
}

/** All running deadlines, so that a shutdown that can wait no longer can cut them short. */
export interface Deadlines {
  start(timeoutMs: number): Deadline;
  cutAll(): void;
}

export function createDeadlines(): Deadlines {
  const running = new Set<AbortController>();
  return {
    start: (timeoutMs) => {
      const controller = new AbortController();
      const endsAtMs = performance.now() + timeoutMs;
      running.add(controller);
      const timer = setTimeout(() => {
        controller.abort(
          new AppError('deadline_exceeded', { detail: `The answer was not ready within ${timeoutMs} ms.` }),
        );
      }, timeoutMs);
      // A connection that waits for an answer keeps the process alive; a deadline alone must not.
      timer.unref();
      return {
        signal: controller.signal,
        leftMs: () => (controller.signal.aborted ? 0 : Math.max(0, endsAtMs - performance.now())),
        cancel: () => controller.abort(new Cancellation('the message was cancelled')),
        end: () => {
          clearTimeout(timer);
          running.delete(controller);
        },
      };
    },
    cutAll: () => {
      for (const controller of running) {
        controller.abort(
          new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 }),
        );
      }
    },
  };
}

/** Stops waiting when the time is up, no matter what the current step does; the steps after it are never started. */
export async function withinDeadline<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(deadline.reason);
  if (deadline.aborted) onAbort();
  deadline.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    deadline.removeEventListener('abort', onAbort);
  }
}

/** Any error that stopped the work, as it is reported to the client. */
export function toQueryFailure(error: unknown, deadline: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (deadline.aborted && deadline.reason instanceof AppError) return deadline.reason;
  return new AppError('internal', { cause: error });
}
