import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolderAnchor, sourceOfUrl } from '@avow/ledger';
import { isInstalled, mayBeEncrypted, recordsPath } from '../../app/installation-state.ts';
import type { Config } from '../../config/load-config.ts';
import { isBackupOverdue, readBackupState } from '../../features/backups/backup-state.ts';
import { archiveLocation } from '../../features/log/compose/open-verification.ts';
import { readOthers } from '../../features/log/compose/read-others.ts';
import { readVerifierKey } from '../../features/log/log-keys.ts';
import { openArchive, opensTenantKeys } from '../../features/records/store/archive/open-archive.ts';
import { readLogKey } from '../../secrets/log-key.ts';
import { findMasterKey } from '../../secrets/master-key.ts';
import { readPepper } from '../../secrets/pepper.ts';
import { type DoctorCheck, type DoctorFinding, fault, ok, warning } from './finding.ts';
import { withRecords } from './with-records.ts';

const isOpenToOthers = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

async function opensKeys(place: Pick<Config, 'dataDir' | 'databaseUrl'>, key: Uint8Array): Promise<boolean> {
  const archive = await openArchive(archiveLocation(place, key));
  try {
    return opensTenantKeys(archive);
  } finally {
    archive.close();
  }
}

async function inspect(url: string) {
  return await (await import('../../storage/postgres/inspect-database.ts')).inspectDatabase(url);
}

async function lookAtDatabase(url: string): Promise<Omit<DoctorFinding, 'check'>> {
  const { serverVersion, schema } = await inspect(url);
  const server = `PostgreSQL ${serverVersion}`;
  switch (schema) {
    case 'none':
      return warning(`${server}: no installation yet`);
    case 'older':
      return warning(`${server}: the next start of the service upgrades the tables`);
    case 'newer':
      return fault(`${server}: the tables are those of a newer release. Start that release instead.`);
    case 'current':
      return ok(`can be reached (${server})`);
  }
}

/** Keys, records and what protects them. */
const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

/** Keys, people, sessions and policies that somebody wrote who has only the database. */
const rightsCheck: DoctorCheck = {
  check: 'rights',
  look: (config) =>
    withRecords(config, async () => {
      const masterKey = await findMasterKey(config);
      if (masterKey === null) return warning('cannot be checked without the master key');
      const archive = await openArchive(archiveLocation(config, masterKey));
      try {
        let checked = 0;
        for (const tenantId of archive.listRightsTenants()) {
          for (const { kind, id, isGenuine } of archive.listRights(tenantId)) {
            checked += 1;
            if (isGenuine === false)
              return fault(
                `the ${kind} ${id} of the tenant ${tenantId} is not as the service wrote it, and is not used: somebody can write to the database, or rows of an earlier release were not sealed ("avow upgrade --help"). "avow audit verify" compares all of them with the log, and "avow audit discard" removes such a row.`,
              );
          }
        }
        return ok(`${checked} rows carry the seal of the service`);
      } finally {
        archive.close();
      }
    }),
};

