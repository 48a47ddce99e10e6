import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import {
  checkKeyChangeRoot,
  followKeyChanges,
  isSameKey,
  type KeyPeriod,
  openCheckpointOf,
} from '../notes/key-change.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { parseVerifierKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';
import type { BundleHead } from './bundle-line.ts';

interface BundleCheckpointReader {
  /** Null: the key in the bundle is used. */
  readonly trustedKey: VerifierKey | null;
  /** Statements about changes of the log key that are known from elsewhere; null: those in the bundle are used. */
  readonly keyChanges: readonly string[] | null;
  readonly sha256: AnySha256;
  readonly verify: VerifyEd25519;
}

interface OpenedBundleCheckpoint {
  readonly checkpoint: Checkpoint;
  /** All keys of the log, oldest first. */
  readonly periods: readonly KeyPeriod[];
}

/** The checkpoint of a bundle. Throws unless its signature, key name and origin match. */
export async function openBundleCheckpoint(
  head: BundleHead,
  reader: BundleCheckpointReader,
): Promise<OpenedBundleCheckpoint> {
  const origin = `avow/${head.tenantId}`;
  if (head.origin !== origin) throw new LogError('origin_wrong', `the log of this tenant is ${origin}`);
  const sent = await parseVerifierKey(head.verifierKey, reader.sha256);
  if (sent.name !== origin) throw new LogError('origin_wrong', `the key of this log has the name ${origin}`);
  const trusted = reader.trustedKey ?? sent;
  const { sha256, verify } = reader;
  const periods = await followKeyChanges(trusted, reader.keyChanges ?? head.keyChanges, {
    ...{ origin, sha256, verify },
  });
  const bytes = new TextEncoder().encode(head.checkpoint);
  const checkpoint = await openCheckpointOf([findPeriod(periods, sent)], bytes, { origin, verify });
  checkKeyChangeRoot(periods, checkpoint);
  return { checkpoint, periods };
}

function findPeriod(periods: readonly KeyPeriod[], sent: VerifierKey): KeyPeriod {
  const period = periods.find(({ key }) => isSameKey(key, sent));
  if (period !== undefined) return period;
  throw new LogError(
    'key_untrusted',
    'the key in the bundle is not the trusted key, and no statement leads from one to the other',
  );
}
