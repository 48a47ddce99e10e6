import type { TenantId } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import { namedNextKey } from '@avow/ledger-log/notes';
import type { LogEvent, LogStore, StoredCheckpoint } from './log-store.ts';

export const keyChangeKind = 'rekey';
const state = 'log_key_replaced';

/** The event by which a log says that another key signs its checkpoints. The checkpoint that ends with it is the statement. */
export const keyChangeEvent = (
  keys: { readonly previous: string; readonly next: string },
  atMs: number,
): LogEvent => ({
  ...{ kind: keyChangeKind, subject: '', state, atMs, actor: 'operator' },
  details: [
    ['previous_key', keys.previous],
    ['next_key', keys.next],
  ],
});

/** The name of the key that an event says will sign; null: it is another event. */
export function nextKeyOf({ kind, details, ...entry }: LogEntry): string | null {
  if (kind !== keyChangeKind || entry.state !== state) return null;
  return details.find(([name]) => name === 'next_key')?.[1] ?? '';
}

/** The statement that belongs to such an event. Throws unless the checkpoint after the event names the same key. */
export function statementOf(
  { leafIndex, nextKey }: { readonly leafIndex: number; readonly nextKey: string },
  checkpoint: Pick<StoredCheckpoint, 'size' | 'note'> | undefined,
): string {
  if (checkpoint?.size !== leafIndex + 1 || namedNextKey(checkpoint.note) !== nextKey)
    throw new LogError(
      'key_change_invalid',
      `the statement about the change of keys in entry ${leafIndex} is missing or names another key`,
    );
  return checkpoint.note;
}

const pageLength = 500;

/** The statements by which the keys of a log were replaced, oldest first. */
export async function listKeyChanges(
  store: Pick<LogStore, 'listLogEvents' | 'listCheckpoints'>,
  tenantId: TenantId,
): Promise<readonly string[]> {
  const statements: string[] = [];
  for (let before: number | null = null; ; ) {
    const page = await store.listLogEvents(tenantId, { kind: keyChangeKind }, { before, limit: pageLength });
    for (const { leafIndex, text } of page) {
      before = leafIndex;
      const nextKey = nextKeyOf(parseEntry(text));
      if (nextKey === null) continue;
      const [checkpoint] = await store.listCheckpoints(tenantId, { fromSize: leafIndex + 1, limit: 1 });
      statements.unshift(statementOf({ leafIndex, nextKey }, checkpoint));
    }
    if (page.length < pageLength) return statements;
  }
}