export const recordChecks: readonly DoctorCheck[] = [
  {
    check: 'pepper',
    look: async ({ pepperFile, ...place }) => {
      if ((await readPepper(pepperFile)) !== null) return ok(pepperFile);
      return !(await isInstalled(place))
        ? warning('not created yet')
        : fault(`${pepperFile} is missing: no key can be checked without it. Restore it.`);
    },
  },
  {
    check: 'master key',
    look: async ({ masterKey, masterKeyFile: path, masterKeyUnwrapping, ...place }) => {
      const { dataDir } = place;
      const key = await findMasterKey({ masterKey, masterKeyFile: path, masterKeyUnwrapping });
      if (key === null)
        return (await mayBeEncrypted(place))
          ? fault(`${path} is missing: no content can be read without it. Restore it.`)
          : warning('not created yet');
      const name = masterKey === null ? path : 'AVOW_MASTER_KEY';
      if ((await mayBeEncrypted(place)) && !(await opensKeys(place, key)))
        return fault(
          `${name} is not the master key that the records here are sealed under. Restore the right one; if the key was changed, configure the new one.`,
        );
      if (masterKey !== null) return ok('set in AVOW_MASTER_KEY');
      if (masterKeyUnwrapping !== null) return ok(`${path}, wrapped`);
      if (await isOpenToOthers(path)) return warning(`${path} can be read by other users: chmod 600 it.`);
      return isWithin(dataDir, path)
        ? warning(
            `${path} is in the data folder: anyone who gets a copy of the folder can read the records. Move it elsewhere, and set AVOW_MASTER_KEY_FILE.`,
          )
        : ok(path);
    },
  },
  {
    check: 'log key',
    look: async ({ logKeyFile: path, ...place }) => {
      const isThere = (await readLogKey(path)) !== null;
      if (!isThere && (await mayBeEncrypted(place)))
        return fault(`${path} is missing: the log cannot be signed without it. Restore it.`);
      if (!isThere) return warning('not created yet');
      return (await isOpenToOthers(path))
        ? warning(`${path} can be read by other users: chmod 600 it.`)
        : ok(path);
    },
  },
  {
    check: 'anchors',
    look: async ({ anchorDir, anchorUrl, dataDir, ...place }) => {
      const folder = existsSync(anchorDir) ? anchorDir : null;
      if (folder === null)
        return (await mayBeEncrypted({ dataDir, ...place }))
          ? warning(`${anchorDir} does not exist: the next checkpoint creates it.`)
          : warning('none yet');
      await access(folder, constants.R_OK | constants.W_OK);
      const tenants = await createFolderAnchor(folder).listTenants?.();
      const also = anchorUrl === null ? '' : ', and AVOW_ANCHOR_URL';
      const what = `${folder} (logs: ${tenants?.length ?? 0})${also}`;
      return isWithin(dataDir, folder) && anchorUrl === null
        ? warning(
            `${what} is in the data folder: it cannot reveal that the whole folder was replaced. Set AVOW_ANCHOR_DIR to another disk or machine.`,
          )
        : ok(what);
    },
  },
  {
    check: 'attestations',
    look: async ({ timeStampUrls, timeStampRootsFile, witnessPolicyFile }) => {
      const { policy } = await readOthers({ policyFile: witnessPolicyFile, rootsFile: timeStampRootsFile });
      const witnesses = policy?.witnesses.filter(({ url }) => url !== null) ?? [];
      const asked = [...timeStampUrls.map(sourceOfUrl), ...witnesses.map(({ key }) => key.name)];
      return asked.length === 0
        ? ok(
            'not set up, so the time of a record is the word of this service: AVOW_TIME_STAMP_URLS and AVOW_WITNESS_POLICY_FILE name others',
          )
        : ok(asked.join(', '));
    },
  },
  {
    check: 'records',
    look: async ({ dataDir, databaseUrl }) => {
      if (databaseUrl !== null) return await lookAtDatabase(databaseUrl);
      if (!(await isInstalled({ dataDir, databaseUrl }))) return warning('no database yet');
      const path = recordsPath({ dataDir });
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        const found = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
        return found === 'ok'
          ? ok(`intact (SQLite ${process.versions.sqlite})`)
          : fault(`${path} is damaged: ${String(found)}`);
      } finally {
        database.close();
      }
    },
  },
  {
    check: 'search',
    look: async ({ search, databaseUrl }) => {
      if (search !== 'postgres' || databaseUrl === null) return ok('in the data folder');
      const { inspectSearch } = await import('@avow/search-postgres');
      const { vectorVersion, building, failed } = await inspectSearch(databaseUrl);
      if (vectorVersion === null)
        return warning('in the database: the next start creates the extension pgvector there, if it may');
      const place = `in the database (pgvector ${vectorVersion})`;
      if (failed > 0)
        return warning(
          `${place}: ${count(failed, 'vector index', 'vector indexes')} could not be built, and searches compare all vectors instead. The log of the service says why; it tries again every minute while it runs, and at its start.`,
        );
      return ok(
        building === 0
          ? place
          : `${place}: ${count(building, 'vector index is', 'vector indexes are')} being built`,
      );
    },
  },
  {
    check: 'backup',
    look: async ({ dataDir, databaseUrl, backupTarget, backupEveryHours }) => {
      if (databaseUrl !== null)
        return ok('left to PostgreSQL: back up the database, and the keys of one node');
      const state = await readBackupState(dataDir);
      if (state === null)
        return warning(
          backupTarget === null
            ? 'none was made yet: "avow backup" makes one, and AVOW_BACKUP_TARGET lets the service make them'
            : 'none was made yet: the service makes the first soon after its start',
        );
      if (state.failure !== null)
        return warning(
          `the last attempt failed at ${state.tried_at}: ${state.failure} The last that succeeded is of ${state.succeeded_at ?? 'never'}.`,
        );
      const what = `${state.succeeded_at} in ${state.target}`;
      if (isBackupOverdue(state, backupTarget === null ? null : backupEveryHours, Date.now()))
        return warning(`the last is of ${what}, which is too long ago`);
      return state.has_keys ? ok(what) : warning(`${what}, without the keys: set AVOW_BACKUP_RECIPIENT`);
    },
  },
  {
    check: 'tenants',
    look: (config) =>
      withRecords(config, async ({ store, logKey }) => {
        await store.ping();
        const tenants = await store.access.listTenants();
        for (const { tenantId } of tenants) await readVerifierKey({ logKey, log: store.log }, tenantId);
        return tenants.length === 0
          ? warning('none yet: "avow tenants create NAME"')
          : ok(String(tenants.length));
      }),
  },
  rightsCheck,
];
