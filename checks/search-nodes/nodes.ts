import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultScopes } from '@avow/contract/roles';
import { reachDatabase } from '@avow/server/testing/inner';
import { createInstallation } from '../../e2e/new-installation.ts';
import { type ServiceProcess, startServiceProcess } from '../../e2e/service-process.ts';

const settings = {
  AVOW_QUERY_RATE_PER_MINUTE: '10000000',
  AVOW_QUERY_BURST: '1000000',
  AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
  AVOW_CONTENT_BURST: '100000',
  AVOW_ANSWER_CACHE_MS: '0',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};

const waitMs = 180_000;
const pollMs = 100;

type Rows = readonly Record<string, unknown>[];

/** Rows of a statement, as the owner of the tables. */
export async function askDatabase(url: string, sql: string): Promise<Rows> {
  const connection = await reachDatabase(url);
  try {
    return (await connection.exec(sql)).rows;
  } finally {
    await connection.close();
  }
}

/** The first value that is not null, or an error that says what did not happen. */
export async function waitFor<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const value = await look();
    if (value !== null) return value;
    if (performance.now() > untilMs) throw new Error(`${what}: not within ${waitMs / 1000} s`);
    await sleep(pollMs);
  }
}

interface Answer {
  readonly answer: string;
  readonly confidence: { readonly score: number };
  readonly processing: { readonly degraded_mode: boolean };
  readonly citations: ReadonlyArray<{ readonly source: string; readonly quote: string }>;
}

export interface Node {
  readonly service: ServiceProcess;
  ask(prompt: string): Promise<Answer>;
  /** Uploads the files to a pack, publishes it, and returns the name of the pack. */
  publish(files: Readonly<Record<string, string>>, name: string): Promise<string>;
  /** How many passages of a pack have vectors. */
  embeddings(packId: string): Promise<{ readonly done: number; readonly total: number }>;
}

export interface Installation {
  start(name: string): Promise<Node>;
}

/** With the given settings, and a folder for each node. */
export async function install(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<Installation> {
  const first = join(directory, 'first');
  const shared = { ...settings, ...env, AVOW_ANCHOR_DIR: join(directory, 'anchors') };
  const { data, apiKey } = await createInstallation(first, [...defaultScopes, 'content:manage'], shared);
  await data.close();
  return {
    async start(name) {
      const folder = join(directory, name);
      if (name !== 'first') {
        await mkdir(folder, { mode: 0o700, recursive: true });
        for (const file of ['pepper.key', 'master.key', 'log.key'])
          await copyFile(join(first, file), join(folder, file));
      }
      return createNode(await startServiceProcess({ ...shared, AVOW_DATA_DIR: folder }), apiKey);
    },
  };
}

function createNode(service: ServiceProcess, apiKey: string): Node {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const end = async (packId: string, job: { readonly id: string }) => {
    const { status } = await waitFor('a job ends', async () => {
      const found = await call('GET', `/v1/content-packs/${packId}/jobs/${job.id}`);
      return ['queued', 'running'].includes(found.status) ? null : found;
    });
    if (status !== 'succeeded') throw new Error(`a job ${status}`);
  };
  return {
    service,
    ask: (prompt) => call('POST', '/v1/query', { prompt }),
    async publish(files, name) {
      const packs = (await call('GET', '/v1/content-packs')).data as readonly Record<'id' | 'name', string>[];
      const known = packs.find((pack) => pack.name === name);
      const { id } = known ?? (await call('POST', '/v1/content-packs', { name }));
      for (const [source, text] of Object.entries(files))
        await end(id, await call('POST', `/v1/content-packs/${id}/documents`, { source, text }));
      await end(id, await call('POST', `/v1/content-packs/${id}/publish`));
      return id;
    },
    embeddings: async (packId) => (await call('GET', `/v1/content-packs/${packId}`)).embeddings,
  };
}
