import { LogError, openCheckpoint, type VerifierKey, type VerifyEd25519 } from '@avow/audit';
import type { Archive, ArchivedCheckpoint } from '../interfaces/archive.ts';
import { type AnchoredLine, placeOfLine } from './anchored-line.ts';
import type { Fault } from './fault.ts';

/** A tree that was signed, and who says so. */
export interface SignedTree {
  readonly size: number;
  /** In hexadecimal. */
  readonly root: string;
  /** `checkpoints`, or the name of an anchor and the line in it. */
  readonly knownBy: string;
}

export interface SigningKey {
  readonly key: VerifierKey;
  readonly verify: VerifyEd25519;
}

const pageLength = 1000;

/** All that was signed of a log, by size, up to the first that was not, or is not what is said beside it. */
export async function readSigned(
  {
    archive,
    tenantId,
    signing,
  }: { readonly archive: Archive; readonly tenantId: string; readonly signing: () => Promise<SigningKey> },
  anchored: AsyncIterable<AnchoredLine>,
): Promise<{ readonly trees: readonly SignedTree[]; readonly fault: Fault | null }> {
  const trees: SignedTree[] = [];
  const end = (fault: Fault | null) => ({
    trees: trees.sort((left, right) => left.size - right.size),
    fault,
  });
  const fault = (field: string, why: string) => end({ tenantId, leaves: null, messageId: null, field, why });
  // Every checkpoint is in the database before it goes elsewhere: so what is elsewhere is read first.
  for await (const { line, checkpoint } of anchored) {
    const place = placeOfLine(tenantId, line);
    if (checkpoint === null) return fault(place, 'The line is no checkpoint.');
    const why = await findWhy(checkpoint, tenantId, signing);
    if (why !== null) return fault(place, why);
    trees.push({ size: checkpoint.size, root: checkpoint.root, knownBy: place });
  }
  const known = new Set<number>();
  for (const checkpoint of listAll(archive, tenantId)) {
    const why = await findWhy(checkpoint, tenantId, signing);
    if (why !== null) return fault(`checkpoints, size ${checkpoint.size}`, why);
    known.add(checkpoint.size);
    trees.push({ size: checkpoint.size, root: checkpoint.root, knownBy: 'checkpoints' });
  }
  const missing = trees.find(({ size }) => !known.has(size));
  if (missing !== undefined) {
    const { size, knownBy } = missing;
    return fault(
      knownBy,
      `The checkpoint of size ${size} that was anchored here is missing in the database.`,
    );
  }
  return end(null);
}

function* listAll(archive: Archive, tenantId: string): Generator<ArchivedCheckpoint> {
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
