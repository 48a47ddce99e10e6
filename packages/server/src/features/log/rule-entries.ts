import { AppError, type TenantId } from '@avow/foundation';
import type { LogPlace, LogStore, StoredEntry } from '@avow/ledger';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { ReasonStore } from './reason-store.ts';

type ReadEntries = Pick<LogStore, 'readEntries'>;
type ReadEntry = LogPlace & { readonly entry: LogEntry };

const keptMax = 10_000;

/** The entries at these places. */
export function readPlaces(
  store: ReadEntries,
  tenantId: TenantId,
  indexes: readonly number[],
): Promise<StoredEntry[]> {
  return Promise.all(
    indexes.map(async (from) => {
      const [entry] = await store.readEntries(tenantId, { from, limit: 1 });
      if (entry?.leafIndex === from) return entry;
      throw new AppError('audit_unavailable', { detail: 'The log lacks an entry that the record names.' });
    }),
  );
}

/** The same, read: most records of a tenant name the same entries, which never change. */
export function createRuleEntries(store: ReadEntries) {
  const known = new Map<string, ReadEntry>();
  return async (tenantId: TenantId, indexes: readonly number[]): Promise<readonly ReadEntry[]> => {
    const nameOf = (index: number) => `${tenantId} ${index}`;
    const unknown = indexes.filter((index) => !known.has(nameOf(index)));
    const read = await readPlaces(store, tenantId, unknown);
    if (known.size + read.length > keptMax) known.clear();
    const found = new Map(indexes.map((index) => [index, known.get(nameOf(index))]));
    for (const { text, leafIndex, leafHash } of read) {
      const entry = { leafIndex, leafHash, entry: parseEntry(text) };
      known.set(nameOf(leafIndex), entry);
      found.set(leafIndex, entry);
    }
    return [...found.values()].filter((entry) => entry !== undefined);
  };
}

/** With why, as far as the authors said and nobody erased it. */
export async function withReasons<Event extends ReadEntry>(
  { reasons }: { readonly reasons?: ReasonStore },
  tenantId: TenantId,
  events: readonly Event[],
): Promise<readonly Event[]> {
  const explained = events.filter(({ entry }) => entry.commitments.some(([name]) => name === 'reason'));
  if (reasons === undefined || explained.length === 0) return events;
  const found = new Map(
    await reasons.readReasons(
      tenantId,
      explained.map(({ leafIndex }) => leafIndex),
    ),
  );
  return events.map((event) => ({ ...event, reason: found.get(event.leafIndex) ?? null }));
}
