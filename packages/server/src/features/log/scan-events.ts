import type { TenantId } from '@avow/foundation';
import type { LogEventKind, StoredEntry } from '@avow/ledger';
import { type LogEntry, parseEntry, parseLeafRanges } from '@avow/ledger-log/entries';
import type { AuditLog, ListedEvent } from './log.ts';

/** What is wanted of events beyond what the store can look for. */
interface EventCriteria {
  readonly actor?: string;
  readonly changes?: boolean;
  /** What it was read for. */
  readonly purpose?: string;
  readonly message?: ConcernedMessage;
  /** RFC 3339 in UTC with three decimals, as all times of entries. */
  readonly from?: string;
  readonly before?: string;
}

/** A message as events name it, and when it was asked: nothing before concerns it. */
export interface ConcernedMessage {
  readonly messageId: string;
  /** Null: it is not on record any more. */
  readonly threadId: string | null;
  readonly leafIndex: number | null;
  readonly askedAt: string;
}

/** Kinds of events that change nothing. */
const readingKinds: ReadonlySet<string> = new Set(['access', 'session', 'action', 'erasure', 'expiry']);

const says = (details: LogEntry['details'], name: string, value: string) =>
  details.some(([named, said]) => named === name && said === value);

const isOneOf = (named: string | undefined, ids: ReadonlyArray<string | null>) =>
  named !== undefined && ids.includes(named);

function concerns(
  { kind, subject, details }: LogEntry,
  { messageId, threadId, leafIndex }: ConcernedMessage,
) {
  if (subject === messageId) return true;
  const said = new Map(details);
  switch (kind) {
    case 'access':
      return said.get('messages')?.split(' ').includes(messageId) === true;
    case 'hold':
      return said.get('scope') === 'tenant' || isOneOf(said.get('target'), [messageId, threadId]);
    case 'expiry':
      return (
        leafIndex !== null &&
        parseLeafRanges(said.get('leaves') ?? '').some(
          ({ start, end }) => start <= leafIndex && leafIndex < end,
        )
      );
    default:
      return false;
  }
}

function isWanted(entry: LogEntry, wanted: EventCriteria): boolean {
  const { kind, actor, time, details } = entry;
  return (
    (wanted.actor === undefined || actor === wanted.actor) &&
    (wanted.changes !== true || !readingKinds.has(kind)) &&
    (wanted.purpose === undefined || says(details, 'purpose', wanted.purpose)) &&
    (wanted.message === undefined || concerns(entry, wanted.message)) &&
    (wanted.from === undefined || time >= wanted.from) &&
    (wanted.before === undefined || time < wanted.before)
  );
}

/** Entries are in the order of their times, but for clocks that differ; a record has the time of its question. */
const clocksApartMs = 86_400_000;

/** Whether all that is wanted is newer than this event. */
function isBefore({ entry }: ListedEvent, { from = '', message }: EventCriteria): boolean {
  const earliest = message === undefined ? from : [from, message.askedAt].sort().at(-1);
  if (earliest === undefined || earliest === '' || entry.kind === 'record') return false;
  return Date.parse(entry.time) < Date.parse(earliest) - clocksApartMs;
}

const pageLength = 500;
/** Of one call. */
const scannedMax = 5_000;

type Lister = Pick<AuditLog, 'listLogEvents'>;

/** Lists the leaves of incidents among the events, in the order of the log. */
export function withIncidents(
  auditLog: Lister,
  listIncidents: (page: Parameters<AuditLog['listLogEvents']>[2]) => Promise<readonly StoredEntry[]>,
): Lister {
  return {
    listLogEvents: async (tenantId, filter, page) => {
      const [events, incidents] = await Promise.all([
        auditLog.listLogEvents(tenantId, filter, page),
        listIncidents(page),
      ]);
      const leaves = incidents.map(({ text, ...place }) => ({ ...place, entry: parseEntry(text) }));
      return [...events, ...leaves]
        .sort((one, other) => other.leafIndex - one.leafIndex)
        .slice(0, page.limit);
    },
  };
}

/** Looks through events, newest first, until as many are found as are asked for, or enough were looked at. */
export async function scanEvents(
  auditLog: Lister,
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
      if (isBefore(event, wanted)) return { found, next: null };
      if (isWanted(event.entry, wanted)) found.push(event);
    }
    if (page.length < length) return { found, next: null };
  }
  return { found, next };
}

/** Of one answer. */
const roundsMax = 40;

/** The changes of a period, newest first. */
export async function listChanges(
  auditLog: Lister,
  tenantId: TenantId,
  {
    period,
    limit,
  }: { readonly period: Required<Pick<EventCriteria, 'from' | 'before'>>; readonly limit: number },
): Promise<{ readonly found: readonly ListedEvent[]; readonly hasMore: boolean }> {
  const found: ListedEvent[] = [];
  const wanted = { ...period, changes: true };
  let before: number | null = null;
  for (let round = 0; round < roundsMax; round += 1) {
    const left = limit - found.length;
    const scanned = await scanEvents(auditLog, tenantId, { filter: {}, wanted, before, limit: left });
    found.push(...scanned.found);
    if (scanned.next === null) return { found, hasMore: false };
    if (found.length >= limit) break;
    before = scanned.next;
  }
  return { found, hasMore: true };
}
