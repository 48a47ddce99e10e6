import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultScopes,
  type GuardrailPolicyGiven,
  type QueryResponse,
  queryResponseSchema,
} from '@avow/contract';
import type { MessageId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import type { Encoder, Reader } from '@avow/inference';
import { composePackLoader, createApp, createKey, loadConfig, openDataFolder } from '@avow/server';
import type { MessageContent } from '@avow/server/measurement';
import { embedPassages, openEnvelope } from '@avow/server/measurement';
import type { LightMyRequestResponse } from 'fastify';
import { createInstallation } from '../../../../e2e/new-installation.ts';
import { type ChosenPages, writeChosenPages } from './choose-pages.ts';

/** The whole service over one corpus, without a network. */
export interface CorpusService {
  /** Asks these packs, by name, or all if none are named. Null: the service returned a problem document. */
  ask(
    question: string,
    packs?: readonly string[],
  ): Promise<{ readonly response: QueryResponse | null; readonly timeMs: number }>;
  /** The stored record of a message, without its response. */
  recordOf(messageId: string): Promise<MessageContent>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
const printEveryMs = 5_000;
/** Client limits must not interfere; everything else has its default. */
const settings = {
  AVOW_PORT: '0',
  AVOW_DEMO: 'off',
  AVOW_LOG_LEVEL: 'error',
  AVOW_QUERY_RATE_PER_MINUTE: '1000000',
  AVOW_QUERY_BURST: '100000',
};

/** Loads the pages and their vectors unless an earlier run did. Returns the data folder. */
export async function prepareCorpus(
  indexFolder: string,
  {
    corpus,
    pages,
    encoder,
    packPerFolder = false,
  }: {
    readonly corpus: string;
    readonly pages: ChosenPages;
    readonly encoder: Encoder | null;
    /** Whether each folder of pages becomes a pack of that name; otherwise all pages are one pack. */
    readonly packPerFolder?: boolean;
  },
): Promise<string> {
  process.stderr.write(`${corpus}: ${pages.files.length} pages, ${pages.passages} passages\n`);
  const vectors = encoder?.name.replace(/[^\w.-]/g, '_') ?? 'words';
  const folder = join(indexFolder, `${corpus}-${pages.fingerprint.slice(0, 16)}-${vectors}`);
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return folder;
  // If an earlier run was interrupted, start over.
  rmSync(folder, { recursive: true, force: true });
  const pagesFolder = join(folder, corpus);
  mkdirSync(pagesFolder, { recursive: true });
  writeChosenPages(pagesFolder, pages);
  const printProgress = createProgressPrinter(corpus);
  const { data, tenantId } = await createInstallation(join(folder, 'data'));
  const folders = packPerFolder
    ? readdirSync(pagesFolder).map((name) => join(pagesFolder, name))
    : [pagesFolder];
  try {
    for (const packFolder of folders)
      await loadPack({ data, tenantId, encoder, corpus, printProgress }, packFolder);
  } finally {
    await data.close();
  }
  writeFileSync(marker, '');
  return folder;
}

async function loadPack(
  {
    data,
    tenantId,
    encoder,
    corpus,
    printProgress,
  }: Pick<Awaited<ReturnType<typeof createInstallation>>, 'data' | 'tenantId'> & {
    readonly encoder: Encoder | null;
    readonly corpus: string;
    readonly printProgress: (line: string) => void;
  },
  packFolder: string,
): Promise<void> {
  const { version, plan } = await composePackLoader(data).load(tenantId, packFolder, {
    skipFaulty: true,
    onProgress: (done, total, step) => printProgress(`${step} ${done} of ${total} pages`),
  });
  for (const { file, reason } of plan.faults) process.stderr.write(`${corpus}: ${file}: ${reason}\n`);
  if (version === null) throw new Error(`${corpus}: nothing was published`);
  if (encoder === null) return;
  await embedPassages({ search: data.search, encoder }, tenantId, version, {
    signal: new AbortController().signal,
    waitUntilIdle: () => Promise.resolve(),
    onProgress: ({ done, total }) => printProgress(`${done} of ${total} passages encoded`),
  });
}

/**
 * Composes the service over a prepared folder, as the server does, with the default policy except for the risk level.
 * The caller closes the models.
 */
export async function openCorpusService(
  folder: string,
  {
    withholdBelow,
    ...models
  }: {
    readonly encoder: Encoder | null;
    readonly reader: Reader | null;
    /** The risk level; omitted: that of the default policy. */
    readonly withholdBelow?: number;
  },
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
      scopes: [...defaultScopes, 'guardrails:manage'],
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
  const request = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown) =>
    await app.http.inject({
      ...{ method, url },
      headers: { authorization: `Bearer ${key.text}`, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  await setRiskLevel(request, withholdBelow);
  return {
    ask: async (question, packs) => {
      const found = await Promise.all(
        packs?.map((name) => data.store.content.findPackByName(tenant.tenantId, name)) ?? [],
      );
      const asked = {
        prompt: question,
        ...(packs === undefined ? {} : { content_pack_ids: found.map((pack) => pack?.packId ?? 'unknown') }),
      };
      const startedAt = performance.now();
      const answer = await request('POST', '/v1/query', asked);
      const timeMs = performance.now() - startedAt;
      if (answer.statusCode === 200) return { response: queryResponseSchema.parse(answer.json()), timeMs };
      process.stderr.write(`status ${answer.statusCode}: ${answer.body.slice(0, 300)}\n`);
      return { response: null, timeMs };
    },
    recordOf: async (messageId) => {
      const stored = await data.store.records.getMessage(tenant.tenantId, messageId as MessageId);
      if (stored === null) throw new Error(`there is no message ${messageId}`);
      return openEnvelope(stored.envelope);
    },
    close: async () => {
      await app.close();
      await data.close();
    },
  };
}

/** The folder is reused, so settings of an earlier run must not remain. */
async function setRiskLevel(
  request: (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
  ) => Promise<LightMyRequestResponse>,
  withholdBelow: number | undefined,
): Promise<void> {
  const path = '/v1/guardrails';
  const usual = await request('DELETE', path);
  if (usual.statusCode !== 200) throw new Error(`the policy cannot be set: ${usual.body.slice(0, 300)}`);
  if (withholdBelow === undefined) return;
  const { policy } = usual.json<{ policy: GuardrailPolicyGiven }>();
  const confidence = { ...policy.confidence, withhold_below: withholdBelow };
  const put = await request('PUT', path, { ...policy, confidence });
  if (put.statusCode !== 200) throw new Error(`the policy cannot be set: ${put.body.slice(0, 300)}`);
}

function createProgressPrinter(label: string): (line: string) => void {
  let printedAtMs = Date.now();
  return (line) => {
    if (Date.now() - printedAtMs < printEveryMs) return;
    printedAtMs = Date.now();
    process.stderr.write(`${label}: ${line}\n`);
  };
}
