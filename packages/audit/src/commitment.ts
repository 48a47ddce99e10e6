/** HMAC-SHA-256 of a text's UTF-8, handed in: it returns a digest in Node and a promise of one in a browser. */
export type Hmac<Digest> = (key: Uint8Array, text: string) => Digest;

/** Salts have one length, because HMAC takes a key and the same key with zeros after it for one and the same. */
export const saltBytes = 32;

/**
 * A commitment to a text: it binds the record to the text, and says nothing of it once the salt is destroyed.
 * Without the salt a short text could be guessed from its hash.
 */
export function commit<Digest>(salt: Uint8Array, text: string, hmac: Hmac<Digest>): Digest {
  if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes`);
  // A lone surrogate has no UTF-8: two different texts would get one commitment.
  if (!text.isWellFormed()) throw new RangeError('only well-formed Unicode can be committed to');
  return hmac(salt, text);
}
