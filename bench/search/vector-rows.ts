import { readFileSync } from 'node:fs';

export const dimensions = 384;

/** Vectors in a file: a byte a number, a row a text. */
export interface VectorRows {
  readonly count: number;
  readonly bytes: Int8Array;
  /** Of length 1. */
  row(at: number): Float32Array;
}

export function openVectorRows(path: string): VectorRows {
  const file = readFileSync(path);
  const bytes = new Int8Array(file.buffer, file.byteOffset, file.byteLength);
  return {
    count: Math.floor(bytes.length / dimensions),
    bytes,
    row(at) {
      const vector = Float32Array.from(bytes.subarray(at * dimensions, (at + 1) * dimensions));
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    },
  };
}
