import { entryBytesMax } from '../entry.ts';
import { LogError } from '../log-error.ts';
import { tileWidth } from './tile.ts';

const lengthBytes = 2;

const invalid = (message: string) => new LogError('tile_invalid', message);

/** The content of `tile/entries/…`: each leaf, prefixed with its length as a big-endian uint16. */
export function encodeEntryBundle(leaves: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (leaves.length < 1 || leaves.length > tileWidth)
    throw invalid(`a bundle has from 1 to ${tileWidth} leaves`);
  const bytes = new Uint8Array(leaves.reduce((length, leaf) => length + lengthBytes + leaf.length, 0));
  let at = 0;
  for (const leaf of leaves) {
    if (leaf.length > entryBytesMax) throw invalid(`a leaf has at most ${entryBytesMax} bytes`);
    bytes[at] = leaf.length >> 8;
    bytes[at + 1] = leaf.length & 0xff;
    bytes.set(leaf, at + lengthBytes);
    at += lengthBytes + leaf.length;
  }
  return bytes;
}

/** The leaves of an entry bundle, which must have exactly as many as its path says and no further bytes. */
export function decodeEntryBundle(bytes: Uint8Array, width: number): readonly Uint8Array[] {
  if (!Number.isSafeInteger(width) || width < 1 || width > tileWidth) {
    throw invalid(`a bundle has from 1 to ${tileWidth} leaves`);
  }
  const leaves: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (leaves.length === width) throw invalid(`there are more than the ${width} leaves of this bundle`);
    const high = bytes[at];
    const low = bytes[at + 1];
    if (high === undefined || low === undefined) throw invalid('a bundle ends within the length of a leaf');
    const start = at + lengthBytes;
    at = start + high * 256 + low;
    if (at > bytes.length) throw invalid('a bundle ends within a leaf');
    leaves.push(new Uint8Array(bytes.subarray(start, at)));
  }
  if (leaves.length < width) throw invalid(`there are fewer than the ${width} leaves of this bundle`);
  return leaves;
}
