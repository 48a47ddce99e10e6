import type { BundleEvent, BundleRecord } from '@avow/ledger-log';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import { type HashSource, proveInclusion, type Range } from '@avow/ledger-log/tree';
import type { ArchivedLeaf } from '../verification/archive.ts';
import { createExportFilter, type ExportFilter, type RecordSelection } from './create-export-filter.ts';
import { discloseRecord, type RecordSource } from './disclose-record.ts';

type LeafLine = BundleRecord | BundleEvent;

/** The lines of some leaves; `superseded`: the checkpoint is too old for them. */
type LinePage = { readonly next: number; readonly lines: readonly LeafLine[] } | 'superseded';

/** Leaves read in one snapshot. */
const pageLength = 256;

/** The lines of an export in pages, starting at this leaf and up to the size of its checkpoint. */
export async function* listBundleLines(
  source: RecordSource & RecordSelection & { readonly tree: HashSource },
  from: number,
): AsyncGenerator<LinePage> {
  const { archive, tenantId, size, tree } = source;
  const filter = createExportFilter(archive, tenantId, source);
  for (let start = from; start < size; start += pageLength) {
    const range = { start, end: Math.min(size, start + pageLength) };
    const found = archive.inSnapshot(() => readIncluded(source, filter, range));
    if (found === 'superseded') {
      yield found;
      return;
    }
    const lines: LeafLine[] = [];
    for (const line of found) {
      const proof = await proveInclusion({ index: line.leafIndex, size }, tree);
      lines.push({ ...line, inclusion: proof.map((hash) => Buffer.from(hash).toString('hex')) });
    }
    yield { next: range.end, lines };
  }
}

function readIncluded(source: RecordSource, filter: ExportFilter, range: Range): LeafLine[] | 'superseded' {
  const selected = selectLeaves(source, filter, range);
  if (selected.size === 0) return [];
  const lines: LeafLine[] = [];
  for (const leaf of source.archive.readLeaves(source.tenantId, range)) {
    const entry = selected.get(leaf.leafIndex);
    if (entry === undefined) continue;
    const line = lineOf(leaf, entry, source);
    if (line === 'superseded') return line;
    lines.push(line);
  }
  return lines;
}

/** By their places, in the same snapshot as the leaves themselves. */
function selectLeaves(
  { archive, tenantId }: RecordSource,
  filter: ExportFilter,
  range: Range,
): ReadonlyMap<number, LogEntry> {
  const selected = new Map<number, LogEntry>();
  for (const place of archive.listPlaces(tenantId, range)) {
    const entry = parseEntry(place.entry);
    const isSelected = place.isEvent ? filter.includesEvent(entry) : filter.includesRecord(place, entry);
    if (isSelected) selected.set(place.leafIndex, entry);
  }
  return selected;
}

function lineOf(leaf: ArchivedLeaf, entry: LogEntry, source: RecordSource): LeafLine | 'superseded' {
  const { leafIndex, entry: text } = leaf;
  const bundled = { leafIndex, entry: text, inclusion: [] };
  if (entry.kind !== 'record') return { type: 'event', ...bundled };
  const content = discloseRecord(leaf, entry, source);
  return content === 'superseded' ? content : { type: 'record', ...bundled, ...content };
}

/** How many records an export would contain now. */
export function countRecordsInScope(source: Omit<RecordSource, 'expiries'> & RecordSelection): number {
  const { archive, tenantId, size, scope } = source;
  if (scope.kind === 'all') return archive.countRecords(tenantId, size);
  const filter = createExportFilter(archive, tenantId, source);
  let count = 0;
  for (let start = 0; start < size; start += pageLength) {
    const range = { start, end: Math.min(size, start + pageLength) };
    for (const place of archive.listPlaces(tenantId, range)) {
      if (!place.isEvent && filter.includesRecord(place, parseEntry(place.entry))) count++;
    }
  }
  return count;
}
