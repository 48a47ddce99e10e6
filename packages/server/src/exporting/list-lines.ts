import {
  type BundleDeed,
  type BundleRecord,
  type BundleScope,
  type HashSource,
  parseEntry,
  proveInclusion,
  type Range,
} from '@avow/audit';
import type { ArchivedLeaf } from '../interfaces/archive.ts';
import { type Choice, createChoice } from './create-choice.ts';
import { type RecordSource, showRecord } from './show-record.ts';

type LeafLine = BundleRecord | BundleDeed;

/** What was found in some leaves: their lines, or that the checkpoint is too old for them. */
type LinePage = { readonly next: number; readonly lines: readonly LeafLine[] } | 'superseded';

/** Leaves of one snapshot. */
const pageLength = 256;

/** The lines of an export, some leaves at a time, from this one on up to its checkpoint. */
export async function* listLines(
  source: RecordSource & { readonly tree: HashSource; readonly scope: BundleScope },
  from: number,
): AsyncGenerator<LinePage> {
  const { archive, tenantId, size, scope, tree } = source;
  const choice = createChoice(archive, tenantId, scope);
  for (let start = from; start < size; start += pageLength) {
    const range = { start, end: Math.min(size, start + pageLength) };
    const found = archive.inSnapshot(() => readChosen(source, choice, range));
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

function readChosen(source: RecordSource, choice: Choice, range: Range): LeafLine[] | 'superseded' {
  const chosen = chooseIn(source, choice, range);
  if (chosen.size === 0) return [];
  const lines: LeafLine[] = [];
  for (const leaf of source.archive.readLeaves(source.tenantId, range)) {
    if (!chosen.has(leaf.leafIndex)) continue;
    const line = lineOf(leaf, source);
    if (line === 'superseded') return line;
    lines.push(line);
  }
  return lines;
}

function chooseIn({ archive, tenantId }: RecordSource, choice: Choice, range: Range): Set<number> {
  const chosen = new Set<number>();
  for (const place of archive.listPlaces(tenantId, range)) {
    const entry = parseEntry(place.entry);
    const isChosen = place.isDeed ? choice.hasDeed(entry) : choice.hasRecord(place, entry);
    if (isChosen) chosen.add(place.leafIndex);
  }
  return chosen;
}

function lineOf(leaf: ArchivedLeaf, source: RecordSource): LeafLine | 'superseded' {
  const { leafIndex, entry: text } = leaf;
  const bundled = { leafIndex, entry: text, inclusion: [] };
  const entry = parseEntry(text);
  if (entry.kind !== 'record') return { type: 'deed', ...bundled };
  const content = showRecord(leaf, entry, source);
  return content === 'superseded' ? content : { type: 'record', ...bundled, ...content };
}

/** How many records would be exported now. */
export function countChosen(
  source: Omit<RecordSource, 'expiries'> & { readonly scope: BundleScope },
): number {
  const { archive, tenantId, size, scope } = source;
  if (scope.kind === 'all') return archive.countRecords(tenantId, size);
  const choice = createChoice(archive, tenantId, scope);
  let count = 0;
  for (let start = 0; start < size; start += pageLength) {
    const range = { start, end: Math.min(size, start + pageLength) };
    for (const place of archive.listPlaces(tenantId, range)) {
      if (!place.isDeed && choice.hasRecord(place, parseEntry(place.entry))) count++;
    }
  }
  return count;
}
