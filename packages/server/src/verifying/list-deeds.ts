import { type LogEntry, parseEntry, type Range } from '@avow/audit';
import type { Archive } from '../interfaces/archive.ts';

const pageLength = 500;

/** Deeds of a kind, oldest first. One that cannot be read says nothing: it is told of where its own leaf is checked. */
export function* listDeeds(
  archive: Pick<Archive, 'listDeeds'>,
  tenantId: string,
  { kind, start = 0, end = Infinity }: { readonly kind: string } & Partial<Range>,
): Generator<{ readonly leafIndex: number; readonly entry: LogEntry }> {
  for (let from = start; ; ) {
    const page = archive.listDeeds(tenantId, kind, { from, limit: pageLength });
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
