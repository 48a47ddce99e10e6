import type { SeededRandom } from './random.ts';

export type StoredCell = string | number | bigint | Uint8Array | null;

/** The value with one bit flipped; null if that would not be a valid or different value. */
export function flipStoredBit(value: StoredCell, random: SeededRandom): StoredCell {
  if (typeof value === 'string') return flipText(value, random);
  if (typeof value === 'number') {
    return Number.isInteger(value) && random.below(2) === 0
      ? flipInteger(value, random)
      : flipReal(value, random);
  }
  if (value instanceof Uint8Array) return flipBytes(value, random);
  return null;
}

export function flipInteger(value: number, random: SeededRandom): bigint {
  return BigInt.asIntN(64, BigInt(value) ^ (1n << BigInt(random.below(64))));
}

function flipReal(value: number, random: SeededRandom): number | null {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  const bit = random.below(64);
  bytes.setUint8(bit >> 3, bytes.getUint8(bit >> 3) ^ (1 << (bit & 7)));
  const flipped = bytes.getFloat64(0);
  return Number.isFinite(flipped) && flipped !== value ? flipped : null;
}

function flipBytes(value: Uint8Array, random: SeededRandom): Uint8Array | null {
  if (value.length === 0) return null;
  const bytes = Uint8Array.from(value);
  const bit = random.below(bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes;
}

/** ASCII letters become other ASCII letters, so that it stays a text. */
function flipText(value: string, random: SeededRandom): string | null {
  const at = random.below(value.length);
  const code = value.charCodeAt(at);
  if (value === '' || code > 0x7f) return null;
  const flipped = code ^ (1 << random.below(7));
  return flipped === 0 ? null : `${value.slice(0, at)}${String.fromCharCode(flipped)}${value.slice(at + 1)}`;
}
