import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { CuratedId, DocumentId } from '@avow/foundation';
import type { Passage, RevisionName } from '../passage-search.ts';
import { PassageSearchError } from '../passage-search-error.ts';
import { writeNewFile } from './durable-files.ts';
import type { ManifestSegment } from './manifest.ts';
import { newSegmentId, type PackFolder, segmentPath } from './pack-folder.ts';
import type { BuiltSegment } from './segment-builder.ts';
import { decodeSegment, encodeSegment, keyBytes, type SegmentTables } from './segment-layout.ts';

/** The tables of a segment, in memory. Its texts stay on the disk. */
export interface Segment extends SegmentTables {
  readonly id: string;
  readonly folder: PackFolder;
  readonly unitCount: number;
  readonly placeCount: number;
  readonly termCount: number;
  readonly bytes: number;
}

/** Writes the files of a new segment, which is nowhere named yet; gives its entry for a manifest. */
export function writeSegment(folder: PackFolder, built: BuiltSegment): ManifestSegment {
  const id = newSegmentId();
  const tables = encodeSegment(built);
  writeNewFile(segmentPath(folder, id, 'txt'), built.texts);
  writeNewFile(segmentPath(folder, id, 'idx'), [tables]);
  const placeCount = built.placeNumbers.length;
  return {
    id,
    kind: built.kind,
    hash: hash('sha256', tables),
    unitCount: built.texts.length,
    placeCount,
    livePlaceCount: placeCount,
    deadPlaces: null,
  };
}

/** Rejects with `damaged` where the tables are not as they were written; a file that is gone rejects as it is. */
export function openSegment(folder: PackFolder, entry: Pick<ManifestSegment, 'id' | 'hash'>): Segment {
  const bytes = readWhole(segmentPath(folder, entry.id, 'idx'));
  if (hash('sha256', bytes) !== entry.hash)
    throw new PassageSearchError('damaged', 'a segment of the search index is damaged');
  const tables = decodeSegment(bytes);
  return {
    ...tables,
    id: entry.id,
    folder,
    unitCount: tables.arrays.unitLengths.length,
    placeCount: tables.arrays.placeRules.length,
    termCount: tables.arrays.termStarts.length - 1,
    bytes: bytes.length,
  };
}

export interface UnitTexts {
  read(unit: number): { readonly headings: Buffer; readonly text: Buffer };
  close(): void;
}

/** The texts of a segment. Each is checked as it is read: a damaged one rejects with `damaged`. */
export function openUnitTexts(segment: Segment): UnitTexts {
  const { unitTextStarts, unitHeadingsBytes, unitChecksums } = segment.arrays;
  const file = openSync(segmentPath(segment.folder, segment.id, 'txt'), 'r');
  return {
    read: (unit) => {
      const start = unitTextStarts[unit] ?? 0;
      const bytes = Buffer.alloc((unitTextStarts[unit + 1] ?? 0) - start);
      readFully(file, { bytes, position: start });
      if (crc32(bytes) !== unitChecksums[unit])
        throw new PassageSearchError('damaged', 'a text of the search index is damaged');
      const headingsBytes = unitHeadingsBytes[unit] ?? 0;
      return { headings: bytes.subarray(0, headingsBytes), text: bytes.subarray(headingsBytes) };
    },
    close: () => closeSync(file),
  };
}

/** Headings and text of these units, in the order asked. */
export function readUnits(segment: Segment, units: readonly number[]): Pick<Passage, 'headings' | 'text'>[] {
  const texts = openUnitTexts(segment);
  try {
    return units.map((unit) => {
      const { headings, text } = texts.read(unit);
      return { headings: headings.toString(), text: text.toString() };
    });
  } finally {
    texts.close();
  }
}

export function keyOfUnit({ arrays }: Segment, unit: number): string {
  const { buffer, byteOffset } = arrays.unitKeys;
  return Buffer.from(buffer, byteOffset + unit * keyBytes, keyBytes).toString('hex');
}

export function revisionAt({ arrays }: Segment, revision: number): RevisionName {
  const { revisionStarts, revisionBytes, revisionNumbers } = arrays;
  const [start, end] = [revisionStarts[revision] ?? 0, revisionStarts[revision + 1] ?? 0];
  const id = Buffer.from(revisionBytes.buffer, revisionBytes.byteOffset + start, end - start).toString();
  return { id: id as DocumentId | CuratedId, revision: revisionNumbers[revision] ?? 0 };
}

export function termAt({ arrays }: Segment, term: number): string {
  const { termStarts, termBytes } = arrays;
  const [start, end] = [termStarts[term] ?? 0, termStarts[term + 1] ?? 0];
  return Buffer.from(termBytes.buffer, termBytes.byteOffset + start, end - start).toString();
}

/** The number of a term, given in UTF-8; −1 where the segment does not have it. */
export function findTerm({ arrays, termCount }: Segment, wanted: Uint8Array): number {
  const { termStarts, termBytes } = arrays;
  let low = 0;
  let high = termCount - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const start = termStarts[middle] ?? 0;
    const length = (termStarts[middle + 1] ?? 0) - start;
    const shared = Math.min(length, wanted.length);
    let index = 0;
    while (index < shared && termBytes[start + index] === wanted[index]) index += 1;
    const order =
      index < shared ? (termBytes[start + index] ?? 0) - (wanted[index] ?? 0) : length - wanted.length;
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function readWhole(path: string): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    readFully(file, { bytes, position: 0 });
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** What the file is too short for stays zero, and is found out by its hash. */
export function readFully(
  file: number,
  { bytes, position }: { readonly bytes: Uint8Array; readonly position: number },
): void {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(file, bytes, done, bytes.length - done, position + done);
    if (count === 0) return;
    done += count;
  }
}
