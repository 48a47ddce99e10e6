import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallation } from '../../e2e/new-installation.ts';
import { defaultScopes, type QueryResponse, queryResponseSchema } from '../../packages/contract/src/index.ts';
import { createKey } from '../../packages/server/src/access/manage-keys.ts';
import { createApp } from '../../packages/server/src/app/create-app.ts';
import { loadPackFolder } from '../../packages/server/src/app/load-pack-folder.ts';
import { openDataFolder } from '../../packages/server/src/app/open-data-folder.ts';
import { systemClock } from '../../packages/server/src/clock/clock.ts';
import { loadConfig } from '../../packages/server/src/config/load-config.ts';
import type { Encoder } from '../../packages/server/src/interfaces/encoder.ts';
import type { Reader } from '../../packages/server/src/interfaces/reader.ts';
import { encodeVersion } from '../../packages/server/src/knowledge/encode-passages.ts';
import { createLog } from '../../packages/server/src/log/create-log.ts';
import { type ChosenPages, writeChosenPages } from './choose-pages.ts';

/** The whole service over one corpus, asked without a network. */
export interface CorpusService {
  /** Null: a problem document came instead. */
  ask(question: string): Promise<{ readonly response: QueryResponse | null; readonly timeMs: number }>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
const speakEveryMs = 5_000;
/** No limit of a client may get between; everything else is as an operator has it without settings of their own. */
const settings = {
  AVOW_PORT: '0',
  AVOW_DEMO: 'off',
  AVOW_LOG_LEVEL: 'error',
  AVOW_QUERY_RATE_PER_MINUTE: '1000000',
  AVOW_QUERY_BURST: '100000',
};

/** Loads the pages, with their vectors, unless an earlier run has done so. Gives the folder that they are in. */
export async function prepareCorpus(
  indexFolder: string,
  {
    corpus,
    pages,
    encoder,
  }: { readonly corpus: string; readonly pages: ChosenPages; readonly encoder: Encoder | null },
): Promise<string> {
  process.stderr.write(`${corpus}: ${pages.files.length} pages, ${pages.passages} passages\n`);
  const vectors = encoder?.name.replace(/[^\w.-]/g, '_') ?? 'words';
  const folder = join(indexFolder, `${corpus}-${pages.fingerprint.slice(0, 16)}-${vectors}`);
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return folder;
  // What an earlier run left half done is done again from the beginning.
  rmSync(folder, { recursive: true, force: true });
  const pagesFolder = join(folder, corpus);
  mkdirSync(pagesFolder, { recursive: true });
  writeChosenPages(pagesFolder, pages);
  const speak = createSpeaker(corpus);
  const { data, tenantId } = await createInstallation(join(folder, 'data'));
  try {
    const { version, faults } = await loadPackFolder(data, tenantId, pagesFolder, {
      skipFaulty: true,
      onProgress: (done, total, step) => speak(`${step} ${done} of ${total} pages`),
    });
    for (const { file, reason } of faults) process.stderr.write(`${corpus}: ${file}: ${reason}\n`);
    if (version === null) throw new Error(`${corpus}: nothing was published`);
    if (encoder !== null)
      await encodeVersion({ search: data.search, encoder }, tenantId, version, {
        signal: new AbortController().signal,
        mayGoOn: () => Promise.resolve(),
        onProgress: ({ done, total }) => speak(`${done} of ${total} passages encoded`),
      });
  } finally {
    await data.close();
  }
  writeFileSync(marker, '');
  return folder;
}

/** Puts the service together over a prepared folder, as the server does. The models are the caller's to close. */
export async function openCorpusService(
  folder: string,
  models: { readonly encoder: Encoder | null; readonly reader: Reader | null },
): Promise<CorpusService> {
  const config = loadConfig({ ...settings, AVOW_DATA_DIR: join(folder, 'data') });
  const data = await openDataFolder(config, { forServing: true });
  const [tenant] = await data.store.access.listTenants();
  if (tenant === undefined) throw new Error(`there is no tenant in ${folder}`);
  const key = await createKey(
    { access: data.store.access, pepper: data.pepper, clock: systemClock },
    {
      tenantId: tenant.tenantId,
      name: 'evaluation',
      mode: 'live',
      scopes: defaultScopes,
      expiresAtMs: Date.now() + hourMs,
    },
  );
  const app = await createApp({
    config,
    data,
    ...models,
    screener: null,
    guardModel: null,
    log: createLog(config.logLevel),
  });
  return {
    ask: async (question) => {
      const startedAt = performance.now();
      const answer = await app.http.inject({
        method: 'POST',
        url: '/v1/query',
        headers: { authorization: `Bearer ${key.text}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ prompt: question }),
      });
      const timeMs = performance.now() - startedAt;
      if (answer.statusCode === 200) return { response: queryResponseSchema.parse(answer.json()), timeMs };
      process.stderr.write(`status ${answer.statusCode}: ${answer.body.slice(0, 300)}\n`);
      return { response: null, timeMs };
    },
    close: async () => {
      await app.close();
      await data.close();
    },
  };
}

function createSpeaker(label: string): (said: string) => void {
  let spokeAtMs = Date.now();
  return (said) => {
    if (Date.now() - spokeAtMs < speakEveryMs) return;
    spokeAtMs = Date.now();
    process.stderr.write(`${label}: ${said}\n`);
  };
}
