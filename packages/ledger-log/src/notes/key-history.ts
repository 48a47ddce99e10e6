import { LogError } from '../log-error.ts';
import type { AnySha256 } from '../tree/hash.ts';
import { proveConsistency } from '../tree/prove-consistency.ts';
import type { HashSource } from '../tree/read-range.ts';
import { type TreeHead, verifyConsistency } from '../tree/verify-consistency.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isSameKey, type KeyChangeReader, type KeyPeriod, openSignedCheckpoint } from './key-change.ts';
import type { VerifierKey } from './verifier-key.ts';

/**
 * Consistency proofs from each tree to the next, by size: of the statements by which the keys of a log were replaced, and of
 * a checkpoint among them.
 */
export type KeyHistoryProof = readonly (readonly Uint8Array[])[];

/** The sizes between which the proofs lead, in order. Null: no checkpoint is among them. */
function sizesOf(periods: readonly Pick<KeyPeriod, 'untilSize'>[], size: number | null): readonly number[] {
  const changes = periods.flatMap(({ untilSize }) => untilSize ?? []);
  return [...changes, ...(size === null ? [] : [size])].sort((one, other) => one - other);
}

/** Proves that the trees of all statements, and of a checkpoint of this size, are beginnings of one log. */
export async function proveKeyHistory(
  periods: readonly Pick<KeyPeriod, 'untilSize'>[],
  size: number | null,
  source: HashSource,
): Promise<KeyHistoryProof> {
  const sizes = sizesOf(periods, size);
  return Promise.all(
    sizes.slice(1).map((newer, index) => proveConsistency({ older: sizes[index] ?? 0, newer }, source)),
  );
}

/**
 * Throws unless each of the trees begins with the one before it. Then a key that was replaced vouches for nothing but what
 * its successor has vouched for: someone who has it can sign other trees, but no proof leads from them to the statement.
 */
async function verifyKeyHistory(
  periods: readonly KeyPeriod[],
  { size, root }: TreeHead,
  { proof, sha256 }: { readonly proof: KeyHistoryProof; readonly sha256: AnySha256 },
): Promise<void> {
  const changes = periods.flatMap(({ untilSize, untilRoot }) =>
    untilSize === null || untilRoot === null ? [] : [{ size: untilSize, root: untilRoot }],
  );
  if (proof.length !== changes.length)
    throw new LogError(
      'key_change_unproved',
      `${changes.length} changes of keys need as many consistency proofs, and there are ${proof.length}`,
    );
  const trees = [...changes, { size, root }].sort((one, other) => one.size - other.size);
  for (const [index, steps] of proof.entries()) {
    const [older, newer] = trees.slice(index, index + 2);
    if (older === undefined || newer === undefined) return;
    await requireGrowth({ older, newer, proof: steps }, sha256);
  }
}

async function requireGrowth(
  growth: Parameters<typeof verifyConsistency>[0],
  sha256: AnySha256,
): Promise<void> {
  const { older, newer } = growth;
  try {
    await verifyConsistency(growth, sha256);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new LogError(
      'key_change_unproved',
      `the key of the log was replaced, and that its tree of size ${newer.size} begins with that of size ${older.size} is not proved: ${error.message}`,
    );
  }
}

/**
 * The checkpoint in a note. Throws unless this key of the log signed it, signs for checkpoints of its size, and the proof
 * shows that the trees of the checkpoint and of all statements are beginnings of one log.
 */
export async function openProvedCheckpoint(
  { periods, key }: { readonly periods: readonly KeyPeriod[]; readonly key: VerifierKey },
  note: Uint8Array,
  reader: KeyChangeReader & { readonly proof: KeyHistoryProof },
): Promise<Checkpoint> {
  const own = periods.filter((period) => isSameKey(period.key, key));
  const checkpoint = await openSignedCheckpoint(own, note, reader);
  await verifyKeyHistory(periods, checkpoint, reader);
  return checkpoint;
}
