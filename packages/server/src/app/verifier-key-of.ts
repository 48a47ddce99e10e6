import { LogError, type VerifierKey } from '@avow/audit';
import { UserError } from '../errors/user-error.ts';
import type { TenantId } from '../interfaces/identity.ts';
import { createLogSigner } from '../ledger/create-log-signer.ts';
import type { DataFolder } from './open-data-folder.ts';

/** What the checkpoints of a tenant's log are checked with. Throws where the log key is another than signed the newest. */
export async function verifierKeyOf(
  { logKey, store }: Pick<DataFolder, 'logKey' | 'store'>,
  tenantId: TenantId,
): Promise<VerifierKey> {
  const signer = createLogSigner(logKey);
  const last = await store.log.lastCheckpoint(tenantId);
  try {
    if (last !== null) await signer.open(tenantId, last.note);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new UserError(
      `The log of ${tenantId} was signed by another key than the log key there is now: restore that one, or name it in AVOW_LOG_KEY_FILE.`,
      { cause: error },
    );
  }
  return await signer.verifierKey(tenantId);
}
