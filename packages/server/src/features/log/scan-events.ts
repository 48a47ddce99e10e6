import type { TenantId } from '@avow/foundation';
import type { LogEventKind } from '@avow/ledger';
import type { LogEntry } from '@avow/ledger-log/entries';
import type { AuditLog, ListedEvent } from './log.ts';

/** What is wanted of events beyond what the store can look for. */
interface EventCriteria {
  readonly actor?: string;
  readonly changes?: boolean;
  /** RFC 3339 in UTC with three decimals, as all times of entries. */
  readonly from?: string;
  readonly before?: string;
}

/** Kinds of events that change nothing. */
const readingKinds: ReadonlySet<string> = new Set(['access', 'session', 'action', 'erasure', 'expiry']);

function isWanted({ kind, actor, time }: LogEntry, wanted: EventCriteria): boolean {
  return (
    (wanted.actor === undefined || actor === wanted.actor) &&
    (wanted.changes !== true || !readingKinds.has(kind)) &&
    (wanted.from === undefined || time >= wanted.from) &&
    (wanted.before === undefined || time < wanted.before)
  );
}

const pageLength = 500;
/** Of one call. */
const scannedMax = 5_000;

/** Looks through events, newest first, until as many are found as are asked for, or enough were looked at. */
export async function scanEvents(
  auditLog: Pick<AuditLog, 'listLogEvents'>,
  tenantId: TenantId,
  {
    filter,
    wanted,
    before,
    limit,
  }: {
    readonly filter: { readonly kind?: LogEventKind; readonly subject?: string };
    readonly wanted: EventCriteria;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<{ readonly found: readonly ListedEvent[]; readonly next: number | null }> {
  const found: ListedEvent[] = [];
  const isFiltered = Object.values(wanted).some((value) => value !== undefined);
  const length = isFiltered ? pageLength : limit + 1;
  let next = before;
  for (let scanned = 0; scanned < scannedMax; scanned += length) {
    const page = await auditLog.listLogEvents(tenantId, filter, { before: next, limit: length });
    for (const event of page) {
      if (found.length === limit) return { found, next };
      next = event.leafIndex;
      if (isWanted(event.entry, wanted)) found.push(event);
    }
    if (page.length < length) return { found, next: null };
  }
  return { found, next };
}
