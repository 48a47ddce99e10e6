import { drawBytes } from './draw-bytes.ts';
import { deriveKey, hmacSha256 } from './hmac-sha256.ts';

export const recordSecretBytes = 32;

/** The secret from which a record's key and salts are derived. Once it is destroyed, the record's content is unrecoverable. */
export function drawSecret(): Buffer {
  return drawBytes(recordSecretBytes);
}

/**
 * Wraps a record's secret under its tenant's key, or unwraps it: the secret XOR a pad that is unique to this message. A
 * message has one secret in its life, so that no pad is used twice. Opening content shows whether the secret is right. A
 * cipher object for each record would cost more than everything else done for it.
 */
export function wrapSecret(tenantKey: Uint8Array, messageId: string, secret: Uint8Array): Buffer {
  if (secret.length !== recordSecretBytes) throw new RangeError(`a secret has ${recordSecretBytes} bytes`);
  const wrapped = deriveKey(tenantKey, `avow.wrap.v1 ${messageId}`);
  for (let index = 0; index < recordSecretBytes; index++) {
    wrapped[index] = (wrapped[index] ?? 0) ^ (secret[index] ?? 0);
  }
  return wrapped;
}

/** The salt for the commitment to a record's facts, which can be verified even after the content is gone. */
export function factsSecret(tenantKey: Uint8Array, messageId: string): Buffer {
  return deriveKey(tenantKey, `avow.facts.v1 ${messageId}`);
}

/** A pseudonym for a person in searchable columns: the same for the same person of a tenant, and not a name. */
export function personOf(tenantKey: Uint8Array, endUserId: string): string {
  return hmacSha256(tenantKey, `avow.person.v1 ${endUserId}`).slice(0, 32);
}
