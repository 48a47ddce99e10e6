import { AppError } from '@avow/foundation';

/** SQLite treats a negative limit as no limit. */
export function assertPage(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new AppError('internal', { cause: new Error('a page has one row at least') });
  }
}
