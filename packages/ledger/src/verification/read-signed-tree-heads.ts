import { LogError } from '@avow/ledger-log';
import {
  type KeyPeriod,
  openSignedCheckpoint,
  type VerifierKey,
  type VerifyEd25519,
} from '@avow/ledger-log/notes';
import { type AnchoredLine, describeLine } from './anchored-line.ts';
import type { Archive, ArchivedCheckpoint } from './archive.ts';
import type { Digests } from './digests.ts';
import type { Fault } from './fault.ts';
import { readKeyPeriods } from './read-key-periods.ts';
import { SignedTreeHeads } from './signed-tree-heads.ts';

export interface SigningKey {
  readonly key: VerifierKey;
  readonly verify: VerifyEd25519;
}

const pageLength = 1000;

interface SigningDependencies {
  readonly archive: Pick<Archive, 'listCheckpoints' | 'listLogEvents'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly tenantId: string;
  readonly signing: () => Promise<SigningKey>;
}

/** The keys of a log, and how to verify what they have signed. */
interface LogKeys {
  readonly periods: readonly KeyPeriod[];
  readonly verify: VerifyEd25519;
}

/**
 * All signed tree heads of a log, to be compared with its tree: a key that was replaced may have leaked, and signs
 * anything. They end at the first whose note does not verify or does not match what is stored with it.
 */
export async function readSignedTreeHeads(
  parts: SigningDependencies,
  anchored: AsyncIterable<AnchoredLine>,
): Promise<{ readonly trees: SignedTreeHeads; readonly fault: Fault | null }> {
  const { archive, digests, tenantId } = parts;
  const keys = lazily(async (): Promise<LogKeys> => {
    const signing = await parts.signing();
    return { periods: await readKeyPeriods(parts, signing), verify: signing.verify };
  });
  const trees = new SignedTreeHeads(tenantId, digests.sha256);
  const fault = (field: string, why: string) => ({
    ...{ trees, fault: { tenantId, leaves: null, messageId: null, field, why } },
  });
  const take = async (checkpoint: ArchivedCheckpoint, line: number | null) => {
    // Most anchored notes are in the database byte for byte, and verifying a signature takes longer than all the rest.
    if (trees.addIfKnown(checkpoint, line)) return null;
    const why = await explainRejection(checkpoint, tenantId, keys);
    if (why === null) trees.add(checkpoint, line);
    return why;
  };
  // Every checkpoint is in the database before it is anchored, so the anchors are read first.
  for await (const { line, checkpoint } of anchored) {
    const why = checkpoint === null ? 'The line is not a checkpoint.' : await take(checkpoint, line);
    if (why !== null) return fault(describeLine(tenantId, line), why);
  }
  for (const checkpoint of listAll(archive, tenantId)) {
    const why = await take(checkpoint, null);
    if (why !== null) return fault(`checkpoints, size ${checkpoint.size}`, why);
  }
  const missing = trees.findMissingInDatabase();
  if (missing === null) return { trees, fault: null };
  const { size, knownBy } = missing;
  return fault(knownBy, `The checkpoint of size ${size} that was anchored here is missing in the database.`);
}

function* listAll(archive: SigningDependencies['archive'], tenantId: string): Generator<ArchivedCheckpoint> {
  // From below 0, so that impossible sizes are not skipped.
  for (let from = -Number.MAX_VALUE; ; ) {
    const page = archive.listCheckpoints(tenantId, from, pageLength);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return;
    from = last.size + 1;
  }
}

/** Why a checkpoint is not valid; null: it is valid. */
async function explainRejection(
  { size, root, note }: ArchivedCheckpoint,
  tenantId: string,
  keys: () => Promise<LogKeys>,
): Promise<string | null> {
  try {
    const { periods, verify } = await keys();
    const opened = await openSignedCheckpoint(periods, Buffer.from(note), {
      origin: `avow/${tenantId}`,
      verify,
    });
    const isSame = opened.size === size && Buffer.from(opened.root).toString('hex') === root;
    if (!isSame) return 'The signed note has a different size or root than what is stored with it.';
    const isOnLog = opened.extensions.length === 0 || periods.some(({ statement }) => statement === note);
    return isOnLog ? null : 'The signed note states a change of keys that is not on the log.';
  } catch (error) {
    if (error instanceof LogError) return `The signed note does not verify: ${error.message}.`;
    throw error;
  }
}

/** Memoised on first use, because a tenant without checkpoints needs no key. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
