import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultScopes } from '@avow/contract/roles';
import { contentPackPageSchema } from '@avow/contract/testing/content';
import { composePackLoader } from '@avow/server';
import { addTenant, createInstallation } from '../new-installation.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { writeHandbook } from './write-handbook.ts';

/** A running service with content that was just loaded and that nobody has asked about. */
export interface BusyService extends ServiceProcess {
  readonly processId: number;
  /** One for each tenant. */
  readonly apiKeys: readonly string[];
  readonly questions: readonly string[];
  readonly packFolder: string;
  call(path: string, options?: { readonly method: string; readonly body: unknown }): Promise<Response>;
  close(): Promise<void>;
}

const scopes = [...defaultScopes, 'content:manage', 'guardrails:manage'] as const;
const pollMs = 500;
const polledMax = 1_200;

export async function startBusyService({
  pack,
  questions,
  pages,
  tenants = 1,
  env = {},
}: {
  /** A folder with pages; left out: a handbook is written. */
  readonly pack?: string | undefined;
  readonly questions?: readonly string[] | undefined;
  /** Of the handbook that is written. */
  readonly pages?: number | undefined;
  readonly tenants?: number;
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<BusyService> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-busy-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const written = await writeHandbook(join(directory, 'pages'), pages);
    const packFolder = pack ?? written.folder;
    const dataDir = join(directory, 'data');
    const { data, tenantId, apiKey } = await createInstallation(dataDir, scopes);
    const owners = [{ tenantId, apiKey }];
    while (owners.length < tenants) owners.push(await addTenant(data, `tenant ${owners.length}`, scopes));
    for (const owner of owners)
      await composePackLoader(data).load(owner.tenantId, packFolder, {
        ...{ skipFaulty: true, onProgress: () => undefined },
      });
    await data.close();
    const service = await startServiceProcess({
      AVOW_DATA_DIR: dataDir,
      AVOW_QUERY_RATE_PER_MINUTE: '10000000',
      AVOW_QUERY_BURST: '1000000',
      AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
      AVOW_CONTENT_BURST: '100000',
      // Only what the machine can do limits how many are asked at once, and each is answered anew.
      AVOW_TENANT_QUERIES_AT_ONCE: '1000',
      AVOW_QUERIES_AT_ONCE: '1000',
      AVOW_ANSWER_CACHE_MS: '0',
      ...env,
    });
    const call: BusyService['call'] = (path, { method, body } = { method: 'GET', body: undefined }) =>
      fetch(`${service.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    return {
      ...service,
      processId: service.child.pid ?? 0,
      apiKeys: owners.map((owner) => owner.apiKey),
      questions: questions ?? written.questions,
      packFolder,
      call,
      close: async () => {
        await service.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Waits until every document is screened, without a question. */
export async function awaitScreening({ call }: Pick<BusyService, 'call'>): Promise<void> {
  for (let polled = 0; polled < polledMax; polled += 1) {
    const packs = contentPackPageSchema.parse(await (await call('/v1/content-packs')).json()).data;
    if (packs.every(({ screening }) => screening?.done === screening?.total)) return;
    await sleep(pollMs);
  }
  throw new Error('the documents were not screened in time');
}

/** Waits until every passage has its vector, without a question. */
export async function awaitVectors({ call }: Pick<BusyService, 'call'>): Promise<void> {
  for (let polled = 0; polled < polledMax; polled += 1) {
    const packs = contentPackPageSchema.parse(await (await call('/v1/content-packs')).json()).data;
    if (packs.every(({ embeddings }) => embeddings === null || embeddings?.done === embeddings?.total))
      return;
    await sleep(pollMs);
  }
  throw new Error('the passages were not embedded in time');
}
