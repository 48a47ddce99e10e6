import { type KeyHistory, openBundleCheckpoint } from '../bundle/open-bundle-checkpoint.ts';
import type { FollowKeys, ReceiptVerifierOptions } from './verify-receipt.ts';

/** For receipts of logs whose key was replaced: what is known of that, with the proofs for the size of the checkpoint. */
export function followReplacedKeys(
  keyHistory: KeyHistory,
  { sha256, verify }: Pick<ReceiptVerifierOptions, 'sha256' | 'verify'>,
): FollowKeys {
  return async ({ tenantId, verifierKey, note, trusted }) => {
    const head = { tenantId, origin: `avow/${tenantId}`, verifierKey, keyChanges: [], consistency: [] };
    await openBundleCheckpoint(
      { ...head, checkpoint: note },
      { trustedKey: trusted, keyHistory, sha256, verify },
    );
  };
}
