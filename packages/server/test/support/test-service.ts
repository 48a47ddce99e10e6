import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { ProblemDocument } from '@avow/contract';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import { problemDocumentSchema } from '@avow/contract/testing';
import { type Clock, newId, systemClock, type TenantId } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import type { Encoder, GuardModel, Reader, Screener } from '@avow/inference';
import type { LightMyRequestResponse } from 'fastify';
import { type App, createApp } from '../../src/app/create-app.ts';
import type { Installation } from '../../src/app/installation.ts';
import { type DataFolder, openDataFolder } from '../../src/app/open-data-folder.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { openSharedParser } from '../../src/features/content/test-support/shared-parser.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import { composePackLoader } from '../../src/features/loading/compose/compose-pack-loader.ts';

const dayMs = 86_400_000;

/** A complete service in a temporary folder, called without a network. */
export interface TestService {
  readonly app: App;
  readonly data: DataFolder;
  readonly directory: string;
  /** Everything logged so far. */
  logText(): string;
  createTenant(name: string): Promise<TenantId>;
  createKey(
    tenantId: TenantId,
    options?: {
      readonly scopes?: readonly Scope[];
      /** Any by default. */
      readonly groups?: readonly string[];
      readonly expiresAtMs?: number;
    },
  ): Promise<string>;
  loadPack(tenantId: TenantId, files: Readonly<Record<string, string>>, name?: string): Promise<void>;
  post(
    key: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
  get(key: string, path: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
  /** Asks, and expects a valid response. */
  ask(key: string, body: Readonly<Record<string, unknown>>): Promise<QueryResponse>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: string;
  /** Another service whose open folder this one shares, so that it needs no threads. */
  readonly beside?: Pick<TestService, 'directory' | 'data'>;
  readonly clock?: Clock;
  /** Wraps the data of the service. */
  readonly wrap?: (data: DataFolder) => Installation['data'];
  /** Without it, only keyword search is available. */
  readonly encoder?: Encoder;
  /** Without it, answers from documents are selected by keywords. */
  readonly reader?: Reader;
  /** Without it, guardrails screen texts by rules only. */
  readonly screener?: Screener;
  /** Without it, guardrails have no second opinion. */
  readonly guardModel?: GuardModel;
  /** Without it, only the embedded models answer. */
  readonly models?: Pick<
    Installation,
    'tiers' | 'refinement' | 'verification' | 'budgets' | 'modelChanges' | 'fileModels'
  >;
  /** Without it, there is no OpenID provider, and no issuer of tokens. */
  readonly identity?: Installation['identity'];
  /** Without it, no security events are sent. */
  readonly securityStreams?: Installation['securityStreams'];
  /** Without it, `/mcp` offers what the product does. */
  readonly createMcpServer?: NonNullable<Installation['createMcpServer']>;
}

/** High limits and no cache, for tests that are not about them. */
const roomy = {
  AVOW_QUERY_RATE_PER_MINUTE: '1000000',
  AVOW_QUERY_BURST: '100000',
  AVOW_AUDIT_RATE_PER_MINUTE: '1000000',
  AVOW_AUDIT_BURST: '100000',
  AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
  AVOW_CONTENT_BURST: '100000',
  AVOW_ANSWER_CACHE_MS: '0',
  AVOW_SIGN_INS_PER_MINUTE: '1000000',
  AVOW_ACCOUNT_SIGN_INS_PER_MINUTE: '1000000',
};

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { beside } = options;
  const given = beside?.directory ?? options.directory;
  const directory = given ?? (await mkdtemp(join(tmpdir(), 'avow-test-')));
  const config = loadConfig({ AVOW_DATA_DIR: directory, AVOW_PORT: '0', ...roomy, ...options.env });
  const data = beside?.data ?? (await openDataFolder(config));
  const closeData = async () => {
    if (beside === undefined) await data.close();
  };
  const lines: string[] = [];
  const log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const clock = options.clock ?? systemClock;
  const { encoder = null, reader = null, screener = null, guardModel = null } = options;
  const served = options.wrap?.(data) ?? data;
  const app = await createApp({
    config,
    data: served,
    encoder,
    reader,
    screener,
    guardModel,
    openParser: openSharedParser,
    ...options.models,
    ...(options.identity === undefined ? {} : { identity: options.identity }),
    ...(options.securityStreams === undefined ? {} : { securityStreams: options.securityStreams }),
    ...(options.createMcpServer === undefined ? {} : { createMcpServer: options.createMcpServer }),
    log,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  }).catch(async (error: unknown) => {
    await closeData();
    throw error;
  });

  const send = (
    method: 'GET' | 'POST',
    key: string,
    path: string,
    payload: string | undefined,
    headers: Readonly<Record<string, string>>,
  ) =>
    app.http.inject({
      method,
      url: path,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });

  return {
    app,
    data,
    directory,
    logText: () => lines.join(''),
    createTenant: async (name) => {
      const nowMs = clock.nowMs();
      const tenantId = newId('ten', nowMs);
      await data.store.access.createTenant({ tenantId, name, status: 'active', createdAtMs: nowMs });
      return tenantId;
    },
    createKey: async (
      tenantId,
      { scopes = defaultScopes, groups = null, expiresAtMs = clock.nowMs() + 365 * dayMs } = {},
    ) => {
      const parts = { access: data.store.access, pepper: data.pepper, clock };
      const rights = { scopes, groups, expiresAtMs };
      return (await createKey(parts, { tenantId, name: 'test', mode: 'live', ...rights })).text;
    },
    loadPack: async (tenantId, files, name = 'pack') => {
      const folder = join(directory, `${name}-${newId('job', clock.nowMs())}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'pack.json'), JSON.stringify({ name, description: 'For tests.' }));
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), text);
      }
      await composePackLoader(data, openSharedParser).load(tenantId, folder, {
        skipFaulty: false,
        onProgress: () => undefined,
      });
    },
    post: (key, body, headers = {}) =>
      send('POST', key, '/v1/query', typeof body === 'string' ? body : JSON.stringify(body), headers),
    get: (key, path, headers = {}) => send('GET', key, path, undefined, headers),
    ask: async (key, body) => {
      const response = await send('POST', key, '/v1/query', JSON.stringify(body), {});
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${response.body}`);
      return queryResponseSchema.parse(response.json());
    },
    close: async () => {
      await app.close();
      await closeData();
      if (given === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The problem document of a refusal, after checking everything that the contract requires of each. */
export function problemOf(response: LightMyRequestResponse): ProblemDocument {
  const document = problemDocumentSchema.parse(response.json());
  if (response.headers['content-type'] !== 'application/problem+json')
    throw new Error(`media type ${response.headers['content-type']}`);
  if (response.statusCode !== document.status) throw new Error('the status in the document is another');
  if (response.headers['x-request-id'] !== document.request_id)
    throw new Error('the request id in the header is another');
  return document;
}

/** The pack of most tests: a document on holiday and sickness, and curated pairs. */
export const officePack = {
  'leave.md': `# Leave

## Holiday

Every employee has 27 days of paid holiday in a calendar year. Unused days can be carried over until the end of March.

## Sickness

Report sickness to your team lead before 9:30 on the first day. A doctor's note is needed from the fourth day of absence.
`,
  'office.txt': `The office in Rotterdam opens at seven in the morning and closes at eight in the evening.

Visitors sign in at the reception desk and wear a badge.
`,
  'pairs.qna.json': JSON.stringify([
    {
      question: 'Who approves travel?',
      alternatives: ['Who signs off my trips?'],
      answer: 'Your **team lead** approves travel up to 500 euros; above that, the finance office does.',
      source: 'travel policy',
      url: 'https://intranet.example/travel',
    },
    { question: 'Where is the canteen?', answer: 'On the second floor, next to the library.' },
  ]),
};

/** The path of what a response has created. Its address is where clients reach the service. */
export function locationPathOf({ headers }: LightMyRequestResponse): string {
  return new URL(String(headers.location)).pathname;
}
