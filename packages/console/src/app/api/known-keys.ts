import {
  checkKeyChangeRoot,
  followKeyChanges,
  isSameKey,
  LogError,
  openCheckpointOf,
  parseVerifierKey,
} from '@avow/ledger/log';
import { sha256, verifyEd25519 } from './log-digests.ts';

/**
 * `followed`: the key that was known has signed that this one replaces it. `unknown`: it is another key, and the statements
 * about changes of the key could not be read.
 */
export type KeyComparison = 'first' | 'same' | 'followed' | 'other' | 'unknown';

/** A checkpoint, and the key that is said to have signed it. */
interface SignedCheckpoint {
  readonly tenantId: string;
  readonly key: string;
  readonly note: string;
}

/** The statements by which the keys of the log were replaced, oldest first. Null: they could not be read. */
type ListStatements = () => Promise<readonly string[] | null>;

const nameOf = (tenantId: string) => `avow-log-key ${tenantId}`;

/**
 * Compares the key of a checkpoint with the one that this browser knows: a proof is worth as much as the key it is checked
 * with. The first key is remembered until another is known to replace it; from then on the replaced one is refused.
 */
export async function compareWithKnownKey(
  signed: SignedCheckpoint,
  listStatements: ListStatements,
): Promise<KeyComparison> {
  const { tenantId, key } = signed;
  const known = readKnown(tenantId);
  if (known === key) return 'same';
  if (known === null) {
    remember(tenantId, key);
    return 'first';
  }
  const statements = await listStatements();
  if (statements === null) return 'unknown';
  if (!(await isFollowed(signed, known, statements))) return 'other';
  remember(tenantId, key);
  return 'followed';
}

function readKnown(tenantId: string): string | null {
  try {
    return localStorage.getItem(nameOf(tenantId));
  } catch {
    // Storage may be forbidden: then every check is a first one.
    return null;
  }
}

function remember(tenantId: string, key: string): void {
  try {
    localStorage.setItem(nameOf(tenantId), key);
  } catch {
    // Storage may be forbidden or full: then the key is compared with the same one the next time.
  }
}

/** Whether the key came after the known one and signs checkpoints of this size. The service only delivers the statements. */
async function isFollowed(
  { tenantId, key, note }: SignedCheckpoint,
  known: string,
  statements: readonly string[],
): Promise<boolean> {
  const reader = { origin: `avow/${tenantId}`, sha256, verify: verifyEd25519 };
  try {
    const [trusted, wanted] = [await parseVerifierKey(known, sha256), await parseVerifierKey(key, sha256)];
    const periods = await followKeyChanges(trusted, statements, reader);
    const place = periods.findIndex((period) => isSameKey(period.key, trusted));
    const later = periods.slice(place + 1).filter((period) => isSameKey(period.key, wanted));
    if (later.length === 0) return false;
    const checkpoint = await openCheckpointOf(later, new TextEncoder().encode(note), reader);
    checkKeyChangeRoot(periods, checkpoint);
    return true;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}
