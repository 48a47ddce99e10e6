import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ConfinementReport, checkConfinement } from '@avow/confinement';
import { readDescriptorLimit } from '../../app/descriptor-limit.ts';
import type { Config } from '../../config/load-config.ts';
import { type DoctorCheck, type DoctorFinding, fault, ok, warning } from './finding.ts';

const freeBytesMin = 512 * 1024 * 1024;
/** A connection, a file of the database and of the search index each need one; models have pipes. */
const descriptorsMin = 4096;
const randomMs = 2000;
/** Between the clock of a node and that of the database that it shares. */
const clockMsMax = 2000;
/** A clock that is set back a little is corrected by the time service all the time. */
const setBackMsMax = 60_000;
const writtenFiles = ['avow.db', 'avow.db-wal', 'serving.lock', 'backup.json'];
const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;

/** The folder itself, or the nearest one above it that exists. */
function existingFolder(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingFolder(dirname(path));
}

async function spaceOf(path: string) {
  const { bavail, blocks, bsize } = await statfs(existingFolder(path));
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** When a file of the installation was last written, by the clock of that time; null: never. */
async function lastWritten(dataDir: string): Promise<number | null> {
  const times = await Promise.all(
    writtenFiles.map(async (name) => (await stat(join(dataDir, name)).catch(() => null))?.mtimeMs ?? null),
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** What Avow needs of the machine that it runs on. */
export const machineChecks: readonly DoctorCheck[] = [
  {
    check: 'node',
    look: async () =>
      Number(process.versions.node.split('.')[0]) >= 24
        ? ok(`Node ${process.versions.node}`)
        : fault(`Node ${process.versions.node} is too old: Avow needs 24.`),
  },
  {
    check: 'disk',
    look: async ({ dataDir, anchorDir, backupTarget }) => {
      const isFolder = backupTarget !== null && !backupTarget.includes('://');
      const places = [dataDir, anchorDir, ...(isFolder ? [backupTarget] : [])];
      const spaces = await Promise.all(places.map(async (place) => ({ place, ...(await spaceOf(place)) })));
      const scarce = spaces.filter(({ freeBytes }) => freeBytes < freeBytesMin);
      if (scarce.length > 0)
        return warning(
          scarce
            .map(({ place, freeBytes }) => `${place} has only ${mebibytes(freeBytes)} free (512 are needed)`)
            .join('; '),
        );
      const [own] = spaces;
      return ok(
        own === undefined ? 'enough' : `${mebibytes(own.freeBytes)} of ${mebibytes(own.sizeBytes)} free`,
      );
    },
  },
  {
    check: 'clock',
    look: async ({ dataDir, databaseUrl }) => {
      const nowMs = Date.now();
      const writtenMs = await lastWritten(dataDir);
      if (writtenMs !== null && writtenMs > nowMs + setBackMsMax)
        return fault(
          `it says ${new Date(nowMs).toISOString()}, but the data folder was written at ${new Date(writtenMs).toISOString()}. Set it right: records expire by it.`,
        );
      if (databaseUrl !== null) {
        const { inspectDatabase } = await import('../../storage/postgres/inspect-database.ts');
        const { timeMs } = await inspectDatabase(databaseUrl);
        const apartMs = Math.round(Math.abs(Date.now() - timeMs));
        if (apartMs > clockMsMax)
          return warning(`it is ${apartMs} ms from the clock of the database: keep both on time (NTP).`);
      }
      const service = '/run/systemd/timesync';
      if (existsSync(service) && !existsSync(join(service, 'synchronized')))
        return warning('it is not kept on time: systemd-timesyncd has not reached a time server yet.');
      return ok(new Date(nowMs).toISOString());
    },
  },
  {
    check: 'entropy',
    look: async () => {
      const drawn = await Promise.race([promisify(randomBytes)(32), sleep(randomMs, null, { ref: false })]);
      return drawn === null
        ? fault(`no random bytes within ${randomMs / 1000} seconds: keys and ids cannot be made.`)
        : ok('random bytes are there at once');
    },
  },
  {
    check: 'file descriptors',
    look: async () => {
      const limit = await readDescriptorLimit();
      if (limit === null) return ok('the system does not report its limit');
      return limit >= descriptorsMin
        ? ok(`${limit} may be open`)
        : warning(
            `only ${limit} may be open: each connection needs one. Allow ${descriptorsMin} (ulimit -n, LimitNOFILE).`,
          );
    },
  },
  {
    check: 'confinement',
    look: async ({ confinement }) => describeConfinement(await checkConfinement(), confinement),
  },
  {
    check: 'data folder',
    look: async ({ dataDir }) => {
      const found = await stat(dataDir).catch(() => null);
      if (found === null) return warning(`${dataDir} does not exist yet: "avow serve" creates it.`);
      await access(dataDir, constants.R_OK | constants.W_OK);
      return (found.mode & 0o077) === 0
        ? ok(dataDir)
        : warning(`${dataDir} can be read by other users: chmod 700 it.`);
    },
  },
];

/** What holds the process that reads files, as a process in its place has tried it. */
function describeConfinement(
  { isWhole, open, landlock, seccomp, faults }: ConfinementReport,
  confinement: Config['confinement'],
): Omit<DoctorFinding, 'check'> {
  if (isWhole && landlock > 0 && seccomp)
    return ok(
      `the process that reads files has no network and no file but its code (Landlock ${landlock}, seccomp)`,
    );
  const why = faults.length === 0 ? '' : ` (${faults.join('; ')})`;
  const could = open.length === 0 ? 'is not confined' : `could ${open.join(', ')}`;
  return confinement === 'required'
    ? fault(`a process in the place of the one that reads files ${could}${why}: no file is read.`)
    : warning(
        `a process in the place of the one that reads files ${could}${why}: only the permissions of Node hold it, which do not cover the network. Linux 5.13 or newer with Landlock and seccomp confines it.`,
      );
}
