import { followKeyChanges, isSameKey, LogError, parseVerifierKey } from '@avow/ledger/log';
import { CallError, call } from './call.ts';
import { sha256, verifyEd25519 } from './log-digests.ts';

/** `followed`: the key that was known has signed that this one replaces it. */
export type KeyComparison = 'first' | 'same' | 'followed' | 'other';

const nameOf = (tenantId: string) => `avow-log-key ${tenantId}`;

/**
 * Compares the key of a log with the one that this browser saw first: a proof is worth as much as the key it is checked
 * with. The first key stays the one to compare with.
 */
export async function compareWithKnownKey(tenantId: string, key: string): Promise<KeyComparison> {
  const known = readKnown(tenantId, key);
  if (known === null) return 'first';
  if (known === key) return 'same';
  return (await isFollowed({ tenantId, known, key })) ? 'followed' : 'other';
}

/** Null: there was none, and this one is remembered. */
function readKnown(tenantId: string, key: string): string | null {
  try {
    const known = localStorage.getItem(nameOf(tenantId));
    if (known === null) localStorage.setItem(nameOf(tenantId), key);
    return known;
  } catch {
    // Storage may be forbidden: then every check is a first one.
    return null;
  }
}

/** Verified here: the service only delivers the statements. */
async function isFollowed({
  tenantId,
  known,
  key,
}: {
  readonly tenantId: string;
  readonly known: string;
  readonly key: string;
}): Promise<boolean> {
  try {
    const { data } = await call('listLogKeys', {});
    const statements = data.flatMap(({ statement }) => (statement === null ? [] : [statement]));
    const [trusted, wanted] = [await parseVerifierKey(known, sha256), await parseVerifierKey(key, sha256)];
    const reader = { origin: `avow/${tenantId}`, sha256, verify: verifyEd25519 };
    const periods = await followKeyChanges(trusted, statements, reader);
    return periods.some((period) => isSameKey(period.key, wanted));
  } catch (error) {
    // A person who may not read the log has no statement either.
    if (error instanceof LogError || error instanceof CallError) return false;
    throw error;
  }
}
