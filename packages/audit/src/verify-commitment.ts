import { commit, type Hmac, saltBytes } from './commitment.ts';
import { decodeHex } from './hex.ts';
import { LogError } from './log-error.ts';
import { equalBytes } from './tree/equal-bytes.ts';

type Digest = Uint8Array | ArrayBuffer;

/** HMAC-SHA-256 as Node has it, or as WebCrypto has it: whoever takes this one waits for the digest. */
export type AnyHmac = Hmac<Digest | Promise<Digest>>;

export interface OpenedCommitment {
  /** In lower-case hexadecimal, as the commitment. */
  readonly salt: string;
  /** To the letter: a JSON text that is written in another way is another text. */
  readonly text: string;
  readonly commitment: string;
}

/** Throws a LogError unless this is the text that was committed to. */
export async function verifyCommitment(
  { salt, text, commitment }: OpenedCommitment,
  hmac: AnyHmac,
): Promise<void> {
  const saltOf = decodeHex(salt);
  if (saltOf?.length !== saltBytes) {
    throw new LogError('salt_invalid', `a salt is ${saltBytes} bytes in lower-case hexadecimal`);
  }
  const expected = decodeHex(commitment);
  const isOpened =
    expected !== null &&
    text.isWellFormed() &&
    equalBytes(new Uint8Array(await commit(saltOf, text, hmac)), expected);
  if (!isOpened) throw new LogError('commitment_wrong', 'this is not the text that was committed to');
}
