import { decodeHex, LogError } from '@avow/ledger-log';
import { followKeyChanges, isSameKey, openProvedCheckpoint, parseVerifierKey } from '@avow/ledger-log/notes';
import { sha256InBrowser, verifyInBrowser } from './log-digests.ts';

/**
 * `followed`: the key that was known has signed that this one replaces it. `unknown`: it is another key, and the statements
 * about changes of the key could not be read.
 */
export type KeyComparison = 'first' | 'same' | 'followed' | 'other' | 'unknown';

/** A checkpoint, and the key that is said to have signed it. */
interface SignedCheckpoint {
  readonly tenantId: string;
  readonly key: string;
  readonly size: number;
  readonly note: string;
}

/** How the keys of a log were replaced, as its service tells it. */
export interface KeyStatements {
  /** The statements, oldest first. */
  readonly statements: readonly string[];
  /** Consistency proofs between the trees of the statements and of a checkpoint, in hexadecimal. */
  readonly consistency: readonly (readonly string[])[];
}

/** How the keys of the log were replaced, with proofs for a checkpoint of this size. Null: it could not be read. */
type ReadKeyHistory = (size: number) => Promise<KeyStatements | null>;

const nameOf = (tenantId: string) => `avow-log-key ${tenantId}`;

/**
 * Compares the key of a checkpoint with the one that this browser knows: a proof is worth as much as the key it is checked
 * with. The first key is remembered until another is known to replace it; from then on the replaced one is refused.
 */
export async function compareWithKnownKey(
  signed: SignedCheckpoint,
  readKeyHistory: ReadKeyHistory,
): Promise<KeyComparison> {
  const { tenantId, key, size } = signed;
  const known = readKnown(tenantId);
  if (known === key) return 'same';
  if (known === null) {
    remember(tenantId, key);
    return 'first';
  }
  const history = await readKeyHistory(size);
  if (history === null) return 'unknown';
  if (!(await isFollowed(signed, known, history))) return 'other';
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

/**
 * Whether the key came after the known one, signs checkpoints of this size, and the trees of the checkpoint and of all
 * statements are parts of one log. The service only delivers the statements and the proofs.
 */
async function isFollowed(
  { tenantId, key, note }: SignedCheckpoint,
  known: string,
  { statements, consistency }: KeyStatements,
): Promise<boolean> {
  const reader = { origin: `avow/${tenantId}`, sha256: sha256InBrowser, verify: verifyInBrowser };
  try {
    const [trusted, wanted] = [
      await parseVerifierKey(known, sha256InBrowser),
      await parseVerifierKey(key, sha256InBrowser),
    ];
    const periods = await followKeyChanges(trusted, statements, reader);
    const place = periods.findIndex((period) => isSameKey(period.key, trusted));
    const later = periods.slice(place + 1).some((period) => isSameKey(period.key, wanted));
    if (!later) return false;
    const proof = consistency.map((hashes) => hashes.map((hash) => decodeHex(hash) ?? new Uint8Array()));
    const bytes = new TextEncoder().encode(note);
    await openProvedCheckpoint({ periods, key: wanted }, bytes, { ...reader, proof });
    return true;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}
