import { type Hmac, saltBytes } from './commitment.ts';
import { isName } from './name.ts';

const label = 'avow.salt.v1 ';

/**
 * The salt of one field of a record, made of the record's secret of 32 bytes. Whoever is shown it can check that field, and
 * learns nothing of the others.
 */
export function fieldSalt<Digest>(secret: Uint8Array, name: string, hmac: Hmac<Digest>): Digest {
  // A secret and the same one with zeros after it would make the same salts.
  if (secret.length !== saltBytes) throw new RangeError(`a secret has ${saltBytes} bytes`);
  if (!isName(name)) throw new RangeError('a field has a name of small letters, digits and underscores');
  return hmac(secret, `${label}${name}`);
}
