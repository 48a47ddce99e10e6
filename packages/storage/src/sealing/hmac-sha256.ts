import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;
const utf8BytesPerUnitMax = 3;

/** The two inputs of an HMAC: a block derived from the key, followed by the text or the inner digest. */
let inner = Buffer.alloc(blockBytes + 64 * 1024);
const outer = Buffer.alloc(blockBytes + digestBytes);

/** A loop: for so few bytes a call out of JavaScript costs more. */
function writeKeyBlock(into: Buffer, key: Uint8Array, pad: number): void {
  for (let index = 0; index < key.length; index++) into[index] = (key[index] ?? 0) ^ pad;
  for (let index = key.length; index < blockBytes; index++) into[index] = pad;
}

function digest(key: Uint8Array, text: string, encoding: 'hex' | 'binary'): string {
  if (key.length > blockBytes) throw new RangeError('a longer key would have to be hashed first');
  const innerBytesMax = blockBytes + text.length * utf8BytesPerUnitMax;
  if (inner.length < innerBytesMax) inner = Buffer.alloc(innerBytesMax);
  writeKeyBlock(inner, key, 0x36);
  const textBytes = inner.write(text, blockBytes);
  writeKeyBlock(outer, key, 0x5c);
  outer.write(hash('sha256', inner.subarray(0, blockBytes + textBytes), 'binary'), blockBytes, 'binary');
  return hash('sha256', outer, encoding);
}

/**
 * HMAC-SHA-256 (RFC 2104) in hexadecimal, out of two one-shot hashes, for keys of at most one block.
 * `createHmac` makes a key object each time, which costs several times as much as the hashing.
 */
export function hmacSha256(key: Uint8Array, text: string): string {
  return digest(key, text, 'hex');
}

/** The same as bytes, for use as a key. */
export function deriveKey(key: Uint8Array, label: string): Buffer {
  return Buffer.from(digest(key, label, 'binary'), 'binary');
}
