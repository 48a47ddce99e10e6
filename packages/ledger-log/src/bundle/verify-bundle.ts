import { encodeHex } from '../hex.ts';
import { joinBytes } from '../join-bytes.ts';
import { LogError } from '../log-error.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { parseVerifierKey } from '../notes/verifier-key.ts';
import type { RunningDigest } from '../running-digest.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { AnyHmac } from '../verify-commitment.ts';
import { lineBytesMax } from './bundle-limits.ts';
import type { BundleHead } from './bundle-line.ts';
import { type BundlePosition, type BundleTally, createBundleReader } from './bundle-reader.ts';
import type { KeyHistory } from './open-bundle-checkpoint.ts';

const newline = 0x0a;

/**
 * The lines of a stream, each with its newline; one line is in memory at a time. Only the last can lack its newline: if
 * the stream was cut off, or if a line exceeds the limit, which ends the reading at once.
 */
async function* splitLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield joinBytes([...parts, chunk.subarray(start, end + 1)]);
      parts = [];
      length = 0;
      start = end + 1;
    }
    // A copy, since a stream may fill the same buffer again.
    parts.push(new Uint8Array(chunk.subarray(start)));
    length += chunk.length - start;
    if (length > lineBytesMax) break;
  }
  if (length > 0) yield joinBytes(parts);
}

export interface BundleVerifierOptions {
  /** A verifier key obtained independently. Null: the key in the bundle is used, which proves far less. */
  readonly trustedKey: string | null;
  /** What is known from elsewhere about changes of the log key. Omitted: what is in the bundle is used. */
  readonly keyHistory?: KeyHistory;
  readonly sha256: AnySha256;
  readonly hmac: AnyHmac;
  readonly verify: VerifyEd25519;
  /** `() => createHash('sha256')` in Node; `createRunningDigest` everywhere. */
  readonly createDigest: () => RunningDigest;
  /** Called after each line. */
  readonly onProgress?: (progress: { readonly lines: number; readonly bytes: number }) => void;
}

export interface VerifiedBundle extends BundleTally {
  readonly head: BundleHead;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string };
  /** False: the key came with the bundle, so its author could have made the key too. */
  readonly isKeyTrusted: boolean;
}

/** The first fault in a bundle, and its position. */
export class BundleError extends LogError implements BundlePosition {
  readonly line: number;
  readonly leafIndex: number | null;
  readonly subject: string | null;

  constructor({ code, message }: LogError, { line, leafIndex, subject }: BundlePosition) {
    super(code, message);
    this.name = 'BundleError';
    this.line = line;
    this.leafIndex = leafIndex;
    this.subject = subject;
  }
}

/**
 * Verifies an exported bundle offline, from a stream of its bytes in chunks of any size. It returns only if the whole
 * bundle is valid. It throws a `BundleError` for a fault in the bundle, a plain `LogError` if the trusted key is not a
 * valid key, and passes on errors of the stream.
 */
export async function verifyBundle(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  verifier: BundleVerifierOptions,
): Promise<VerifiedBundle> {
  const { sha256, hmac, verify, createDigest, onProgress } = verifier;
  const trustedKey =
    verifier.trustedKey === null ? null : await parseVerifierKey(verifier.trustedKey, sha256);
  const reader = createBundleReader({
    ...{ trustedKey, keyHistory: verifier.keyHistory ?? null },
    ...{ sha256, hmac, verify, digest: createDigest() },
  });
  try {
    let bytes = 0;
    for await (const line of splitLines(chunks)) {
      await reader.read(line);
      bytes += line.length;
      onProgress?.({ lines: reader.place().line, bytes });
    }
    const { head, checkpoint, tally } = reader.finish();
    const { origin, size, root } = checkpoint;
    return {
      head,
      ...tally,
      checkpoint: { origin, size, root: encodeHex(root) },
      isKeyTrusted: trustedKey !== null,
    };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new BundleError(error, reader.place());
  }
}
