import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import { openCheckpoint } from '../notes/open-checkpoint.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { BundleHead } from './bundle-line.ts';

interface HeadReader {
  /** Null: none is, and the key that came with the bundle is used. */
  readonly trustedKey: VerifierKey | null;
  readonly sha256: AnySha256;
  readonly verify: VerifyEd25519;
}

/** The checkpoint that a bundle stands under, once its signature and names fit together. */
export async function openHead(head: BundleHead, reader: HeadReader): Promise<Checkpoint> {
  const origin = `avow/${head.tenantId}`;
  if (head.origin !== origin) throw new LogError('origin_wrong', `the log of this tenant is ${origin}`);
  const sent = await parseVerifierKey(head.verifierKey, reader.sha256);
  if (sent.name !== origin) throw new LogError('origin_wrong', `the key of this log has the name ${origin}`);
  const key = reader.trustedKey ?? sent;
  // A key has one spelling; its id alone could be met by trying.
  if (formatVerifierKey(key) !== head.verifierKey) {
    throw new LogError('key_untrusted', 'the key that came with the bundle is not the one that is trusted');
  }
  const bytes = new TextEncoder().encode(head.checkpoint);
  return openCheckpoint(bytes, { origin, keys: [key], verify: reader.verify });
}
