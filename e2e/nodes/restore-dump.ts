import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentedRolesSql, startPostgres } from '@avow/server/testing/inner';
import { startServiceProcess } from '../service-process.ts';
import { checkLog, findProblems, listRecords } from './check-records.ts';
import type { Cluster } from './cluster.ts';

/** The paths of two programs of PostgreSQL, of its version or later: those that are installed with the tests have neither. */
export interface DumpPrograms {
  readonly pgDump: string;
  readonly psql: string;
}

const run = promisify(execFile);

/**
 * Dumps the database while the nodes work, restores the dump to another server as the guide says, and starts a node on it:
 * everything that was acknowledged before is there once, and the logs verify. The anchors of the installation are left out,
 * because what was signed after the dump is not in it.
 */
export async function restoreDump(
  cluster: Cluster,
  { pgDump, psql }: DumpPrograms,
  acknowledged: ReadonlyMap<string, string>,
): Promise<{ readonly records: number; readonly problems: readonly string[] }> {
  const file = join(cluster.folder, 'avow.sql');
  const { AVOW_DATABASE_URL: url = '' } = cluster.env;
  await run(pgDump, ['-f', file, cluster.server.asSuperuser(url)]);
  const server = await startPostgres();
  try {
    const restoredUrl = await server.newDatabase();
    await server.ask(restoredUrl, documentedRolesSql('owner'));
    await run(psql, ['-q', '-v', 'ON_ERROR_STOP=1', '-f', file, server.asSuperuser(restoredUrl)]);
    const anchors = join(cluster.folder, 'anchors-after-restore');
    await mkdir(anchors);
    const env = { ...cluster.env, AVOW_DATABASE_URL: restoredUrl, AVOW_ANCHOR_DIR: anchors };
    const service = await startServiceProcess(env);
    try {
      const answer = await ask(service.url, cluster.apiKey);
      const records = await listRecords(env, cluster.tenantId);
      const promised = { acknowledged, streams: { begun: 0, ended: 0 }, faults: [] };
      return {
        records: records.length,
        problems: [
          ...(answer === 200 ? [] : [`a question was answered with ${answer}`]),
          ...findProblems(promised, records),
          ...(await checkLog(env, records.length)),
        ],
      };
    } finally {
      await service.kill();
    }
  } finally {
    await server.stop();
  }
}

async function ask(url: string, apiKey: string): Promise<number> {
  const response = await fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Who approves travel?', metadata: { key: 'after the restore' } }),
  });
  await response.body?.cancel();
  return response.status;
}
