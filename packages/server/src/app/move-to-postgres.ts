import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { syncToDisk } from '@avow/foundation/files';
import { ArchiveFaultFound, type LogReport } from '@avow/ledger/verification';
import { lockForServing } from '@avow/storage/sqlite';
import { openForWriting } from '@avow/storage/threads';
import type { Config } from '../config/load-config.ts';
import { verifyInstallation } from '../features/log/compose/open-verification.ts';
import { copyToPostgres } from '../storage/migration/copy-to-postgres.ts';
import { isOutdated } from '../storage/sqlite/database-state.ts';
import { recordsPath, requireInstalled } from './installation-state.ts';
import { openKeys, sharedKeys } from './open-keys.ts';

export interface Move {
  /** `already`: the records had been copied by an earlier run. */
  readonly kind: 'copied' | 'already';
  /** What was verified, on both sides. */
  readonly logs: readonly LogReport[];
  /** The file that the records were moved from, under its new name. */
  readonly leftFile: string;
}

export interface MoveProgress {
  readonly onVerified: (done: number, total: number) => void;
  readonly onCopied: (done: number, total: number) => void;
}

const busyTimeoutMs = 1000;
const leftFileName = 'avow-moved.db';

/**
 * Moves an installation from SQLite in its data folder to the database of `databaseUrl`, verified before and after. Run
 * again after an interruption, it goes on or completes what is left. The file stays, under a name that no service opens.
 */
export async function moveToPostgres(
  config: Config,
  options: { readonly threads: number },
  progress: MoveProgress,
): Promise<Move> {
  const { dataDir, databaseUrl: url } = config;
  if (url === null) throw new UserError('Set AVOW_DATABASE_URL to the database to move to.');
  const here = { ...config, databaseUrl: null };
  await requireInstalled(here);
  if (isOutdated(dataDir))
    throw new UserError(
      'The records are from an earlier version: start the service once, and move them then.',
    );
  const lock = lockForServing(dataDir);
  try {
    const keys = await openKeys(here);
    const verifying = { trustedKey: null, threads: options.threads };
    const source = openForWriting({ directory: dataDir, busyTimeoutMs });
    try {
      // Nobody else may write from here on; verification only reads.
      source.exec('BEGIN IMMEDIATE');
      const verify = (settings: Config) =>
        verifyInstallation(settings, verifying, { tenant: null, onProgress: progress.onVerified });
      const before = await verify(here).catch(explainFault('The records in SQLite'));
      const kind = await copyToPostgres(source, {
        ...{ url, keys: sharedKeys(config, keys), onProgress: progress.onCopied },
      });
      const after = await verify(config).catch(
        explainFault('The records were copied, and those in PostgreSQL'),
      );
      assertSame(before, after);
      source.exec('ROLLBACK; PRAGMA wal_checkpoint(TRUNCATE)');
      source.close();
      return { kind, logs: after, leftFile: await setAside(dataDir) };
    } finally {
      if (source.isOpen) source.close();
    }
  } finally {
    lock.release();
  }
}

function explainFault(records: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    throw new UserError(
      `${records} do not verify: ${error.fault.why} "avow audit verify" describes it. The records in SQLite are unchanged.`,
      { cause: error },
    );
  };
}

function assertSame(before: readonly LogReport[], after: readonly LogReport[]): void {
  const facts = (logs: readonly LogReport[]) =>
    JSON.stringify(logs.map(({ tenantId, size, root, counts }) => [tenantId, size, root, counts]));
  if (facts(before) === facts(after)) return;
  throw new UserError(
    'The copy verifies, but is not the same as the records in SQLite: it was changed meanwhile. The records in SQLite are unchanged. Empty the database, and run the command again.',
  );
}

/** A service that is started here without the address of the database must not find old records. */
async function setAside(dataDir: string): Promise<string> {
  const path = recordsPath({ dataDir });
  const leftFile = join(dataDir, leftFileName);
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${leftFile}${suffix}`);
  await syncToDisk(dataDir);
  return leftFile;
}
