import { AppError } from './app-error.ts';

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether the system refused a write for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(error.code);
}

/** What was asked for could not be kept. It is said in words, since whoever reads it can do something about it. */
export function diskFull(): AppError {
  return new AppError('audit_unavailable', {
    detail:
      'There is no room left on the disk of the service. What was served before is served as before; make room, then do the same again.',
    // The log shows codes, and no messages.
    cause: Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
    retryAfterSeconds: 30,
  });
}
