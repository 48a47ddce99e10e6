import { hash } from 'node:crypto';
import { isNotFound } from '../is-not-found.ts';
import { replaceFile } from '../segments/durable-files.ts';
import { readWhole } from '../segments/segment.ts';
import type { QuantisedVector } from './quantise-vector.ts';

/** Which units of a segment lie near to one another: a search looks through the nearest lists alone. */
export interface Clusters {
  /** The log whose vectors they are of. */
  readonly logId: string;
  /** By list, what it lies around. */
  readonly centroids: readonly QuantisedVector[];
  /** By unit; `noList` where it had no vector. */
  readonly listOfUnit: Uint16Array<ArrayBuffer>;
}

export const noList = 0xffff;
const hashCharacters = 64;

interface ClustersHeader {
  readonly logId: string;
  readonly dimensions: number;
  readonly scales: readonly number[];
  readonly unitCount: number;
}

/** The hash of the rest, the length of the header, the header, the lists, the centroids. */
export function writeClusters(path: string, { logId, centroids, listOfUnit }: Clusters): void {
  const header: ClustersHeader = {
    logId,
    dimensions: centroids[0]?.values.length ?? 0,
    scales: centroids.map(({ scale }) => scale),
    unitCount: listOfUnit.length,
  };
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const rest = Buffer.concat([
    length,
    json,
    new Uint8Array(listOfUnit.buffer),
    ...centroids.map(({ values }) => new Uint8Array(values.buffer, values.byteOffset, values.length)),
  ]);
  replaceFile(path, Buffer.concat([Buffer.from(hash('sha256', rest)), rest]));
}

/** Null where there are none of this log. Damaged ones are none: without them the search is slower, and no worse. */
export function readClusters(path: string, logId: string): Clusters | null {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = readWhole(path);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
  const rest = Buffer.from(bytes.buffer, Math.min(hashCharacters, bytes.length));
  if (Buffer.from(bytes.buffer, 0, bytes.length - rest.length).toString('latin1') !== hash('sha256', rest))
    return null;
  const headerBytes = rest.readUInt32LE(0);
  const header: ClustersHeader = JSON.parse(rest.toString('utf8', 4, 4 + headerBytes));
  if (header.logId !== logId) return null;
  const listsStart = 4 + headerBytes;
  const centroidsStart = listsStart + header.unitCount * 2;
  const { dimensions } = header;
  return {
    logId,
    listOfUnit: new Uint16Array(new Uint8Array(rest.subarray(listsStart, centroidsStart)).buffer),
    centroids: header.scales.map((scale, list) => {
      const start = centroidsStart + list * dimensions;
      return {
        scale,
        values: new Int8Array(new Uint8Array(rest.subarray(start, start + dimensions)).buffer),
      };
    }),
  };
}
