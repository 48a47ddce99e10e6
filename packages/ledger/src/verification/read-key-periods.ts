import { LogError } from '@avow/ledger-log';
import {
  followKeyChanges,
  type KeyPeriod,
  type VerifierKey,
  type VerifyEd25519,
} from '@avow/ledger-log/notes';
import { keyChangeKind, nextKeyOf, statementOf } from '../checkpoints/key-change-event.ts';
import type { Archive } from './archive.ts';
import type { Digests } from './digests.ts';
import { readLogEvents } from './read-log-events.ts';

/** The statements by which the keys of a log were replaced, oldest first. Throws if one is missing. */
export function readKeyChanges(
  archive: Pick<Archive, 'listLogEvents' | 'listCheckpoints'>,
  tenantId: string,
): readonly string[] {
  return [...readLogEvents(archive, tenantId, { kind: keyChangeKind })].flatMap(({ leafIndex, entry }) => {
    const nextKey = nextKeyOf(entry);
    if (nextKey === null) return [];
    const [checkpoint] = archive.listCheckpoints(tenantId, leafIndex + 1, 1);
    return [statementOf({ leafIndex, nextKey }, checkpoint)];
  });
}

/** The keys of a log as its statements have them. A trusted key that is none of them is taken for the only one. */
export async function readKeyPeriods(
  parts: {
    readonly archive: Pick<Archive, 'listLogEvents' | 'listCheckpoints'>;
    readonly digests: Pick<Digests, 'sha256'>;
    readonly tenantId: string;
  },
  { key, verify }: { readonly key: VerifierKey; readonly verify: VerifyEd25519 },
): Promise<readonly KeyPeriod[]> {
  const { archive, digests, tenantId } = parts;
  const reader = { origin: `avow/${tenantId}`, sha256: digests.sha256, verify };
  try {
    return await followKeyChanges(key, readKeyChanges(archive, tenantId), reader);
  } catch (error) {
    // Then the checkpoints that it did not sign are reported.
    if (error instanceof LogError && error.code === 'key_untrusted')
      return await followKeyChanges(key, [], reader);
    throw error;
  }
}
