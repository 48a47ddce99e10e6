import type { BundleScope } from '../log/bundle/bundle-line.ts';
import { type LogEntry, parseEntry } from '../log/entry.ts';
import { parseLeafRanges } from '../log/leaf-ranges.ts';
import type { Archive, ArchivedPlace } from '../verification/archive.ts';

/** Decides which leaves belong to an export. */
export interface ExportFilter {
  includesRecord(place: ArchivedPlace, entry: LogEntry): boolean;
  includesEvent(entry: LogEntry): boolean;
}

export function createExportFilter(archive: Archive, tenantId: string, scope: BundleScope): ExportFilter {
  if (scope.kind === 'all') return { includesRecord: () => true, includesEvent: () => true };
  const includesRecord = createRecordFilter(archive, tenantId, scope);
  const includesLeaf = (leafIndex: number | null) => {
    if (leafIndex === null) return false;
    const [place] = archive.listPlaces(tenantId, { start: leafIndex, end: leafIndex + 1 });
    return place !== undefined && !place.isEvent && includesRecord(place, parseEntry(place.entry));
  };
  const includesMessage = (messageId: string) =>
    includesLeaf(
      archive.findMessage(tenantId, messageId)?.leafIndex ?? archive.findDropped(tenantId, messageId),
    );
  return {
    includesRecord,
    includesEvent: (entry) => {
      const details = new Map(entry.details);
      switch (entry.kind) {
        case 'expiry':
          return includesAny(details.get('leaves') ?? '', includesLeaf);
        case 'hold': {
          const target = details.get('target') ?? '';
          if (details.get('scope') === 'message') return includesMessage(target);
          // A hold over the tenant covers everything that is exported.
          return details.get('scope') === 'tenant' || (scope.kind === 'thread' && target === scope.threadId);
        }
        case 'retention':
          return true;
        default:
          return entry.subject !== '' && includesMessage(entry.subject);
      }
    },
  };
}

function createRecordFilter(
  archive: Archive,
  tenantId: string,
  scope: Exclude<BundleScope, { readonly kind: 'all' }>,
): ExportFilter['includesRecord'] {
  switch (scope.kind) {
    case 'period': {
      // Times have a fixed format, so they can be compared as strings.
      const { from, until } = scope;
      return (_, { time }) => (from === null || time >= from) && (until === null || time < until);
    }
    case 'thread':
      return ({ threadId }) => threadId === scope.threadId;
    case 'end_user': {
      const wanted = archive.personOf(tenantId, scope.endUserId);
      return ({ person }) => person !== null && person === wanted;
    }
  }
}

function includesAny(leaves: string, includesLeaf: (leafIndex: number) => boolean): boolean {
  for (const { start, end } of parseLeafRanges(leaves)) {
    for (let index = start; index < end; index++) if (includesLeaf(index)) return true;
  }
  return false;
}
