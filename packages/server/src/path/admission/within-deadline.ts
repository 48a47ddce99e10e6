import { AppError } from '@avow/foundation';

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
export function asAppError(error: unknown, deadline: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (deadline.aborted && deadline.reason instanceof AppError) return deadline.reason;
  return new AppError('internal', { cause: error });
}
