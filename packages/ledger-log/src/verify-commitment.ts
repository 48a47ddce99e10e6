import { commit, type Hmac, saltBytes } from './commitment.ts';
import { decodeHex } from './hex.ts';
import { LogError } from './log-error.ts';
import { equalBytes } from './tree/equal-bytes.ts';

type Digest = Uint8Array | ArrayBuffer;

/** HMAC-SHA-256 of Node (synchronous) or of WebCrypto (a promise): await the digest. */
export type AnyHmac = Hmac<Digest | Promise<Digest>>;

export interface OpenedCommitment {
  /** In lower-case hexadecimal, like the commitment. */
  readonly salt: string;
  /** The exact text: JSON that is formatted differently is a different text. */
  readonly text: string;
  readonly commitment: string;
}

/** Throws a LogError unless the text and the salt open the commitment. */
export async function verifyCommitment(
  { salt, text, commitment }: OpenedCommitment,
  hmac: AnyHmac,
): Promise<void> {
  const saltOf = decodeHex(salt);
  if (saltOf?.length !== saltBytes) {
    throw new LogError('salt_invalid', `a salt must be ${saltBytes} bytes in lower-case hexadecimal`);
  }
  const expected = decodeHex(commitment);
  const isOpened =
    expected !== null &&
    text.isWellFormed() &&
    equalBytes(new Uint8Array(await commit(saltOf, text, hmac)), expected);
  if (!isOpened) throw new LogError('commitment_wrong', 'this is not the text that was committed to');
}
