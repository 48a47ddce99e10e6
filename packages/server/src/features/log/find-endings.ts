import type { TenantId } from '@avow/foundation';
import type { LogPlace, LogStore, StoredEntry } from '@avow/ledger';
import { parseEntry, parseLeafRanges } from '@avow/ledger-log/entries';
import type { Range } from '@avow/ledger-log/tree';
import type { StoredRecord } from '../records/record-store.ts';

/** Expiry events before this leaf index, newest first, at most `limit`. */
type ListExpiries = (before: number, limit: number) => Promise<readonly StoredEntry[]>;

/** The expiry event for the content of a leaf, or for the record itself. There is at most one. */
interface Wanted {
  readonly state: 'content_expired' | 'record_dropped';
  readonly leafIndex: number;
  /** Of the log. */
  readonly size: number;
}

const nearLength = 50;
const pageLength = 500;

/** The log events that ended a record's content, and the record itself, oldest first; empty while the record is complete. */
export async function findEndings(
  store: Pick<LogStore, 'listLogEvents' | 'readHead'>,
  tenantId: TenantId,
  record: StoredRecord,
  { leafIndex }: LogPlace,
): Promise<readonly StoredEntry[]> {
  if (record.kind === 'whole') return [];
  const erasure = { kind: 'erasure', subject: record.messageId } as const;
  const erasures = await store.listLogEvents(tenantId, erasure, { before: null, limit: pageLength });
  const { size } = await store.readHead(tenantId);
  const list: ListExpiries = (before, limit) =>
    store.listLogEvents(tenantId, { kind: 'expiry' }, { before, limit });
  const endings = [...erasures];
  for (const state of ['content_expired', 'record_dropped'] as const) {
    // Content ends once, by erasure or expiry; what was erased may have expired earlier.
    const isSaid = state === 'content_expired' ? erasures.length === 0 : record.kind === 'dropped';
    const wanted = { state, leafIndex, size };
    const expiry = isSaid ? ((await findByHalves(list, wanted)) ?? (await findInAll(list, wanted))) : null;
    if (expiry !== null) endings.push(expiry);
  }
  return endings.sort((one, other) => one.leafIndex - other.leafIndex);
}

/**
 * Records expire in the order in which they were asked, and so nearly in the order of their leaves. What was under legal hold, or took
 * long to end, expires out of order and is not found by bisection.
 */
async function findByHalves(list: ListExpiries, wanted: Wanted): Promise<StoredEntry | null> {
  // The event comes after the leaves that it names.
  let [low, high] = [wanted.leafIndex + 1, wanted.size - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const page = await list(middle + 1, nearLength);
    const named = page.map((expiry) => rangesOf(expiry, wanted));
    const found = page[named.findIndex((ranges) => has(ranges, wanted))];
    if (found !== undefined) return found;
    const nearest = named.find((ranges) => ranges.length > 0)?.[0];
    if (nearest === undefined && page.length === nearLength) return null;
    if (nearest === undefined || nearest.start < wanted.leafIndex) low = middle + 1;
    else high = (page.at(-1)?.leafIndex ?? low) - 1;
  }
  return null;
}

/** Scans all expiries after the record, newest first. */
async function findInAll(list: ListExpiries, wanted: Wanted): Promise<StoredEntry | null> {
  for (let before = wanted.size; before > wanted.leafIndex; ) {
    const page = await list(before, pageLength);
    const found = page.find((expiry) => has(rangesOf(expiry, wanted), wanted));
    if (found !== undefined) return found;
    before = page.length < pageLength ? 0 : (page.at(-1)?.leafIndex ?? 0);
  }
  return null;
}

/** The leaves that an expiry names; empty if it is of the other state. */
function rangesOf({ text }: StoredEntry, wanted: Wanted): readonly Range[] {
  const { state, details } = parseEntry(text);
  const leaves = details.find(([name]) => name === 'leaves')?.[1];
  return state !== wanted.state || leaves === undefined ? [] : parseLeafRanges(leaves);
}

function has(ranges: readonly Range[], { leafIndex }: Wanted): boolean {
  return ranges.some(({ start, end }) => start <= leafIndex && leafIndex < end);
}
