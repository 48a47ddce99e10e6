import { decodeHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import { type KeyChangeReader, type KeyPeriod, openSignedCheckpoint } from '../notes/key-change.ts';
import { verifyConsistency } from '../tree/verify-consistency.ts';
import type { BundleAttestation } from './bundle-line.ts';

/**
 * Throws unless the log has signed each checkpoint that others attest, and the checkpoint of the bundle extends it. Whose
 * word is taken for the time is a matter of the reader.
 */
export async function verifyAttestedTrees(
  attestations: readonly BundleAttestation[],
  { periods, checkpoint }: { readonly periods: readonly KeyPeriod[]; readonly checkpoint: Checkpoint },
  reader: KeyChangeReader,
): Promise<void> {
  for (const attestation of attestations) {
    const note = new TextEncoder().encode(attestation.checkpoint);
    const attested = await openSignedCheckpoint(periods, note, reader);
    const proof = attestation.consistency.map((hash) => decodeHex(hash) ?? new Uint8Array());
    try {
      await verifyConsistency({ older: attested, newer: checkpoint, proof }, reader.sha256);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      throw new LogError(
        'attestation_unproved',
        `that the checkpoint extends the attested one of size ${attested.size} is not proved: ${error.message}`,
      );
    }
  }
}
