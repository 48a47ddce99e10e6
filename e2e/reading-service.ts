import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { defaultScopes } from '@avow/contract/roles';
import { contentPackPageSchema, documentSchema } from '@avow/contract/testing/content';
import { composePackLoader } from '@avow/server';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** A running service that has read the handbook of a company, and whose models are ready. */
export interface ReadingService {
  readonly said: readonly string[];
  /** Every process that was started to read, the latest last. */
  readerIds(): readonly number[];
  get(path: string): Promise<unknown>;
  ask(prompt: string): Promise<QueryResponse>;
  /** Asks until it was read in its time: a busy machine may need more than one. */
  askRead(prompt: string): Promise<QueryResponse>;
  /** The stored words that a citation says it quotes. */
  readCited(citation: QueryResponse['citations'][number]): Promise<string>;
  /** Until so many processes that read have been started in all. */
  waitForReaders(count: number): Promise<void>;
  /** Ends it without a word. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const handbook = fileURLToPath(new URL('./company-handbook', import.meta.url));
const readyTriesMax = 1_200;
const readyEveryMs = 50;
const readTriesMax = 8;

export async function startReadingService({
  env = {},
  readers = 1,
}: {
  readonly env?: Readonly<Record<string, string>>;
  /** Processes that must be ready before the first question. */
  readonly readers?: number;
} = {}): Promise<ReadingService> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-reading-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const scopes = [...defaultScopes, 'content:manage'] as const;
    const { data, tenantId, apiKey } = await createInstallation(directory, scopes);
    await composePackLoader(data).load(tenantId, handbook, {
      skipFaulty: false,
      onProgress: () => undefined,
    });
    await data.close();
    const service = await startServiceProcess({
      AVOW_DATA_DIR: directory,
      AVOW_LOG_LEVEL: 'debug',
      AVOW_QUERY_RATE_PER_MINUTE: '1000000',
      AVOW_QUERY_BURST: '100000',
      // A busy machine takes long to be ready, and is asked all the time whether it is.
      AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
      AVOW_CONTENT_BURST: '100000',
      AVOW_ANSWER_CACHE_MS: '0',
      ...env,
    });
    const running = connectTo(service, { apiKey, remove });
    await waitForModels(running, readers).catch(async (error: unknown) => {
      await service.kill();
      throw error;
    });
    return running;
  } catch (error) {
    await remove();
    throw error;
  }
}

function connectTo(
  service: ServiceProcess,
  { apiKey, remove }: { readonly apiKey: string; readonly remove: () => Promise<void> },
): ReadingService {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const call = async (path: string, prompt?: string): Promise<unknown> => {
    const asked = prompt === undefined ? {} : { method: 'POST', body: JSON.stringify({ prompt }) };
    const response = await fetch(`${service.url}${path}`, { headers, ...asked });
    if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const ask = async (prompt: string) => queryResponseSchema.parse(await call('/v1/query', prompt));
  const readerIds = () => startedReaders(service.said);
  return {
    said: service.said,
    readerIds,
    get: (path) => call(path),
    ask,
    askRead: async (prompt) => {
      for (let tries = 1; ; tries += 1) {
        const response = await ask(prompt);
        if (!response.processing.degraded_mode || tries === readTriesMax) return response;
      }
    },
    readCited: async ({ content_pack_id, document_id, start, end }) => {
      const path = `/v1/content-packs/${content_pack_id}/documents/${document_id}`;
      const { text } = documentSchema.parse(await call(path));
      return [...text].slice(start ?? 0, end ?? 0).join('');
    },
    waitForReaders: (count) => until(() => readerIds().length >= count),
    kill: async () => {
      await service.kill();
      await remove();
    },
    close: async () => {
      const code = await service.stop();
      await remove();
      if (code !== 0) throw new Error(`the service ended with ${code}`);
    },
  };
}

/** Until each passage has its vector and the processes their model, an answer may be another. */
async function waitForModels(service: ReadingService, readers: number): Promise<void> {
  await until(async () => {
    const [pack] = contentPackPageSchema.parse(await service.get('/v1/content-packs')).data;
    return pack?.embeddings?.done === pack?.embeddings?.total;
  });
  await service.waitForReaders(readers);
}

function startedReaders(said: readonly string[]): number[] {
  return said
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg, event }) => msg === 'reader' && event === 'started')
    .map(({ processId }) => processId);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < readyTriesMax; tries += 1) {
    if (await holds()) return;
    await sleep(readyEveryMs);
  }
  throw new Error('the models are not ready in time');
}
