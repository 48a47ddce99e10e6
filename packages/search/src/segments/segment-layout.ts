import { hash } from 'node:crypto';
import type { Passage } from '../passage-search.ts';

/** Who may find a place and when, and whether it ranks below others. Most places of a segment share a few of these. */
export type PlaceRule = Pick<Passage, 'groups' | 'validFromMs' | 'validUntilMs' | 'isHistorical'>;

/**
 * The parts of a segment, as they lie in its file and in memory: loading is one read, and nothing is decoded.
 *
 * A unit is a distinct pair of headings and text: it is indexed once. A place is where it stands: a position in a revision
 * of a document. The places of a unit lie side by side. Postings of a term are ordered by unit, in blocks of
 * `postingsPerBlock`; of each block is known how often the term occurs at most, and how short its shortest unit is.
 */
const sectionTypes = {
  termStarts: Uint32Array,
  termBytes: Uint8Array,
  postingStarts: Uint32Array,
  postingUnits: Uint32Array,
  postingFrequencies: Uint8Array,
  blockStarts: Uint32Array,
  blockFrequencyMax: Uint8Array,
  blockLengthMin: Uint16Array,
  unitLengths: Uint16Array,
  unitKeys: Uint8Array,
  unitPlaceStarts: Uint32Array,
  unitTextStarts: Uint32Array,
  unitHeadingsBytes: Uint32Array,
  unitChecksums: Uint32Array,
  placeRevisions: Uint32Array,
  placeOrdinals: Uint32Array,
  placeStarts: Uint32Array,
  placeEnds: Uint32Array,
  placeRules: Uint32Array,
  revisionStarts: Uint32Array,
  revisionBytes: Uint8Array,
  revisionNumbers: Uint32Array,
} as const;

type SectionName = keyof typeof sectionTypes;
export type SegmentArrays = { readonly [Name in SectionName]: InstanceType<(typeof sectionTypes)[Name]> };

export interface SegmentTables {
  readonly kind: Passage['kind'];
  readonly arrays: SegmentArrays;
  readonly rules: readonly PlaceRule[];
}

interface SegmentHeader {
  readonly kind: Passage['kind'];
  readonly rules: readonly PlaceRule[];
  /** Bytes of each section, in the order of `sectionTypes`. */
  readonly sectionBytes: readonly number[];
}

export const postingsPerBlock = 128;
export const keyBytes = 16;
const magic = 'avowseg1';
/** Every section begins where any typed array may. */
const alignment = 8;
const prefixBytes = 16;

const sectionNames = Object.keys(sectionTypes) as SectionName[];
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

if (new Uint8Array(new Uint32Array([1]).buffer)[0] !== 1)
  throw new Error('the search index needs a little-endian machine');

/** The file of a segment: a header, then its sections. */
export function encodeSegment({ kind, arrays, rules }: SegmentTables): Uint8Array<ArrayBuffer> {
  const sectionBytes = sectionNames.map((name) => arrays[name].byteLength);
  const header = Buffer.from(JSON.stringify({ kind, rules, sectionBytes } satisfies SegmentHeader));
  const bytes = new Uint8Array(
    sectionBytes.reduce((sum, count) => sum + aligned(count), prefixBytes + aligned(header.length)),
  );
  bytes.set(Buffer.from(magic));
  new DataView(bytes.buffer).setUint32(magic.length, header.length, true);
  bytes.set(header, prefixBytes);
  let offset = prefixBytes + aligned(header.length);
  for (const name of sectionNames) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += aligned(byteLength);
  }
  return bytes;
}

/** Views onto the bytes, which must have been checked against their hash, and must begin their buffer. */
export function decodeSegment(bytes: Uint8Array<ArrayBuffer>): SegmentTables {
  if (Buffer.from(bytes.buffer, 0, magic.length).toString() !== magic)
    throw new Error('not a segment of this format');
  const headerBytes = new DataView(bytes.buffer).getUint32(magic.length, true);
  const header: SegmentHeader = JSON.parse(Buffer.from(bytes.buffer, prefixBytes, headerBytes).toString());
  let offset = prefixBytes + aligned(headerBytes);
  const arrays: Partial<Record<SectionName, unknown>> = {};
  for (const [position, name] of sectionNames.entries()) {
    const type = sectionTypes[name];
    const byteCount = header.sectionBytes[position] ?? 0;
    arrays[name] = new type(bytes.buffer, offset, byteCount / type.BYTES_PER_ELEMENT);
    offset += aligned(byteCount);
  }
  return { kind: header.kind, rules: header.rules, arrays: arrays as SegmentArrays };
}

/** Equal for passages of one kind with equal headings and text, and for no others. */
export function unitKey({ kind, headings, text }: Pick<Passage, 'kind' | 'headings' | 'text'>): string {
  return hash('sha256', JSON.stringify([kind, headings, text])).slice(0, keyBytes * 2);
}
