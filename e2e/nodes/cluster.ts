import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { type DatabaseProxy, openProxy, startPostgres, type TestServer } from '@avow/server/testing/inner';
import { createInstallation } from '../new-installation.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';

/** A node, and its way to the database. */
export interface Node {
  readonly proxy: DatabaseProxy;
  /** Null: it is not running. */
  service: ServiceProcess | null;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Does nothing if it is not running. */
  signal(signal: NodeJS.Signals): void;
}

/** Nodes on one database, each with a proxy in between. */
export interface Cluster {
  readonly server: TestServer;
  readonly tenantId: TenantId;
  readonly apiKey: string;
  readonly nodes: readonly Node[];
  /** Of everything that belongs to it; removed at the end. */
  readonly folder: string;
  /** For a process beside the nodes, without a proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** The log lines of all processes that were started, for which nobody may write `fatal`. */
  said(): readonly string[];
  close(): Promise<void>;
}

const settings = {
  NODE_OPTIONS: `--import=${new URL('../moved-clock.ts', import.meta.url).href}`,
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
  AVOW_AUDIT_RATE_PER_MINUTE: '10000000',
  AVOW_AUDIT_BURST: '1000000',
  AVOW_TENANT_QUERIES_AT_ONCE: '100',
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
  AVOW_SHUTDOWN_GRACE_MS: '5000',
};

export async function startCluster(count: number): Promise<Cluster> {
  const server = await startPostgres();
  const directory = await mkdtemp(join(tmpdir(), 'avow-campaign-'));
  const folderOf = (name: string) => join(directory, name);
  const url = await server.newDatabase();
  const shared = { ...settings, AVOW_ANCHOR_DIR: folderOf('anchors') };
  const env = { ...shared, AVOW_DATABASE_URL: url, AVOW_DATA_DIR: folderOf('first') };
  const { data, tenantId, apiKey } = await createInstallation(folderOf('first'), undefined, env);
  await data.close();
  const started: ServiceProcess[] = [];
  const nodes: Node[] = [];
  for (let index = 0; index < count; index += 1) {
    const folder = folderOf(`node-${index}`);
    await mkdir(folder, { mode: 0o700 });
    for (const file of ['pepper.key', 'master.key', 'log.key'])
      await copyFile(join(folderOf('first'), file), join(folder, file));
    const proxy = await openProxy(url);
    nodes.push(
      createNode(proxy, { ...shared, AVOW_DATABASE_URL: proxy.url, AVOW_DATA_DIR: folder }, started),
    );
  }
  await Promise.all(nodes.map((node) => node.start()));
  return {
    ...{ server, tenantId, apiKey, nodes, env, folder: directory },
    said: () => started.flatMap(({ said }) => said),
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
      await Promise.all(nodes.map(({ proxy }) => proxy.close()));
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const startsMax = 20;

function createNode(
  proxy: DatabaseProxy,
  env: Readonly<Record<string, string>>,
  started: ServiceProcess[],
): Node {
  const end = async (node: Node, how: 'kill' | 'stop') => {
    const { service } = node;
    node.service = null;
    if (service?.child.exitCode === null && service.child.signalCode === null) await service[how]();
  };
  const node: Node = {
    proxy,
    service: null,
    async start() {
      // As a supervisor does: while the database cannot be reached, a start fails.
      for (let attempt = 1; node.service === null; attempt += 1) {
        const service = await startServiceProcess(env).catch((error: unknown) => {
          if (attempt === startsMax) throw error;
          return null;
        });
        if (service === null) continue;
        started.push(service);
        node.service = service;
      }
    },
    kill: () => end(node, 'kill'),
    stop: () => end(node, 'stop'),
    signal: (signal) => void node.service?.child.kill(signal),
  };
  return node;
}
