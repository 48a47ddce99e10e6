import { availableParallelism } from 'node:os';
import { formatTime } from '@avow/contract/values';
import { systemClock } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger/verification';
import { openCommandLog } from '../../../app/open-command-log.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { version } from '../../../app/version.ts';
import { openExport } from '../../log/compose/open-export.ts';
import { type VerificationSettings, verifyInstallation } from '../../log/compose/open-verification.ts';
import type { Verified } from '../figures/describe-installation.ts';
import {
  type EvidenceReport,
  type EvidenceRequest,
  type EvidenceWork,
  writeEvidence,
} from './write-evidence.ts';

const threadsMax = 8;

interface EvidenceOptions extends Omit<EvidenceRequest, 'version' | 'madeAtMs' | 'actor'> {
  readonly withRecords: boolean;
  readonly onStep: EvidenceWork['onStep'];
}

/** Writes a folder of evidence from the command line, with or without a service that runs. */
export async function openEvidence(
  config: VerificationSettings,
  data: DataFolder,
  { withRecords, onStep, ...request }: EvidenceOptions,
): Promise<EvidenceReport> {
  const { tenant, period } = request;
  const log = openCommandLog(config, data);
  const exporting = withRecords ? await openExport(config, data) : null;
  const scope = {
    kind: 'period',
    ...{ from: formatTime(period.fromMs), until: formatTime(period.untilMs) },
  } as const;
  try {
    const work: EvidenceWork = {
      ...{ data, onStep, prove: log.prove, verifierKey: () => log.verifierKey(tenant.tenantId) },
      verify: () => verify(config, tenant.tenantId, (done, total) => onStep('verifying', done, total)),
      exportBundle:
        exporting === null
          ? null
          : (out) =>
              exporting.exportRecords(tenant.tenantId, {
                ...{ scope, out },
                onProgress: (done, total) => onStep('exporting', done, total),
              }),
    };
    const made = { version, madeAtMs: systemClock.nowMs(), actor: 'operator' };
    return await writeEvidence(work, { ...request, ...made });
  } finally {
    await exporting?.close();
    await log.close();
  }
}

async function verify(
  config: VerificationSettings,
  tenant: string,
  onProgress: (done: number, total: number) => void,
): Promise<Omit<Verified, 'entries'>> {
  const threads = Math.min(threadsMax, availableParallelism());
  try {
    const [report = null] = await verifyInstallation(
      config,
      { trustedKey: null, threads },
      { tenant, onProgress },
    );
    return { report, fault: null };
  } catch (error) {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    const { field, why, messageId } = error.fault;
    return { report: null, fault: `${messageId === null ? '' : `message ${messageId}, `}${field}: ${why}` };
  }
}
