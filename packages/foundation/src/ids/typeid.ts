import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const suffixLength = 26;
const timestampBits = 48;
export const timestampMsMax = 2 ** timestampBits - 1;

/** Random bytes are drawn in bulk, because a draw per id would cost more than everything else. */
const pool = Buffer.allocUnsafe(10 * 256);
let poolUsed = pool.length;

function drawRandom(into: Uint8Array, offset: number): void {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  into.set(pool.subarray(poolUsed, poolUsed + 10), offset);
  poolUsed += 10;
}

function writeTimestamp(bytes: Uint8Array, ms: number): void {
  const high = Math.floor(ms / 2 ** 32);
  const low = ms % 2 ** 32;
  bytes[0] = high >>> 8;
  bytes[1] = high;
  bytes[2] = low >>> 24;
  bytes[3] = low >>> 16;
  bytes[4] = low >>> 8;
  bytes[5] = low;
}

/** 128 bits as 26 characters of five bits, the first of three, so that text order is byte order. */
function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 2;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0x1fff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >>> bits) & 31];
    }
  }
  return text;
}

/** The part of an id after its prefix: a UUIDv7 of that millisecond. Ids with different prefixes may share a suffix. */
export function newSuffix(ms: number): string {
  if (!Number.isInteger(ms) || ms < 0 || ms > timestampMsMax) {
    throw new RangeError('a UUIDv7 holds whole milliseconds since 1970, in 48 bits');
  }
  const bytes = new Uint8Array(16);
  writeTimestamp(bytes, ms);
  drawRandom(bytes, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return encodeBase32(bytes);
}

/** A suffix that is always the same for the same bytes, and holds no time. */
export function suffixFrom(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new RangeError('an id has 16 bytes');
  return encodeBase32(bytes);
}

export function newId<Prefix extends string>(prefix: Prefix, ms: number): `${Prefix}_${string}` {
  return `${prefix}_${newSuffix(ms)}`;
}

/** The suffix of an id that has one of these prefixes and is well formed, or null. */
export function suffixOf(id: string, prefixes: readonly string[]): string | null {
  const at = id.length - suffixLength - 1;
  if (at < 1 || id[at] !== '_' || !prefixes.includes(id.slice(0, at))) return null;
  const suffix = id.slice(at + 1);
  return suffixPattern.test(suffix) ? suffix : null;
}

/** The ids of a message, of its request and of its record share their suffix. */
const messagePrefixes = ['msg', 'req', 'aud'];

/** The message id for any of the three ids of a message. Null if the text is none of them. */
export function messageIdFrom(name: string): `msg_${string}` | null {
  const suffix = suffixOf(name, messagePrefixes);
  return suffix === null ? null : `msg_${suffix}`;
}
