import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { defaultScopes } from '@avow/contract/roles';
import type { MessageId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import type { Encoder, Reader } from '@avow/inference';
import { composePackLoader, createApp, createKey, loadConfig, openDataFolder } from '@avow/server';
import { embedPassages, openEnvelope } from '@avow/server/testing/inner';
import type { LightMyRequestResponse } from 'fastify';
import { createInstallation } from '../../../e2e/new-installation.ts';
import { type ChosenPages, writeChosenPages } from './choose-pages.ts';

/** The whole service over one corpus, asked without a network. */
export interface CorpusService {
  /** A null response: a problem document came instead. */
  ask(
    question: string,
    options?: AskOptions,
  ): Promise<{ readonly response: QueryResponse | null; readonly timeMs: number }>;
  /** What the record keeps of a message besides its response. */
  recordOf(messageId: string): Promise<ReturnType<typeof openEnvelope>>;
  close(): Promise<void>;
}

interface AskOptions {
  /** The packs it is asked of, by name; left out: all. */
  readonly packs?: readonly string[] | undefined;
  /** The thread it continues; left out: a new one. */
  readonly threadId?: string | undefined;
}

const dayMs = 24 * 3_600_000;
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
    packPerFolder = false,
  }: {
    readonly corpus: string;
    readonly pages: ChosenPages;
    readonly encoder: Encoder | null;
    /** Each folder of the pages is a pack of its own, with its name; else all are one pack. */
    readonly packPerFolder?: boolean;
  },
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
  const folders = packPerFolder
    ? readdirSync(pagesFolder).map((name) => join(pagesFolder, name))
    : [pagesFolder];
  try {
    for (const packFolder of folders) await loadPack({ data, tenantId, encoder, corpus, speak }, packFolder);
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
    speak,
  }: Pick<Awaited<ReturnType<typeof createInstallation>>, 'data' | 'tenantId'> & {
    readonly encoder: Encoder | null;
    readonly corpus: string;
    readonly speak: (said: string) => void;
  },
  packFolder: string,
): Promise<void> {
  const { version, plan } = await composePackLoader(data).load(tenantId, packFolder, {
    skipFaulty: true,
    onProgress: (done, total, step) => speak(`${step} ${done} of ${total} pages`),
  });
  for (const { file, reason } of plan.faults) process.stderr.write(`${corpus}: ${file}: ${reason}\n`);
  if (version === null) throw new Error(`${corpus}: nothing was published`);
  if (encoder === null) return;
  await embedPassages({ search: data.search, encoder }, tenantId, version, {
    signal: new AbortController().signal,
    waitUntilIdle: () => Promise.resolve(),
    onProgress: ({ done, total }) => speak(`${done} of ${total} passages encoded`),
  });
}

/**
 * Puts the service together over a prepared folder, as the server does, with its usual policy but for what is withheld.
 * The models are the caller's to close.
 */
export async function openCorpusService(
  folder: string,
  {
    withholdBelow,
    answering,
    deadlineMs,
    ...models
  }: {
    readonly encoder: Encoder | null;
    readonly reader: Reader | null;
    /** The risk level; left out: that of the usual policy. */
    readonly withholdBelow?: number | undefined;
    /** How is answered, where it is not as by the usual policy. */
    readonly answering?: Partial<GuardrailPolicyGiven['answering']> | undefined;
    /** How long a question may take; left out: as long as in the service without settings. */
    readonly deadlineMs?: number;
  } & Pick<Parameters<typeof createApp>[0], 'tiers' | 'verification' | 'grounder'>,
): Promise<CorpusService> {
  const usual = loadConfig({ ...settings, AVOW_DATA_DIR: join(folder, 'data') });
  const config = deadlineMs === undefined ? usual : { ...usual, queryDeadlineMs: deadlineMs };
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
      groups: null,
      expiresAtMs: Date.now() + dayMs,
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
  await setPolicy(request, { withholdBelow, answering });
  return {
    ask: async (question, { packs, threadId } = {}) => {
      const found = await Promise.all(
        packs?.map((name) => data.store.content.findPackByName(tenant.tenantId, name)) ?? [],
      );
      const asked = {
        prompt: question,
        ...(threadId === undefined ? {} : { thread_id: threadId }),
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

/** The folder is used again and again: what an earlier run has set must not stay. */
async function setPolicy(
  request: (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
  ) => Promise<LightMyRequestResponse>,
  { withholdBelow, answering }: Pick<Parameters<typeof openCorpusService>[1], 'withholdBelow' | 'answering'>,
): Promise<void> {
  const path = '/v1/guardrails';
  const usual = await request('DELETE', path);
  if (usual.statusCode !== 200) throw new Error(`the policy cannot be set: ${usual.body.slice(0, 300)}`);
  if (withholdBelow === undefined && answering === undefined) return;
  const { policy } = usual.json<{ policy: GuardrailPolicyGiven }>();
  const put = await request('PUT', path, {
    ...policy,
    confidence: {
      ...policy.confidence,
      ...(withholdBelow === undefined ? {} : { withhold_below: withholdBelow }),
    },
    answering: { ...policy.answering, ...answering },
  });
  if (put.statusCode !== 200) throw new Error(`the policy cannot be set: ${put.body.slice(0, 300)}`);
}

function createSpeaker(label: string): (said: string) => void {
  let spokeAtMs = Date.now();
  return (said) => {
    if (Date.now() - spokeAtMs < speakEveryMs) return;
    spokeAtMs = Date.now();
    process.stderr.write(`${label}: ${said}\n`);
  };
}
