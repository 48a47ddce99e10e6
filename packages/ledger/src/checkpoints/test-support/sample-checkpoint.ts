import { newId } from '@avow/foundation';
import { createLogSigner } from '../create-log-signer.ts';
import { sha256Bytes, toHex } from '../hashing.ts';
import type { StoredCheckpoint } from '../log-store.ts';
import { newLogKey } from './open-ledger.ts';

export const signer = createLogSigner(newLogKey());
export const sampleTenantId = newId('ten', Date.now());

/** A signed checkpoint of this size. */
export async function sampleCheckpointOf(size: number, by = signer): Promise<StoredCheckpoint> {
  const root = sha256Bytes(Buffer.from(`root of ${size}`));
  const note = await by.sign(sampleTenantId, { size, root });
  return { size, root: toHex(root), note, createdAtMs: Date.UTC(2026, 0, 1) + size };
}
