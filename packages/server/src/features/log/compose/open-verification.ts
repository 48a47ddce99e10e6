import { createPublicKey, type KeyObject } from 'node:crypto';
import { UserError } from '@avow/foundation';
import {
  type Archive,
  type KnownWitnesses,
  type LogReport,
  listAnchoredTenants,
  RangeInspector,
  readAnchorFile,
  type VerificationDependencies,
  verifyArchive,
} from '@avow/ledger/verification';
import { makeVerifierKey, parseVerifierKey } from '@avow/ledger-log/notes';
import { hmacSha256 } from '@avow/storage/sealing';
import { requireInstalled } from '../../../app/installation-state.ts';
import type { Config } from '../../../config/load-config.ts';
import { readLogKey } from '../../../secrets/log-key.ts';
import { findMasterKey } from '../../../secrets/master-key.ts';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import { isOutdated } from '../../../storage/sqlite/database-state.ts';
import {
  type ArchiveLocation,
  openArchive,
  opensTenantKeys,
} from '../../records/store/archive/open-archive.ts';
import { openRecordChecks } from '../../records/store/archive/open-record-checks.ts';
import { sha256 } from '../store/make-entry.ts';
import { readOthers } from './read-others.ts';

export type VerificationSettings = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'masterKey'
  | 'masterKeyFile'
  | 'masterKeyUnwrapping'
  | 'logKeyFile'
  | 'anchorDir'
  | 'witnessPolicyFile'
  | 'timeStampRootsFile'
>;

export interface VerificationOptions {
  /** A verifier key that is known from elsewhere; null: the log key of the installation. */
  readonly trustedKey: string | null;
  /** False: without the master key, so that only the log, its signatures and the rows it names are verified. */
  readonly opensContent?: boolean;
  /** A list of witnesses from elsewhere; omitted: that of the installation. */
  readonly policyFile?: string | undefined;
  /** Certificates that authorities for time stamps are trusted by; omitted: those of the installation. */
  readonly rootsFile?: string | undefined;
  /** How many threads check records. */
  readonly threads: number;
}

const busyTimeoutMs = 5000;
/** Fewer leaves are checked before threads have started. */
const leavesForThreads = 20_000;
const publicKeyBytes = 32;
/** Opens nothing. */
const noKey = new Uint8Array(32);

/**
 * Re-derives everything that the logs of an installation contain. It only reads, and may run while a service does. Throws
 * `ArchiveFaultFound` if anything does not match.
 */
export async function verifyInstallation(
  settings: VerificationSettings,
  { trustedKey, threads, opensContent = true, policyFile, rootsFile }: VerificationOptions,
  /** The tenant by id or name. */
  request: Parameters<typeof verifyArchive>[1],
): Promise<readonly LogReport[]> {
  await requireReadable(settings);
  const masterKey = opensContent ? await requireMasterKey(settings) : noKey;
  const location = archiveLocation(settings, masterKey);
  const archive = await openArchive(location);
  const checks = lazyRecordChecks(() => openRecordChecks(location, threads));
  const digests = { sha256, hmac: hmacSha256 };
  const inspectRecords: VerificationDependencies['inspectRecords'] = async (tenantId, size, onProgress) => {
    if (opensContent && size >= leavesForThreads) return await checks.get().check(tenantId, size, onProgress);
    const inspector = new RangeInspector({ archive, digests, tenantId, opensContent });
    return inspector.inspect({ start: 0, end: size }, onProgress);
  };
  try {
    if (opensContent) requireRightKey(settings, archive);
    const parts: VerificationDependencies = {
      ...{ archive, digests, inspectRecords, opensContent },
      signingKey: await signingKeys(settings, trustedKey),
      others: await findOthers(settings, { policyFile, rootsFile }),
      anchored: (tenantId) => readAnchorFile(settings.anchorDir, tenantId),
      anchoredTenants: () => listAnchoredTenants(settings.anchorDir),
    };
    const tenant = request.tenant === null ? null : archive.findTenant(request.tenant);
    if (request.tenant !== null && tenant === null)
      throw new UserError(
        `The tenant ${request.tenant} does not exist in ${nameOf(settings)}. "avow tenants list" lists those that do.`,
      );
    return await verifyArchive(parts, { ...request, tenant });
  } finally {
    await checks.close();
    archive.close();
  }
}

async function findOthers(
  { witnessPolicyFile, timeStampRootsFile }: VerificationSettings,
  given: Pick<VerificationOptions, 'policyFile' | 'rootsFile'>,
): Promise<KnownWitnesses> {
  const { policy, roots } = await readOthers({
    policyFile: given.policyFile ?? witnessPolicyFile,
    rootsFile: given.rootsFile ?? timeStampRootsFile,
  });
  const witnesses = policy?.witnesses.map(({ key }) => key) ?? [];
  return { policy, witnesses, roots, verify: verifyEd25519 };
}

/** Gives a clear message, instead of a fault in the records or an internal error. */
async function requireReadable(settings: VerificationSettings): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  await requireInstalled(settings);
  if (databaseUrl !== null || !isOutdated(dataDir)) return;
  throw new UserError(
    `The records in ${dataDir} are from an earlier version: start the service of this version once, which upgrades them, and verify them then.`,
  );
}

/** Where the records are. */
export function archiveLocation(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  masterKey: Uint8Array,
): ArchiveLocation {
  return databaseUrl === null
    ? { engine: 'sqlite', directory: dataDir, masterKey, busyTimeoutMs }
    : { engine: 'postgres', url: databaseUrl, masterKey };
}

const nameOf = ({ dataDir, databaseUrl }: VerificationSettings) =>
  databaseUrl === null ? dataDir : 'the database';

function requireRightKey({ masterKey, masterKeyFile }: VerificationSettings, archive: Archive): void {
  if (opensTenantKeys(archive)) return;
  const name = masterKey === null ? masterKeyFile : 'AVOW_MASTER_KEY';
  throw new UserError(`The master key in ${name} is not the one that the records here are sealed under.`);
}

function lazyRecordChecks(open: () => ReturnType<typeof openRecordChecks>) {
  let opened: ReturnType<typeof openRecordChecks> | null = null;
  return {
    get: () => {
      opened ??= open();
      return opened;
    },
    close: async () => opened?.close(),
  };
}

export async function requireMasterKey(settings: VerificationSettings): Promise<Uint8Array> {
  const key = await findMasterKey(settings);
  if (key === null)
    throw new UserError(
      `The master key file ${settings.masterKeyFile} is missing: no content can be checked.`,
    );
  return key;
}

/** The keys that must have signed the checkpoints: the given one, or that of the installation under each tenant's name. */
async function signingKeys(
  { logKeyFile }: VerificationSettings,
  trustedKey: string | null,
): Promise<VerificationDependencies['signingKey']> {
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
export function signingKeyOf(key: KeyObject): VerificationDependencies['signingKey'] {
  const publicKey = rawPublicKey(key);
  return async (tenantId) => {
    const named = await makeVerifierKey({ name: `avow/${tenantId}`, publicKey }, sha256);
    return { key: named, verify: verifyEd25519 };
  };
}

const rawPublicKey = (key: KeyObject) =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes));
