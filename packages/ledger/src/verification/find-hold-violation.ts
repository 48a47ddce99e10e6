import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { Archive } from './archive.ts';
import type { LoggedHold } from './compare-retention.ts';
import type { Fault } from './fault.ts';
import { readExpiry } from './known-expiries.ts';
import { readLogEvents } from './read-log-events.ts';

type HoldArchive = Pick<Archive, 'listLogEvents' | 'listPlaces' | 'findMessage'>;

/** What is still known of a record that was erased or has expired. */
interface DestroyedRecord {
  readonly messageId: string | null;
  /** Null: the record was dropped since. */
  readonly threadId: string | null;
}

/**
 * The first erasure or expiry of a record that was under legal hold at that point of the log. Holds over end users are
 * not checked, because the log does not name the person. `size` is the size of the log when the holds were read: a later
 * event may concern a hold that was lifted since.
 */
export function findHoldViolation(
  archive: HoldArchive,
  tenantId: string,
  { holds, size }: { readonly holds: readonly LoggedHold[]; readonly size: number },
): Fault | null {
  const loggedHolds = holds.filter(({ scope }) => scope !== 'end_user');
  if (loggedHolds.length === 0) return null;
  const start = loggedHolds.reduce((least, { placed }) => Math.min(least, placed.leafIndex), Infinity);
  const byTarget = Map.groupBy(loggedHolds, ({ target }) => target ?? '');
  const holdOver = (leafIndex: number, targets: readonly (string | null)[]) =>
    targets
      .flatMap((target) => (target === null ? [] : (byTarget.get(target) ?? [])))
      .find(
        ({ placed, lifted }) => placed.leafIndex < leafIndex && leafIndex < (lifted?.leafIndex ?? Infinity),
      );
  for (const kind of ['erasure', 'expiry']) {
    for (const { leafIndex, entry } of readLogEvents(archive, tenantId, { kind, start, end: size })) {
      for (const { messageId, threadId } of listDestroyed(archive, tenantId, { leafIndex, entry })) {
        // A hold over the whole tenant has no target.
        const hold = holdOver(leafIndex, ['', messageId, threadId]);
        if (hold === undefined) continue;
        const why = `It ${kind === 'erasure' ? 'was erased' : 'expired'} while it was under the hold ${hold.holdId}.`;
        return {
          ...{ tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId },
          ...{ field: 'log_entries.entry', why },
        };
      }
    }
  }
  return null;
}

function* listDestroyed(
  archive: HoldArchive,
  tenantId: string,
  { leafIndex, entry }: { readonly leafIndex: number; readonly entry: LogEntry },
): Generator<DestroyedRecord> {
  if (entry.kind === 'erasure') {
    const place = archive.findMessage(tenantId, entry.subject)?.leafIndex ?? null;
    const [found] = place === null ? [] : archive.listPlaces(tenantId, { start: place, end: place + 1 });
    yield { messageId: entry.subject, threadId: found?.threadId ?? null };
    return;
  }
  for (const range of readExpiry(entry, leafIndex)?.ranges ?? []) {
    for (const { entry: text, threadId } of archive.listPlaces(tenantId, range))
      yield { messageId: parseEntry(text).subject, threadId };
  }
}
