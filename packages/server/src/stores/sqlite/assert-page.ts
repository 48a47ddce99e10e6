import { AppError } from '../../errors/app-error.ts';

/** SQLite takes a negative limit for none. */
export function assertPage(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new AppError('internal', { cause: new Error('a page has one row at least') });
  }
}
