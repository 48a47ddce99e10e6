import { type BundleScope, type LogEntry, parseEntry, parseLeafRanges } from '@avow/audit';
import type { Archive, ArchivedPlace } from '../interfaces/archive.ts';

/** Which leaves belong to an export. */
export interface Choice {
  hasRecord(place: ArchivedPlace, entry: LogEntry): boolean;
  hasDeed(entry: LogEntry): boolean;
}

export function createChoice(archive: Archive, tenantId: string, scope: BundleScope): Choice {
  if (scope.kind === 'all') return { hasRecord: () => true, hasDeed: () => true };
  const hasRecord = recordTest(archive, tenantId, scope);
  const hasLeaf = (leafIndex: number | null) => {
    if (leafIndex === null) return false;
    const [place] = archive.listPlaces(tenantId, { start: leafIndex, end: leafIndex + 1 });
    return place !== undefined && !place.isDeed && hasRecord(place, parseEntry(place.entry));
  };
  const hasMessage = (messageId: string) =>
    hasLeaf(archive.findMessage(tenantId, messageId)?.leafIndex ?? archive.findDropped(tenantId, messageId));
  return {
    hasRecord,
    hasDeed: (entry) => {
      const details = new Map(entry.details);
      switch (entry.kind) {
        case 'expiry':
          return hasAny(details.get('leaves') ?? '', hasLeaf);
        case 'hold': {
          const target = details.get('target') ?? '';
          if (details.get('scope') === 'message') return hasMessage(target);
          // What is held as a whole is held with all that is exported.
          return details.get('scope') === 'tenant' || (scope.kind === 'thread' && target === scope.threadId);
        }
        case 'retention':
          return true;
        default:
          return entry.subject !== '' && hasMessage(entry.subject);
      }
    },
  };
}

function recordTest(
  archive: Archive,
  tenantId: string,
  scope: Exclude<BundleScope, { readonly kind: 'all' }>,
): Choice['hasRecord'] {
  switch (scope.kind) {
    case 'period': {
      // Times have one length and one spelling: they stand in the order of their letters.
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

function hasAny(leaves: string, hasLeaf: (leafIndex: number) => boolean): boolean {
  for (const { start, end } of parseLeafRanges(leaves)) {
    for (let index = start; index < end; index++) if (hasLeaf(index)) return true;
  }
  return false;
}
