import { encodeHex } from '../hex.ts';
import { LogError, type LogErrorCode } from '../log-error.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { parseVerifierKey } from '../notes/verifier-key.ts';
import type { RunningDigest } from '../running-digest.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { AnyHmac } from '../verify-commitment.ts';
import type { BundleHead } from './bundle-line.ts';
import { type BundleTally, createBundleReader, type Place } from './bundle-reader.ts';
import { splitLines } from './split-lines.ts';

export interface BundleChecker {
  /** A verifier key that is known from elsewhere. Null: the key that came with the bundle is used, which proves far less. */
  readonly trustedKey: string | null;
  readonly sha256: AnySha256;
  readonly hmac: AnyHmac;
  readonly verify: VerifyEd25519;
  /** `() => createHash('sha256')` in Node; `createRunningDigest` everywhere. */
  readonly createDigest: () => RunningDigest;
  /** Called after each line. */
  readonly onProgress?: (progress: { readonly lines: number; readonly bytes: number }) => void;
}

export interface SoundBundle extends BundleTally {
  readonly kind: 'sound';
  readonly head: BundleHead;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string };
  /** False: whoever made the bundle could have made the key too. */
  readonly isKeyTrusted: boolean;
}

/** The first thing that does not fit. */
export interface BrokenBundle extends Place {
  readonly kind: 'broken';
  readonly code: LogErrorCode;
  /** In plain words. */
  readonly message: string;
}

export type BundleVerdict = SoundBundle | BrokenBundle;

/**
 * Checks an exported bundle without asking anybody: a stream of its bytes, cut anywhere. It throws where the stream does, and a
 * LogError where the trusted key is none; all that is wrong with the bundle is told in the verdict.
 */
export async function checkBundle(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  checker: BundleChecker,
): Promise<BundleVerdict> {
  const { sha256, hmac, verify, createDigest, onProgress } = checker;
  const trustedKey = checker.trustedKey === null ? null : await parseVerifierKey(checker.trustedKey, sha256);
  const reader = createBundleReader({ trustedKey, sha256, hmac, verify, digest: createDigest() });
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
      kind: 'sound',
      head,
      ...tally,
      checkpoint: { origin, size, root: encodeHex(root) },
      isKeyTrusted: trustedKey !== null,
    };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { kind: 'broken', ...reader.place(), code: error.code, message: error.message };
  }
}
