import type { TenantId } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger/verification';
import { type VerificationSettings, verifyInstallation } from '../../log/compose/open-verification.ts';
import type { Verified } from '../figures/describe-installation.ts';

export type VerifiedTenant = Omit<Verified, 'entries'>;

/** Verifies the records and the log of a tenant. What does not match is part of the evidence, and not a failure. */
export async function verifyTenant(
  config: VerificationSettings,
  { tenantId, threads }: { readonly tenantId: TenantId; readonly threads: number },
  onProgress: (done: number, total: number) => void,
): Promise<VerifiedTenant> {
  try {
    const [report = null] = await verifyInstallation(
      config,
      { trustedKey: null, threads },
      { tenant: tenantId, onProgress },
    );
    return { report, fault: null };
  } catch (error) {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    const { field, why, messageId } = error.fault;
    return { report: null, fault: `${messageId === null ? '' : `message ${messageId}, `}${field}: ${why}` };
  }
}
