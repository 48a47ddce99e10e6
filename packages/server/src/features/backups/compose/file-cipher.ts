import { type Cipheriv, createCipheriv } from 'node:crypto';

const blockBytes = 16;

/** AES-256 in counter mode from this position on, so that any part of a file can be read. A key must be used for one file. */
export function cipherAt(key: Uint8Array, position: number): Cipheriv {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(Math.floor(position / blockBytes)), blockBytes - 8);
  const cipher = createCipheriv('aes-256-ctr', key, counter);
  cipher.update(Buffer.alloc(position % blockBytes));
  return cipher;
}
