import { type Hmac, saltBytes } from './commitment.ts';
import { isName } from './name.ts';

const label = 'avow.salt.v1 ';

/**
 * Derives the salt of one field from the record's 32-byte secret. It opens the commitment to that field and reveals
 * nothing about the others.
 */
export function fieldSalt<Digest>(secret: Uint8Array, name: string, hmac: Hmac<Digest>): Digest {
  // HMAC treats a secret and the same secret padded with zeros as equal.
  if (secret.length !== saltBytes) throw new RangeError(`a secret must have ${saltBytes} bytes`);
  if (!isName(name))
    throw new RangeError('a field name must consist of lower-case letters, digits and underscores');
  return hmac(secret, `${label}${name}`);
}
