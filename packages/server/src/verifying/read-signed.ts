import { LogError, openCheckpoint, type VerifierKey, type VerifyEd25519 } from '@avow/audit';
import type { Archive, ArchivedCheckpoint } from '../interfaces/archive.ts';
import { type AnchoredLine, placeOfLine } from './anchored-line.ts';
import type { Digests } from './digests.ts';
import type { Fault } from './fault.ts';
import { SignedTrees } from './signed-trees.ts';

export interface SigningKey {
  readonly key: VerifierKey;
  readonly verify: VerifyEd25519;
}

const pageLength = 1000;

interface SignedParts {
  readonly archive: Pick<Archive, 'listCheckpoints'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly tenantId: string;
  readonly signing: () => Promise<SigningKey>;
}

/** All that was signed of a log, up to the first that was not, or is not what is said beside it. */
export async function readSigned(
  { archive, digests, tenantId, signing }: SignedParts,
  anchored: AsyncIterable<AnchoredLine>,
): Promise<{ readonly trees: SignedTrees; readonly fault: Fault | null }> {
  const trees = new SignedTrees(tenantId, digests.sha256);
  const fault = (field: string, why: string) => ({
    ...{ trees, fault: { tenantId, leaves: null, messageId: null, field, why } },
  });
  const take = async (checkpoint: ArchivedCheckpoint, line: number | null) => {
    // Most of what is anchored stands in the database to the byte: a signature takes longer than all the rest.
    if (trees.addAgain(checkpoint, line)) return null;
    const why = await findWhy(checkpoint, tenantId, signing);
    if (why === null) trees.add(checkpoint, line);
    return why;
  };
  // Every checkpoint is in the database before it goes elsewhere: so what is elsewhere is read first.
  for await (const { line, checkpoint } of anchored) {
    const why = checkpoint === null ? 'The line is no checkpoint.' : await take(checkpoint, line);
    if (why !== null) return fault(placeOfLine(tenantId, line), why);
  }
  for (const checkpoint of listAll(archive, tenantId)) {
    const why = await take(checkpoint, null);
    if (why !== null) return fault(`checkpoints, size ${checkpoint.size}`, why);
  }
  const missing = trees.findUnstored();
  if (missing === null) return { trees, fault: null };
  const { size, knownBy } = missing;
  return fault(knownBy, `The checkpoint of size ${size} that was anchored here is missing in the database.`);
}

function* listAll(archive: SignedParts['archive'], tenantId: string): Generator<ArchivedCheckpoint> {
  // Below 0 as well: nothing is passed over for being impossible.
  for (let from = -Number.MAX_VALUE; ; ) {
    const page = archive.listCheckpoints(tenantId, from, pageLength);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return;
    from = last.size + 1;
  }
}

/** Why a checkpoint is not to be believed; null: it is. */
async function findWhy(
  { size, root, note }: ArchivedCheckpoint,
  tenantId: string,
  signing: () => Promise<SigningKey>,
): Promise<string | null> {
  try {
    const { key, verify } = await signing();
    const opened = await openCheckpoint(Buffer.from(note), {
      origin: `avow/${tenantId}`,
      keys: [key],
      verify,
    });
    const isSame = opened.size === size && Buffer.from(opened.root).toString('hex') === root;
    return isSame ? null : 'The signed note says another size or root than stands beside it.';
  } catch (error) {
    if (error instanceof LogError) return `The signed note does not hold: ${error.message}.`;
    throw error;
  }
}
