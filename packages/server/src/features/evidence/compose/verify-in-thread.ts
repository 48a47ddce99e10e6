import { Worker } from 'node:worker_threads';
import type { TenantId } from '@avow/foundation';
import type { VerificationSettings } from '../../log/compose/open-verification.ts';
import type { FromVerify, VerifyWork } from './verify-protocol.ts';
import type { VerifiedTenant } from './verify-tenant.ts';

interface Verifying {
  readonly config: VerificationSettings;
  readonly tenantId: TenantId;
  readonly signal: AbortSignal;
}

/** Verifies a tenant in a thread of its own, so that questions are answered meanwhile. */
export async function verifyInThread(
  { config, tenantId, signal }: Verifying,
  onProgress: (done: number, total: number) => void,
): Promise<VerifiedTenant> {
  signal.throwIfAborted();
  const { dataDir, databaseUrl, masterKey, masterKeyFile, masterKeyUnwrapping } = config;
  const { logKeyFile, anchorDir, witnessPolicyFile, timeStampRootsFile } = config;
  const settings: VerificationSettings = {
    ...{ dataDir, databaseUrl, masterKey, masterKeyFile, masterKeyUnwrapping },
    ...{ logKeyFile, anchorDir, witnessPolicyFile, timeStampRootsFile },
  };
  const workerData: VerifyWork = { settings, tenantId };
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { workerData });
  const outcome = Promise.withResolvers<VerifiedTenant>();
  const stop = () => outcome.reject(signal.reason);
  worker
    .on('message', (message: FromVerify) => {
      if (message.kind === 'ended') outcome.resolve(message.verified);
      else if (!signal.aborted) onProgress(message.done, message.total);
    })
    .once('error', outcome.reject)
    .once('exit', () => outcome.reject(new Error('the thread that verifies ended')));
  signal.addEventListener('abort', stop);
  try {
    return await outcome.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
