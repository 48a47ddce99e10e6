/** HMAC-SHA-256 of a text's UTF-8, injected: it returns a digest in Node and a promise of one in a browser. */
export type Hmac<Digest> = (key: Uint8Array, text: string) => Digest;

/** Salts have a fixed length, because HMAC treats a key and the same key padded with zeros as equal. */
export const saltBytes = 32;

/**
 * A commitment to a text: it binds the record to the text, and reveals nothing about it once the salt is destroyed.
 * Without a salt, a short text could be guessed from its hash.
 */
export function commit<Digest>(salt: Uint8Array, text: string, hmac: Hmac<Digest>): Digest {
  if (salt.length !== saltBytes) throw new RangeError(`a salt must have ${saltBytes} bytes`);
  // A lone surrogate has no UTF-8 encoding: two different texts would get the same commitment.
  if (!text.isWellFormed()) throw new RangeError('only well-formed Unicode can be committed to');
  return hmac(salt, text);
}
