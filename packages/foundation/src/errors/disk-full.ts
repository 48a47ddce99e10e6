import { AppError } from './app-error.ts';

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(error.code);
}

/** The message explains that the disk is full, because the reader can do something about it. */
export function diskFull(): AppError {
  return new AppError('audit_unavailable', {
    detail:
      'There is no room left on the disk of the service. What was served before is served as before; make room, then do the same again.',
    // The log shows codes but no messages.
    cause: Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
    retryAfterSeconds: 30,
  });
}
