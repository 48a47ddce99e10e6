import { type LogEntry, parseEntry } from '@avow/audit';
import type { Archive } from '../interfaces/archive.ts';
import type { LoggedHold } from './check-keeping.ts';
import type { Fault } from './fault.ts';
import { readExpiry } from './known-expiries.ts';
import { listDeeds } from './list-deeds.ts';

type HeldArchive = Pick<Archive, 'listDeeds' | 'listPlaces' | 'findMessage'>;

/** A record that went, as far as it is still known. */
interface Gone {
  readonly messageId: string | null;
  /** Null: the record was dropped since. */
  readonly threadId: string | null;
}

/**
 * The first erasure or expiry of something that was held at that point of the log. Over whom a hold stood is not in the log.
 * `size`: of the log when the holds were read. What was done since may be of one that was lifted since.
 */
export function checkHeld(
  archive: HeldArchive,
  tenantId: string,
  { holds, size }: { readonly holds: readonly LoggedHold[]; readonly size: number },
): Fault | null {
  const told = holds.filter(({ scope }) => scope !== 'end_user');
  if (told.length === 0) return null;
  const start = told.reduce((least, { placed }) => Math.min(least, placed.leafIndex), Infinity);
  const byTarget = Map.groupBy(told, ({ target }) => target ?? '');
  const holdOver = (leafIndex: number, targets: readonly (string | null)[]) =>
    targets
      .flatMap((target) => (target === null ? [] : (byTarget.get(target) ?? [])))
      .find(
        ({ placed, lifted }) => placed.leafIndex < leafIndex && leafIndex < (lifted?.leafIndex ?? Infinity),
      );
  for (const kind of ['erasure', 'expiry']) {
    for (const { leafIndex, entry } of listDeeds(archive, tenantId, { kind, start, end: size })) {
      for (const { messageId, threadId } of listGone(archive, tenantId, { leafIndex, entry })) {
        // What is held as a whole has no target.
        const hold = holdOver(leafIndex, ['', messageId, threadId]);
        if (hold === undefined) continue;
        const why = `It was ${kind === 'erasure' ? 'erased' : 'made to expire'} while the hold ${hold.holdId} stood over it.`;
        return {
          ...{ tenantId, leaves: { start: leafIndex, end: leafIndex + 1 }, messageId },
          ...{ field: 'log_entries.entry', why },
        };
      }
    }
  }
  return null;
}

function* listGone(
  archive: HeldArchive,
  tenantId: string,
  { leafIndex, entry }: { readonly leafIndex: number; readonly entry: LogEntry },
): Generator<Gone> {
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
