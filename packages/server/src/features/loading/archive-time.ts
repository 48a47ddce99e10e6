import type { TimeBudget } from '@avow/documents';

/** How long reading the files of one archive may take, those of archives within it included. */
const archiveTimeMs = 300_000;

export const archiveTimeReason = `was not read: the archive took longer than ${archiveTimeMs / 1000} s; load it again to continue, or split it`;

export function openArchiveTime(): TimeBudget {
  return { msLeft: archiveTimeMs };
}

/** A file outside an archive has only its own limit. */
export function isSpent(budget: TimeBudget | undefined): boolean {
  return budget !== undefined && budget.msLeft <= 0;
}
