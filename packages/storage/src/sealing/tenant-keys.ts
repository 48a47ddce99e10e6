import { createCipheriv, createDecipheriv } from 'node:crypto';
import { drawBytes } from './draw-bytes.ts';

/** AES-256 key wrap, RFC 3394, with the default initial value. */
const wrapping = 'id-aes256-wrap';
const initialValue = Buffer.alloc(8, 0xa6);

const keyBytes = 32;

/** A new random key. */
export function drawKey(): Buffer {
  return drawBytes(keyBytes);
}

export function wrapKey(masterKey: Uint8Array, key: Uint8Array): Buffer {
  const cipher = createCipheriv(wrapping, masterKey, initialValue);
  return Buffer.concat([cipher.update(key), cipher.final()]);
}

/** Null: it was wrapped under another key, or is damaged. */
export function unwrapKey(masterKey: Uint8Array, wrapped: Uint8Array): Buffer | null {
  try {
    const decipher = createDecipheriv(wrapping, masterKey, initialValue);
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  } catch {
    return null;
  }
}
