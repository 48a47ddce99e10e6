import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { isNotFound } from '../is-not-found.ts';
import { replaceFile, writeFully } from '../segments/durable-files.ts';
import { readFully } from '../segments/segment.ts';
import type { QuantisedVector } from './quantise-vector.ts';

/** A vector, and the unit of the segment that it belongs to. */
export interface UnitVector extends QuantisedVector {
  readonly unit: number;
}

export interface VectorLogHeader {
  readonly encoder: string;
  readonly dimensions: number;
  /** No other log has it. */
  readonly logId: string;
  readonly createdAtMs: number;
}

/*
 * The vectors of a segment, in the order they came: a header, then records of one size, each with a checksum. Nothing in it
 * is ever changed, it only grows. A record that a crash left incomplete has no valid checksum and is ignored; the next
 * writer continues after the last complete record.
 */
const magic = 'avowvec1';
const prefixBytes = 16;
/** Unit, scale and checksum. */
const recordHeadBytes = 16;
const aligned = (bytes: number) => Math.ceil(bytes / 16) * 16;
const recordBytes = ({ dimensions }: Pick<VectorLogHeader, 'dimensions'>) =>
  recordHeadBytes + aligned(dimensions);
const readBytes = 1 << 20;

/** Takes the place of whatever log there was. */
export function createVectorLog(
  path: string,
  given: {
    readonly encoder: string;
    readonly dimensions: number;
    readonly createdAtMs: number;
    readonly vectors: readonly UnitVector[];
  },
): VectorLogHeader {
  const { encoder, dimensions, createdAtMs } = given;
  const header: VectorLogHeader = { encoder, dimensions, createdAtMs, logId: crypto.randomUUID() };
  const json = Buffer.from(JSON.stringify(header));
  const head = new Uint8Array(aligned(prefixBytes + json.length));
  head.set(Buffer.from(magic));
  new DataView(head.buffer).setUint32(magic.length, json.length, true);
  head.set(json, prefixBytes);
  replaceFile(path, Buffer.concat([head, encodeRecords(header, given.vectors)]));
  return header;
}

/** On the disk when it returns. Only under the lock of the pack. */
export function appendVectors(path: string, vectors: readonly UnitVector[]): void {
  const file = openSync(path, 'r+');
  try {
    const head = readHead(file);
    if (head === null) throw new Error('a vector log has no header');
    const { size } = fstatSync(file);
    const wholeEnd = size - ((size - head.recordsStart) % recordBytes(head.header));
    if (wholeEnd !== size) ftruncateSync(file, wholeEnd);
    writeFully(file, encodeRecords(head.header, vectors), wholeEnd);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function encodeRecords(header: VectorLogHeader, vectors: readonly UnitVector[]): Uint8Array {
  const size = recordBytes(header);
  const bytes = new Uint8Array(vectors.length * size);
  const view = new DataView(bytes.buffer);
  for (const [index, { unit, scale, values }] of vectors.entries()) {
    const start = index * size;
    view.setUint32(start, unit, true);
    view.setFloat32(start + 4, scale, true);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), start + recordHeadBytes);
    view.setUint32(start + 8, checksum(bytes.subarray(start, start + size)), true);
  }
  return bytes;
}

/** Of everything but itself. */
function checksum(record: Uint8Array): number {
  return crc32(record.subarray(recordHeadBytes), crc32(record.subarray(0, 8)));
}

interface LogHead {
  readonly header: VectorLogHeader;
  readonly recordsStart: number;
}

function readHead(file: number): LogHead | null {
  const prefix = Buffer.alloc(prefixBytes);
  readFully(file, { bytes: prefix, position: 0 });
  const jsonBytes = prefix.readUInt32LE(magic.length);
  if (prefix.toString('latin1', 0, magic.length) !== magic || jsonBytes > readBytes) return null;
  const json = Buffer.alloc(jsonBytes);
  readFully(file, { bytes: json, position: prefixBytes });
  return { header: JSON.parse(json.toString()), recordsStart: aligned(prefixBytes + jsonBytes) };
}

/** What happened to a log since it was looked at last; `replaced` where it is another one, or there is none. */
export type LogChange = 'same' | 'grown' | 'replaced';

/** Reads a log as it grows. */
export class VectorLogReader {
  readonly #path: string;
  #head: LogHead | null = null;
  #file = '';
  #size = 0;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Of the log that was read last; null where there is none. */
  get header(): VectorLogHeader | null {
    return this.#head?.header ?? null;
  }

  /** Looks whether there is more than was read. After anything but `same`, `read` gives it. */
  look(): LogChange {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const file = found === undefined ? '' : `${found.ino} ${found.birthtimeMs}`;
    if (file !== this.#file) {
      this.#file = file;
      this.#size = found?.size ?? 0;
      this.#offset = 0;
      this.#head = null;
      return 'replaced';
    }
    if (found === undefined || found.size === this.#size) return 'same';
    this.#size = found.size;
    return 'grown';
  }

  /** The next `read` begins with the first vector. */
  rewind(): void {
    this.#offset = 0;
  }

  /** Every vector since the last call. The values are a view, valid until `onVector` returns. */
  read(onVector: (vector: UnitVector) => void): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return;
    }
    try {
      this.#head ??= readHead(file);
      if (this.#head === null) return;
      this.#offset = Math.max(this.#offset, this.#head.recordsStart);
      this.#readRecords(file, this.#head.header, onVector);
    } finally {
      closeSync(file);
    }
  }

  #readRecords(file: number, header: VectorLogHeader, onVector: (vector: UnitVector) => void): void {
    const size = recordBytes(header);
    const { size: fileBytes } = fstatSync(file);
    const bytes = new Uint8Array(Math.max(1, Math.trunc(readBytes / size)) * size);
    const view = new DataView(bytes.buffer);
    for (let offset = this.#offset; offset + size <= fileBytes; ) {
      const count = Math.min(bytes.length, Math.trunc((fileBytes - offset) / size) * size);
      readFully(file, { bytes: bytes.subarray(0, count), position: offset });
      for (let start = 0; start < count; start += size) {
        if (view.getUint32(start + 8, true) !== checksum(bytes.subarray(start, start + size))) continue;
        onVector({
          unit: view.getUint32(start, true),
          scale: view.getFloat32(start + 4, true),
          values: new Int8Array(bytes.buffer, start + recordHeadBytes, header.dimensions),
        });
        // Only what is valid is done with: behind it a record may be on its way still.
        this.#offset = offset + start + size;
      }
      offset += count;
    }
  }
}
