import type { LogEventEntry } from '@avow/contract/records';
import { writeTable } from '../../../http/write-table.ts';

const columns: Readonly<Record<string, (event: LogEventEntry) => string | number>> = {
  leaf_index: (event) => event.leaf_index,
  occurred_at: (event) => event.occurred_at,
  kind: (event) => event.kind,
  action: (event) => event.action,
  subject: (event) => event.subject,
  actor: (event) => event.actor,
  reason: ({ reason }) => reason ?? '',
  details: ({ details }) =>
    Object.entries(details)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  leaf_hash: (event) => event.leaf_hash,
};

/** Events as a table for spreadsheets. */
export const writeEventTable = (events: readonly LogEventEntry[], head: { readonly hasHead: boolean }) =>
  writeTable(columns, events, head);
