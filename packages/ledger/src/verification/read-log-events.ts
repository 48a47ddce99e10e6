import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { Range } from '@avow/ledger-log/tree';
import type { Archive } from './archive.ts';

const pageLength = 500;

/** Events of a kind, oldest first. One that cannot be parsed is skipped: it is reported when its own leaf is inspected. */
export function* readLogEvents(
  archive: Pick<Archive, 'listLogEvents'>,
  tenantId: string,
  { kind, start = 0, end = Infinity }: { readonly kind: string } & Partial<Range>,
): Generator<{ readonly leafIndex: number; readonly entry: LogEntry }> {
  for (let from = start; ; ) {
    const page = archive.listLogEvents(tenantId, kind, { from, limit: pageLength });
    for (const { leafIndex, entry: text } of page) {
      if (leafIndex >= end) return;
      from = leafIndex + 1;
      const entry = read(text);
      if (entry !== null) yield { leafIndex, entry };
    }
    if (page.length < pageLength) return;
  }
}

function read(text: string): LogEntry | null {
  try {
    return parseEntry(text);
  } catch {
    return null;
  }
}
