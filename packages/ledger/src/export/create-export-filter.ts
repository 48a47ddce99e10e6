import type { BundleFilter, BundleScope } from '@avow/ledger-log';
import { type LogEntry, parseEntry, parseLeafRanges } from '@avow/ledger-log/entries';
import type { Archive, ArchivedPlace } from '../verification/archive.ts';
import { ruleKinds } from '../verification/known-rules.ts';

/** Decides which leaves belong to an export. */
export interface ExportFilter {
  includesRecord(place: ArchivedPlace, entry: LogEntry): boolean;
  includesEvent(entry: LogEntry): boolean;
}

/** What is exported. `all` is for those who may see every record. */
export interface RecordSelection {
  readonly scope: BundleScope;
  /** Whether the caller who asked for the export may see a record. */
  readonly isReadable?: ((place: ArchivedPlace) => boolean) | undefined;
}

export function createExportFilter(
  archive: Archive,
  tenantId: string,
  { scope, isReadable = () => true }: RecordSelection,
): ExportFilter {
  if (scope.kind === 'all') return { includesRecord: () => true, includesEvent: () => true };
  const inScope = createRecordFilter(archive, tenantId, scope);
  const includesRecord: ExportFilter['includesRecord'] = (place, entry) =>
    isReadable(place) && inScope(place, entry);
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
          const isOfThread =
            (scope.kind === 'thread' || scope.kind === 'filter') && target === scope.threadId;
          return details.get('scope') === 'tenant' || isOfThread;
        }
        case 'retention':
          return true;
        default:
          // What records name as what they were answered by is in every bundle.
          return ruleKinds.has(entry.kind) || (entry.subject !== '' && includesMessage(entry.subject));
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
    case 'period':
      return (_, { time }) => isWithin(time, scope);
    case 'thread':
      return ({ threadId }) => threadId === scope.threadId;
    case 'end_user': {
      const wanted = archive.personOf(tenantId, scope.endUserId);
      return ({ person }) => person !== null && person === wanted;
    }
    case 'filter': {
      const { threadId, endUserId, status, band, tripwireTriggered } = scope;
      const wanted = endUserId === null ? null : archive.personOf(tenantId, endUserId);
      return (place, { time }) =>
        isWithin(time, scope) &&
        (threadId === null || place.threadId === threadId) &&
        (endUserId === null || (place.person !== null && place.person === wanted)) &&
        (status === null || place.status === status) &&
        (band === null || place.band === band) &&
        (tripwireTriggered === null || place.tripwireTriggered === tripwireTriggered);
    }
  }
}

/** Times have a fixed format, so they can be compared as strings. */
function isWithin(time: string, { from, until }: Pick<BundleFilter, 'from' | 'until'>): boolean {
  return (from === null || time >= from) && (until === null || time < until);
}

function includesAny(leaves: string, includesLeaf: (leafIndex: number) => boolean): boolean {
  for (const { start, end } of parseLeafRanges(leaves)) {
    for (let index = start; index < end; index++) if (includesLeaf(index)) return true;
  }
  return false;
}
