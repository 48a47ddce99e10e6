import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import { openCheckpoint } from '../notes/open-checkpoint.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { BundleHead } from './bundle-line.ts';

interface BundleCheckpointReader {
  /** Null: the key in the bundle is used. */
  readonly trustedKey: VerifierKey | null;
  readonly sha256: AnySha256;
  readonly verify: VerifyEd25519;
}

/** The checkpoint of a bundle. Throws unless its signature, key name and origin match. */
export async function openBundleCheckpoint(
  head: BundleHead,
  reader: BundleCheckpointReader,
): Promise<Checkpoint> {
  const origin = `avow/${head.tenantId}`;
  if (head.origin !== origin) throw new LogError('origin_wrong', `the log of this tenant is ${origin}`);
  const sent = await parseVerifierKey(head.verifierKey, reader.sha256);
  if (sent.name !== origin) throw new LogError('origin_wrong', `the key of this log has the name ${origin}`);
  const key = reader.trustedKey ?? sent;
  // Compares the whole text, because the short id alone could be brute-forced.
  if (formatVerifierKey(key) !== head.verifierKey) {
    throw new LogError('key_untrusted', 'the key in the bundle is not the trusted key');
  }
  const bytes = new TextEncoder().encode(head.checkpoint);
  return openCheckpoint(bytes, { origin, keys: [key], verify: reader.verify });
}
