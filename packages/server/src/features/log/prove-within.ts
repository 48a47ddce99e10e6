import { AppError, type TenantId } from '@avow/foundation';
import { largest } from '@avow/foundation/statistics';
import {
  type Checkpointer,
  createTileHashSource,
  fromHex,
  type LogPlace,
  type LogSigner,
  type LogStore,
  type StoredCheckpoint,
  type StoredEntry,
  sha256Bytes,
  toHex,
} from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { proveInclusion, verifyInclusion } from '@avow/ledger-log/tree';

/** What proving that something is on a log takes. */
export interface ProvingParts {
  readonly store: LogStore;
  readonly signer: Pick<LogSigner, 'verifierKey' | 'keys'>;
  readonly checkpointer: Pick<Checkpointer, 'cover'>;
}

/** The content of the log contradicts its signed checkpoint. */
export const contradiction = (cause?: unknown) =>
  new AppError('audit_unavailable', {
    detail: 'The log contradicts a signed checkpoint, so no proof can be given.',
    cause,
  });

/**
 * The first checkpoint of the current key that covers them all, so that the proof of a record stays the same as the log
 * grows.
 */
export async function coverAll(
  parts: ProvingParts,
  tenantId: TenantId,
  entries: readonly StoredEntry[],
): Promise<StoredCheckpoint> {
  const size = await sizeToCover(parts, tenantId, entries);
  const newest = await parts.checkpointer.cover(tenantId, size);
  return (await firstFrom(parts, tenantId, size)) ?? newest;
}

/** The same, if it has been signed. */
export async function findCovering(
  parts: ProvingParts,
  tenantId: TenantId,
  entries: readonly StoredEntry[],
): Promise<StoredCheckpoint | null> {
  return await firstFrom(parts, tenantId, await sizeToCover(parts, tenantId, entries));
}

async function sizeToCover(
  { signer }: ProvingParts,
  tenantId: TenantId,
  entries: readonly StoredEntry[],
): Promise<number> {
  const fromSize = (await signer.keys(tenantId)).at(-1)?.fromSize ?? 0;
  return Math.max(fromSize, largest(entries.map(({ leafIndex }) => leafIndex)) + 1);
}

async function firstFrom({ store }: ProvingParts, tenantId: TenantId, fromSize: number) {
  const [first = null] = await store.listCheckpoints(tenantId, { fromSize, limit: 1 });
  return first;
}

export interface SignedLog {
  readonly tenantId: TenantId;
  readonly checkpoint: StoredCheckpoint;
}

export async function proveWithin(
  { store }: ProvingParts,
  { tenantId, checkpoint }: SignedLog,
  { leafIndex: index, leafHash }: LogPlace,
): Promise<readonly string[]> {
  const { size } = checkpoint;
  try {
    const proof = await proveInclusion({ index, size }, createTileHashSource({ store, tenantId }, size));
    const root = fromHex(checkpoint.root);
    await verifyInclusion({ index, size, root, leafHash: fromHex(leafHash), proof }, sha256Bytes);
    return proof.map(toHex);
  } catch (error) {
    throw error instanceof LogError ? contradiction(error) : error;
  }
}
