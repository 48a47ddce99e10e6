import { LogError } from '../log-error.ts';

/** SHA-256, injected: it returns bytes in Node and a promise of them in a browser. */
export type Sha256<Result> = (bytes: Uint8Array<ArrayBuffer>) => Result;

type Digest = Uint8Array | ArrayBuffer;

/** SHA-256 of Node (synchronous) or of WebCrypto (a promise): await the digest. */
export type AnySha256 = Sha256<Digest | Promise<Digest>>;

export const hashBytes = 32;

/** The prefixes of RFC 6962 for a leaf and for an inner node, so that neither can be passed off as the other. */
const leafPrefix = 0x00;
const nodePrefix = 0x01;

export interface Children {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
}

/** Both hashes must have the full length: shifted by a byte, the pair would hash to the same value. */
export function checkHash(hash: Uint8Array): void {
  if (hash.length !== hashBytes) throw new LogError('hash_invalid', `a hash must have ${hashBytes} bytes`);
}

/** The leaf hash of RFC 6962: SHA-256 of 0x00 and the bytes. */
export function leafHash<Result>(bytes: Uint8Array, sha256: Sha256<Result>): Result {
  const prefixed = new Uint8Array(bytes.length + 1);
  prefixed[0] = leafPrefix;
  prefixed.set(bytes, 1);
  return sha256(prefixed);
}

/** The node hash of RFC 6962: SHA-256 of 0x01, the left hash and the right hash. */
export function nodeHash<Result>({ left, right }: Children, sha256: Sha256<Result>): Result {
  checkHash(left);
  checkHash(right);
  const prefixed = new Uint8Array(1 + 2 * hashBytes);
  prefixed[0] = nodePrefix;
  prefixed.set(left, 1);
  prefixed.set(right, 1 + hashBytes);
  return sha256(prefixed);
}

/** The node hash, awaited. */
export async function hashChildren(children: Children, sha256: AnySha256): Promise<Uint8Array> {
  const digest = await nodeHash(children, sha256);
  return digest instanceof Uint8Array ? digest : new Uint8Array(digest);
}

/** The root of the empty tree: SHA-256 of the empty string. */
export async function emptyRoot(sha256: AnySha256): Promise<Uint8Array> {
  return new Uint8Array(await sha256(new Uint8Array()));
}
