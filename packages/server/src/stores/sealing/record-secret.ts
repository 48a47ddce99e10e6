import { drawBytes } from './draw-bytes.ts';
import { deriveKey, hmacSha256 } from './hmac-sha256.ts';

export const secretBytes = 32;

/** What a record's key and salts are made of. Once it is destroyed nothing of the record's content can be had again. */
export function drawSecret(): Buffer {
  return drawBytes(secretBytes);
}

/**
 * Wraps a record's secret under its tenant's key, or unwraps it: the secret XOR a pad that belongs to this message alone. A
 * message has one secret in its life, so that no pad is used twice. Whether it is the right one shows where content is
 * opened with it. A cipher object a record would cost more than all else that is done for it.
 */
export function wrapSecret(tenantKey: Uint8Array, messageId: string, secret: Uint8Array): Buffer {
  if (secret.length !== secretBytes) throw new RangeError(`a secret has ${secretBytes} bytes`);
  const wrapped = deriveKey(tenantKey, `avow.wrap.v1 ${messageId}`);
  for (let index = 0; index < secretBytes; index++) {
    wrapped[index] = (wrapped[index] ?? 0) ^ (secret[index] ?? 0);
  }
  return wrapped;
}

/** What salts the commitment to a record's facts: they are no content, and can be checked when that is gone. */
export function factsSecret(tenantKey: Uint8Array, messageId: string): Buffer {
  return deriveKey(tenantKey, `avow.facts.v1 ${messageId}`);
}

/** Whose message it is, in columns that are searched: the same for the same person of a tenant, and no name. */
export function personOf(tenantKey: Uint8Array, endUserId: string): string {
  return hmacSha256(tenantKey, `avow.person.v1 ${endUserId}`).slice(0, 32);
}
