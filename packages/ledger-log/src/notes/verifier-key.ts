import { decodeBase64, encodeBase64 } from '../base64.ts';
import { encodeHex } from '../hex.ts';
import { joinBytes } from '../join-bytes.ts';
import { LogError } from '../log-error.ts';
import type { AnySha256 } from '../tree/hash.ts';
import { isKeyName } from './key-name.ts';

/** Ed25519, of the signature types that notes have. */
const ed25519Type = 0x01;

const publicKeyBytes = 32;

const keyCharsMax = 512;

/** A named public key, as distributed to readers of a log. */
export interface VerifierKey {
  readonly name: string;
  /** Four bytes in lower-case hexadecimal. With the name it identifies the key that signed; it proves nothing. */
  readonly id: string;
  /** 32 bytes, as RFC 8032 writes them. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** A key with its id: the first four bytes of SHA-256 of the name, a newline, the type and the key. */
export const makeVerifierKey = (
  named: Pick<VerifierKey, 'name' | 'publicKey'>,
  sha256: AnySha256,
): Promise<VerifierKey> => makeTypedKey(ed25519Type, named, sha256);

/** The same for any type of signature whose keys are those of Ed25519. */
export async function makeTypedKey(
  type: number,
  { name, publicKey }: Pick<VerifierKey, 'name' | 'publicKey'>,
  sha256: AnySha256,
): Promise<VerifierKey> {
  if (!isKeyName(name))
    throw new LogError('key_malformed', 'the name of a key must not contain spaces or a plus');
  if (publicKey.length !== publicKeyBytes) {
    throw new LogError('key_malformed', `an Ed25519 key must have ${publicKeyBytes} bytes`);
  }
  const named = new TextEncoder().encode(`${name}\n`);
  const digest = await sha256(joinBytes([named, Uint8Array.of(type), publicKey]));
  return { name, id: encodeHex(new Uint8Array(digest).subarray(0, 4)), publicKey };
}

/** The text form of the key: `<name>+<id>+<base64 of the type and the key>`. */
export const formatVerifierKey = (key: VerifierKey): string => formatTypedKey(ed25519Type, key);

export function formatTypedKey(type: number, { name, id, publicKey }: VerifierKey): string {
  return `${name}+${id}+${encodeBase64(joinBytes([Uint8Array.of(type), publicKey]))}`;
}

/** Parses a key. Its id is recomputed and compared, so that a typing error is detected. */
export function parseVerifierKey(text: string, sha256: AnySha256): Promise<VerifierKey> {
  return parseTypedKey(ed25519Type, text, sha256);
}

export async function parseTypedKey(type: number, text: string, sha256: AnySha256): Promise<VerifierKey> {
  // The base64 may contain a plus: only the first two separate the fields.
  const [, name = '', id = '', encoded = ''] =
    (text.length <= keyCharsMax && /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text)) || [];
  const bytes = decodeBase64(encoded);
  if (bytes === null || bytes[0] !== type) {
    throw new LogError(
      'key_malformed',
      type === ed25519Type
        ? 'a key must be its name, its id and the base64 of an Ed25519 key, separated by plus signs'
        : `a key must be its name, its id and the base64 of a key of the type ${type}, separated by plus signs`,
    );
  }
  const key = await makeTypedKey(type, { name, publicKey: bytes.slice(1) }, sha256);
  if (key.id !== id) throw new LogError('key_id_wrong', 'the id does not match this name and key');
  return key;
}
