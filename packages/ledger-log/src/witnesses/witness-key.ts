import { formatTypedKey, makeTypedKey, parseTypedKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';

/** Cosignatures with a time under Ed25519, of the signature types that notes have. */
const cosignatureType = 0x04;

/** The key of a witness. It is no key of a log: what it signs begins with another line. */
export interface WitnessKey extends VerifierKey {
  readonly signs: 'cosignatures';
}

const asWitness = (key: VerifierKey): WitnessKey => ({ ...key, signs: 'cosignatures' });

/** A key with its id, which is another than that of the same key of a log. */
export const makeWitnessKey = async (
  named: Pick<VerifierKey, 'name' | 'publicKey'>,
  sha256: AnySha256,
): Promise<WitnessKey> => asWitness(await makeTypedKey(cosignatureType, named, sha256));

/** The text form of the key: `<name>+<id>+<base64 of the type and the key>`. */
export const formatWitnessKey = (key: WitnessKey): string => formatTypedKey(cosignatureType, key);

/** Parses a key. Its id is recomputed and compared, so that a typing error is detected. */
export const parseWitnessKey = async (text: string, sha256: AnySha256): Promise<WitnessKey> =>
  asWitness(await parseTypedKey(cosignatureType, text, sha256));
