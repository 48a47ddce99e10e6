import { AppError } from '@avow/foundation';
import type { SqlValue } from '@avow/storage';

/** SQLite ends a text at NUL when it counts, and a lone surrogate has no UTF-8: offsets would point elsewhere. */
export function assertCountable(values: readonly SqlValue[], where: string): void {
  for (const value of values) {
    if (typeof value !== 'string') continue;
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new AppError('validation_failed', {
        detail: `${where.toWellFormed()}: NUL and unpaired surrogates cannot be stored`,
      });
    }
  }
}
