import type { KeyObject } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { UserError } from '@avow/foundation';
import { createLogSigner, type LogStore } from '@avow/ledger';
import { LogError, type VerifierKey } from '@avow/ledger-log';

/** The key that verifies checkpoints of a tenant's log. Throws if another key signed the newest one. */
export async function readVerifierKey(
  { logKey, log }: { readonly logKey: KeyObject; readonly log: Pick<LogStore, 'lastCheckpoint'> },
  tenantId: TenantId,
): Promise<VerifierKey> {
  const signer = createLogSigner(logKey);
  const last = await log.lastCheckpoint(tenantId);
  try {
    if (last !== null) await signer.requireNext(tenantId, last.note);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new UserError(
      `The log of ${tenantId} was signed by another key than the current log key: restore that key, or set AVOW_LOG_KEY_FILE to it.`,
      { cause: error },
    );
  }
  return await signer.verifierKey(tenantId);
}
