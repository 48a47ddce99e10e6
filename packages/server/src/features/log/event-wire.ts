import type { LogEventEntry } from '@avow/contract/records';
import type { LogPlace } from '@avow/ledger';
import type { LogEntry } from '@avow/ledger-log/entries';

/** An entry that is not a record, as clients see it. */
export function eventToWire({
  leafIndex,
  leafHash,
  entry,
  reason = null,
}: LogPlace & { readonly entry: LogEntry; readonly reason?: string | null }): LogEventEntry {
  const { kind, subject, state, time, actor, details } = entry;
  return {
    leaf_index: leafIndex,
    leaf_hash: leafHash,
    kind: kind as LogEventEntry['kind'],
    subject,
    action: state,
    occurred_at: time,
    actor: actor as LogEventEntry['actor'],
    reason,
    details: Object.fromEntries(details),
  };
}
