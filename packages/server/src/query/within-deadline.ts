import { AppError } from '../errors/app-error.ts';

/** Ends the wait when time is up, whatever the step in progress does; the steps after it are never begun. */
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

/** Whatever stopped the work, as the client is told it. */
export function asAppError(error: unknown, deadline: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (deadline.aborted && deadline.reason instanceof AppError) return deadline.reason;
  return new AppError('internal', { cause: error });
}
