import { decodeHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import { followKeyChanges, isSameKey } from '../notes/key-change.ts';
import { openProvedCheckpoint } from '../notes/key-history.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { parseVerifierKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { BundleHead } from './bundle-line.ts';
import { verifyAttestedTrees } from './verify-attested-trees.ts';

/** The changes of a log's key, with the proofs that their trees and that of a checkpoint are beginnings of one log. */
export type KeyHistory = Pick<BundleHead, 'keyChanges' | 'consistency'>;

interface BundleCheckpointReader {
  /** Null: the key in the bundle is used. */
  readonly trustedKey: VerifierKey | null;
  /** What is known from elsewhere about changes of the log key; null: what is in the bundle is used. */
  readonly keyHistory: KeyHistory | null;
  readonly sha256: AnySha256;
  readonly verify: VerifyEd25519;
}

/**
 * The checkpoint of a bundle. Throws unless its signature, key name, origin, the proofs of the changes of keys, and those
 * that it extends what others attest match.
 */
export async function openBundleCheckpoint(
  head: Pick<
    BundleHead,
    'tenantId' | 'origin' | 'verifierKey' | 'keyChanges' | 'consistency' | 'checkpoint' | 'attestations'
  >,
  reader: BundleCheckpointReader,
): Promise<Checkpoint> {
  const origin = `avow/${head.tenantId}`;
  if (head.origin !== origin) throw new LogError('origin_wrong', `the log of this tenant is ${origin}`);
  const key = await parseVerifierKey(head.verifierKey, reader.sha256);
  if (key.name !== origin) throw new LogError('origin_wrong', `the key of this log has the name ${origin}`);
  const { keyChanges, consistency } = reader.keyHistory ?? head;
  const noteReader = { origin, sha256: reader.sha256, verify: reader.verify };
  const periods = await followKeyChanges(reader.trustedKey ?? key, keyChanges, noteReader);
  if (!periods.some((period) => isSameKey(period.key, key)))
    throw new LogError(
      'key_untrusted',
      'the key in the bundle is not the trusted key, and no statement leads from one to the other',
    );
  const proof = consistency.map((hashes) => hashes.map((hash) => decodeHex(hash) ?? new Uint8Array()));
  const note = new TextEncoder().encode(head.checkpoint);
  const checkpoint = await openProvedCheckpoint({ periods, key }, note, { ...noteReader, proof });
  await verifyAttestedTrees(head.attestations ?? [], { periods, checkpoint }, noteReader);
  return checkpoint;
}
