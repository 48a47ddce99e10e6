import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import { newId, systemClock, type TenantId } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import type { FastifyInstance } from 'fastify';
import { createAuthentication } from '../../src/features/keys/authenticate.ts';
import { createKey } from '../../src/features/keys/keys.ts';
import type { RecordStore } from '../../src/features/records/record-store.ts';
import { createCors } from '../../src/http/cors.ts';
import { createHttp } from '../../src/http/create-http.ts';
import { createCursors } from '../../src/http/cursor.ts';
import { defaultStreamLimits, type StreamLimits } from '../../src/http/event-streams.ts';
import type { HttpDependencies } from '../../src/http/http-dependencies.ts';
import { createRateLimiter } from '../../src/limits/gcra.ts';
import { createInFlight } from '../../src/limits/in-flight.ts';
import { sampleMasterKey } from '../../src/storage/contract/sample-master-key.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/storage/store.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { type ConnectedStream, type ConnectOptions, connectStream } from './connect-stream.ts';
import { createScriptedMessages, type ScriptedMessage } from './scripted-messages.ts';

/** The whole transport over real sockets, in front of real journals and a real store. */
export interface StreamingService {
  readonly http: FastifyInstance;
  readonly store: Store;
  /** Messages begun so far, in order. */
  readonly begun: readonly ScriptedMessage[];
  createTenant(): Promise<TenantId>;
  createKey(tenantId: TenantId, scopes?: readonly Scope[]): Promise<string>;
  /** A message that was not asked for over HTTP. `isKept`: with a journal. */
  begin(tenantId: TenantId, isKept?: boolean, createdAtMs?: number): Promise<ScriptedMessage>;
  connect(key: string, path: string, more?: ConnectOptions): Promise<ConnectedStream>;
  logText(): string;
  metricsText(): Promise<string>;
  close(): Promise<void>;
}

export interface StreamingServiceOptions {
  readonly limits?: Partial<StreamLimits>;
  readonly wrapRecords?: (records: RecordStore) => RecordStore;
}

const roomy = { perMinute: 1_000_000, burst: 1_000_000 };
const dayMs = 86_400_000;

export async function startStreamingService(
  options: StreamingServiceOptions = {},
): Promise<StreamingService> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-streams-'));
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const pepper = createSecretKey(randomBytes(32));
  const records = options.wrapRecords?.(store.records) ?? store.records;
  const lines: string[] = [];
  const log = createLog(
    'trace',
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const dictated = createScriptedMessages(records);
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  const clock = systemClock;
  const unused = undefined as never;
  const parts: HttpDependencies = {
    queries: {
      ...dictated.streaming,
      ...{ ask: unused, resume: unused, drain: unused, listRunningOf: unused, cancelHere: unused },
    },
    ...{
      reviews: unused,
      reviewWork: unused,
      knowledge: unused,
      contentPacks: unused,
      contentSources: unused,
    },
    guardrailPolicies: unused,
    purposes: store.purposes,
    ...{ samples: unused, replays: unused },
    goldenSets: unused,
    evaluations: unused,
    evaluationRuns: unused,
    draftTrials: unused,
    insights: unused,
    pairPreview: unused,
    contentSearch: unused,
    ...{ sessions: unused, signIn: unused, account: unused, passkeys: unused, provider: null },
    ...{ users: unused, apiKeys: unused, tenants: unused, endUserTokens: unused },
    ...{ accessTokens: unused, languageModels: unused, securityStreams: unused, outages: unused },
    consoleFiles: unused,
    backupState: async () => 'off',
    vectorIndexes: async () => 'off',
    ...{
      guarantees: unused,
      feedbackOperations: unused,
      auditLog: unused,
      auditExports: unused,
      idempotentRequests: unused,
      recordRetention: unused,
      webhooks: unused,
      visitors: unused,
      widgets: unused,
      handovers: unused,
    },
    ...{ records, metrics, log, clock },
    inFlight: createInFlight({ tenantMax: 100, totalMax: 1000 }),
    version: '0.0.0',
    ...createAuthentication({ access: store.access, pepper, clock }),
    cursors: createCursors(pepper),
    limiters: {
      query: createRateLimiter(roomy),
      audit: createRateLimiter(roomy),
      content: createRateLimiter(roomy),
      publishable: createRateLimiter(roomy),
      visitors: createRateLimiter(roomy),
      failedKeys: createRateLimiter(roomy),
      signIns: createRateLimiter(roomy),
    },
    trustedProxies: [],
    cors: createCors({ origins: [], listKeyOrigins: store.access.listKeyOrigins, clock }),
    baseUrl: () => 'http://localhost',
    metricsText: metrics.text,
    languages: () => ({ embedded: ['en'], others: false }),
    checks: async () => ({}),
    streamLimits: { ...defaultStreamLimits, ...options.limits },
  };
  const http = createHttp(parts);
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  return {
    http,
    store,
    begun: dictated.begun,
    createTenant: async () => {
      const tenantId = newId('ten', clock.nowMs());
      const created = { tenantId, name: tenantId, status: 'active', createdAtMs: clock.nowMs() } as const;
      await store.access.createTenant(created);
      return tenantId;
    },
    createKey: async (tenantId, scopes = defaultScopes) => {
      const keyParts = { access: store.access, pepper, clock };
      const expiresAtMs = clock.nowMs() + dayMs;
      const rights = { scopes, groups: null, expiresAtMs };
      return (await createKey(keyParts, { tenantId, name: 'test', mode: 'live', ...rights })).text;
    },
    begin: (tenantId, isKept = true, createdAtMs = Date.now()) =>
      dictated.begin(tenantId, isKept, createdAtMs),
    connect: (key, path, more = {}) => connectStream({ port, key, path, ...more }),
    logText: () => lines.join(''),
    metricsText: async () => (await metrics.text()).text,
    close: async () => {
      await http.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
