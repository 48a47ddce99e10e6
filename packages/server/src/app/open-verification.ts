import { createPublicKey, type KeyObject } from 'node:crypto';
import { makeVerifierKey, parseVerifierKey } from '@avow/audit';
import { readLogKey } from '../access/log-key.ts';
import { parseMasterKey, readMasterKey } from '../access/master-key.ts';
import { verifyEd25519 } from '../access/verify-ed25519.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import { hmacSha256 } from '../stores/sealing/hmac-sha256.ts';
import { sha256 } from '../stores/sealing/make-entry.ts';
import { hasDatabase, isOutdated } from '../stores/sqlite/database-state.ts';
import { openArchive } from '../stores/sqlite/open-archive.ts';
import { RangeChecker } from '../verifying/check-range.ts';
import { listAnchored, readAnchored } from '../verifying/read-anchored.ts';
import { type Verification, type VerifyWish, verifyArchive } from '../verifying/verify-archive.ts';
import type { VerifyParts } from '../verifying/verify-log.ts';
import { openRecordChecks } from './open-record-checks.ts';

export type VerificationSettings = Pick<
  Config,
  'dataDir' | 'masterKey' | 'masterKeyFile' | 'logKeyFile' | 'anchorDir'
>;

export interface VerificationOptions {
  /** A verifier key that is known from elsewhere; null: the log key of the installation. */
  readonly trustedKey: string | null;
  /** How many threads check records. */
  readonly threads: number;
}

const busyTimeoutMs = 5000;
/** Fewer leaves are checked before threads have started. */
const leavesForThreads = 20_000;
const publicKeyBytes = 32;

/** Re-derives everything that an installation keeps on its logs. It reads alone, beside a service that runs. */
export async function verifyInstallation(
  settings: VerificationSettings,
  { trustedKey, threads }: VerificationOptions,
  wish: VerifyWish,
): Promise<Verification> {
  requireReadable(settings);
  const store = { directory: settings.dataDir, masterKey: await givenMasterKey(settings), busyTimeoutMs };
  requireRightKey(settings, store.masterKey);
  const archive = openArchive(store);
  const checks = openChecksLater(() => openRecordChecks(store, threads));
  const digests = { sha256, hmac: hmacSha256 };
  const checkRecords: VerifyParts['checkRecords'] = async (tenantId, size, onProgress) => {
    if (size >= leavesForThreads) return await checks.get().check(tenantId, size, onProgress);
    return new RangeChecker({ archive, digests, tenantId }).check({ start: 0, end: size }, onProgress);
  };
  try {
    const parts: VerifyParts = {
      ...{ archive, digests, checkRecords },
      signingKey: await signingKeys(settings, trustedKey),
      anchored: (tenantId) => readAnchored(settings.anchorDir, tenantId),
      anchoredTenants: () => listAnchored(settings.anchorDir),
    };
    return await verifyArchive(parts, wish);
  } finally {
    await checks.close();
    archive.close();
  }
}

/** What would otherwise be told as something that is missing, or as a fault of Avow's. */
function requireReadable({ dataDir }: VerificationSettings): void {
  if (!hasDatabase(dataDir)) throw new UserError(`There are no records in ${dataDir}.`);
  if (!isOutdated(dataDir)) return;
  throw new UserError(
    `The records in ${dataDir} are of an earlier version: start the service of this version once, which brings them up to date, and verify them then.`,
  );
}

function requireRightKey({ dataDir, masterKey, masterKeyFile }: VerificationSettings, key: Uint8Array): void {
  if (opensTenantKeys(dataDir, key)) return;
  const name = masterKey === null ? masterKeyFile : 'AVOW_MASTER_KEY';
  throw new UserError(`The master key in ${name} is not the one that the records here are sealed under.`);
}

/** Whether a master key opens any key of a tenant, or there are none yet. One that was changed is told of by itself. */
export function opensTenantKeys(directory: string, masterKey: Uint8Array): boolean {
  const archive = openArchive({ directory, masterKey, busyTimeoutMs });
  try {
    const keys = archive.listTenants().map((tenantId) => archive.keyOf(tenantId));
    return keys.includes('kept') || !keys.includes('damaged');
  } finally {
    archive.close();
  }
}

function openChecksLater(open: () => ReturnType<typeof openRecordChecks>) {
  let opened: ReturnType<typeof openRecordChecks> | null = null;
  return {
    get: () => {
      opened ??= open();
      return opened;
    },
    close: async () => opened?.close(),
  };
}

export async function givenMasterKey({
  masterKey,
  masterKeyFile,
}: VerificationSettings): Promise<Uint8Array> {
  const key = masterKey === null ? await readMasterKey(masterKeyFile) : parseMasterKey(masterKey);
  if (key === null)
    throw new UserError(`The master key file ${masterKeyFile} is missing: no content can be checked.`);
  return key;
}

/** By whom checkpoints must be signed: the key that was given, or that of the installation under each tenant's name. */
async function signingKeys(
  { logKeyFile }: VerificationSettings,
  trustedKey: string | null,
): Promise<VerifyParts['signingKey']> {
  if (trustedKey !== null) {
    const key = await parseVerifierKey(trustedKey, sha256);
    return async () => ({ key, verify: verifyEd25519 });
  }
  const logKey = await readLogKey(logKeyFile);
  if (logKey === null)
    throw new UserError(`The log key file ${logKeyFile} is missing: give the key with --key.`);
  return signingKeyOf(createPublicKey(logKey));
}

/** One key signs for all tenants, under the name of each. */
export function signingKeyOf(key: KeyObject): VerifyParts['signingKey'] {
  const publicKey = rawPublicKey(key);
  return async (tenantId) => {
    const named = await makeVerifierKey({ name: `avow/${tenantId}`, publicKey }, sha256);
    return { key: named, verify: verifyEd25519 };
  };
}

const rawPublicKey = (key: KeyObject) =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes));
