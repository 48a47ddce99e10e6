import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { drawBytes } from './draw-bytes.ts';
import { deriveKey } from './hmac-sha256.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The bytes before the ciphertext. */
const sealOverheadBytes = nonceBytes + tagBytes;

/** What is sealed under a record's secret. Each kind has its own key. */
export type SealedKind =
  | 'content'
  | 'journal'
  | 'vector'
  | 'feedback'
  | 'golden'
  | 'webhook'
  | 'source'
  | 'mail'
  | 'note'
  | 'handover'
  | 'models';

/** As a key object, which costs a third of what a cipher needs to parse a key given as bytes. */
function keyOf(secret: Uint8Array, kind: SealedKind): KeyObject {
  return createSecretKey(deriveKey(secret, `avow.${kind}.v1`));
}

/**
 * Encrypts under the record's secret: nonce, tag and ciphertext. `bound`: what is stored beside it in clear text, without which
 * it does not open.
 */
export function sealBytes(
  secret: Uint8Array,
  kind: SealedKind,
  plain: Uint8Array | string,
  bound: string | null = null,
): Buffer {
  const nonce = drawBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, kind), nonce);
  if (bound !== null) cipher.setAAD(Buffer.from(bound));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Null: it is not what was sealed under this secret, or what it is bound to was changed. */
export function openBytes(
  secret: Uint8Array,
  kind: SealedKind,
  sealed: Uint8Array,
  bound: string | null = null,
): Buffer | null {
  if (sealed.length < sealOverheadBytes) return null;
  const decipher = createDecipheriv(algorithm, keyOf(secret, kind), sealed.subarray(0, nonceBytes));
  if (bound !== null) decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(nonceBytes, sealOverheadBytes));
  const plain = decipher.update(sealed.subarray(sealOverheadBytes));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return plain;
}

/** A text that was sealed. Throws if the record is damaged or another key is in force. */
export function openText(
  secret: Uint8Array,
  kind: SealedKind,
  sealed: Uint8Array,
  bound: string | null = null,
): string {
  const plain = openBytes(secret, kind, sealed, bound);
  if (plain === null) throw new Error(`a sealed ${kind} does not open`);
  return plain.toString('utf8');
}
