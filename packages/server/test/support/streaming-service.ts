import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  defaultScopes,
  type MessageStatus,
  type QueryResponse,
  type Scope,
  type StreamEvent,
} from '@avow/contract';
import type { FastifyInstance } from 'fastify';
import { queryResponseExample } from '../../../contract/src/examples.ts';
import { createAuthenticate } from '../../src/access/authenticate.ts';
import { createRateLimiter } from '../../src/access/gcra.ts';
import { createInFlight } from '../../src/access/in-flight.ts';
import { createKey } from '../../src/access/manage-keys.ts';
import { sealEnvelope } from '../../src/audit/envelope.ts';
import { type ReceivedEvent, readEvents } from '../../src/cli/read-events.ts';
import { systemClock } from '../../src/clock/clock.ts';
import { createHttp, type HttpParts } from '../../src/http/create-http.ts';
import { createCursors } from '../../src/http/cursor.ts';
import { defaultStreamLimits, type StreamLimits } from '../../src/http/event-streams.ts';
import { newId, newSuffix } from '../../src/ids/typeid.ts';
import type { MessageId, TenantId } from '../../src/interfaces/identity.ts';
import type { MessageRow, RecordStore } from '../../src/interfaces/record-store.ts';
import { createLog } from '../../src/log/create-log.ts';
import { createJournals } from '../../src/query/create-journals.ts';
import { createRunning } from '../../src/query/create-running.ts';
import type { Streaming } from '../../src/query/streaming.ts';
import { openSqliteStore, type SqliteStore } from '../../src/stores/sqlite/open-sqlite-store.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

/** A message whose answer a test dictates. */
interface DictatedMessage {
  readonly messageId: MessageId;
  say(...events: StreamEvent[]): Promise<void>;
  end(status: 'delivered' | 'failed' | 'cancelled', answer?: string): Promise<QueryResponse>;
}

/** The whole transport over real sockets, in front of real journals and a real store. */
export interface StreamingService {
  readonly http: FastifyInstance;
  readonly store: SqliteStore;
  /** Messages begun so far, in order. */
  readonly begun: readonly DictatedMessage[];
  createTenant(): Promise<TenantId>;
  createKey(tenantId: TenantId, scopes?: readonly Scope[]): Promise<string>;
  /** A message that was not asked for over HTTP. `isKept`: with a journal. */
  begin(tenantId: TenantId, isKept?: boolean): Promise<DictatedMessage>;
  connect(key: string, path: string, more?: ConnectOptions): Promise<OpenedStream>;
  logText(): string;
  metricsText(): Promise<string>;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface OpenedStream {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly events: AsyncGenerator<ReceivedEvent, void>;
  /** Everything until its end. */
  rest(): Promise<ReceivedEvent[]>;
  next(): Promise<ReceivedEvent>;
  text(): Promise<string>;
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
  const store = await openSqliteStore({ directory });
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
  const dictated = createDictated(records);
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  const clock = systemClock;
  const unused = undefined as never;
  const parts: HttpParts = {
    queries: { ...dictated.streaming, ask: unused, reviews: unused, resume: unused, drain: unused },
    contentPacks: unused,
    guardrailPolicies: unused,
    goldenSets: unused,
    evaluations: unused,
    evaluationRuns: unused,
    insights: unused,
    learning: unused,
    ...{ records, metrics, log, clock },
    inFlight: createInFlight({ tenantMax: 100, totalMax: 1000 }),
    version: '0.0.0',
    authenticate: createAuthenticate({ access: store.access, pepper, clock }),
    cursors: createCursors(pepper),
    limiters: {
      query: createRateLimiter(roomy),
      audit: createRateLimiter(roomy),
      content: createRateLimiter(roomy),
      failedKeys: createRateLimiter(roomy),
    },
    trustedProxies: [],
    baseUrl: () => 'http://localhost',
    metricsText: metrics.text,
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
      return (await createKey(keyParts, { tenantId, name: 'test', mode: 'live', scopes, expiresAtMs })).text;
    },
    begin: (tenantId, isKept = true) => dictated.begin(tenantId, isKept),
    connect: (key, path, more = {}) => connect({ port, key, path, ...more }),
    logText: () => lines.join(''),
    metricsText: async () => (await metrics.text()).text,
    close: async () => {
      await http.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function connect({
  port,
  key,
  path,
  ...more
}: ConnectOptions & { port: number; key: string; path: string }): Promise<OpenedStream> {
  const opened = Promise.withResolvers<OpenedStream>();
  const hasBody = more.body !== undefined;
  const request = sendRequest({
    ...{ port, path, host: '127.0.0.1', agent: false },
    method: more.method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...more.headers,
    },
  });
  request.on('error', opened.reject);
  request.on('response', (response) => {
    const events = readEvents(response);
    opened.resolve({
      ...{ request, response, events },
      rest: async () => {
        const all: ReceivedEvent[] = [];
        for await (const event of events) all.push(event);
        return all;
      },
      next: async () => {
        const { value, done } = await events.next();
        if (done) throw new Error('the stream has ended');
        return value;
      },
      text: async () => Buffer.concat(await response.toArray()).toString(),
    });
  });
  request.end(hasBody ? JSON.stringify(more.body) : undefined);
  return opened.promise;
}

/** Queries whose answers come from the test: the rest of their path, journals and store, is the true one. */
function createDictated(records: RecordStore) {
  const journals = createJournals({ records });
  const running = createRunning();
  const begun: DictatedMessage[] = [];
  const bodies = new Map<string, { messageId: MessageId; status: MessageStatus; body: string }>();

  async function begin(tenantId: TenantId, isKept: boolean): Promise<DictatedMessage> {
    const createdAtMs = Date.now();
    const messageId = `msg_${newSuffix(createdAtMs)}` as const;
    const journal = journals.open(tenantId, messageId);
    const created = responseFor(messageId, 'processing', '');
    const { request_id, audit_ref, thread_id, created_at } = created;
    const data = { message_id: messageId, request_id, audit_ref, thread_id, created_at };
    const first = isKept ? journal.first([{ type: 'message.created', data }]) : undefined;
    await records.admitMessage(tenantId, rowFor(created, createdAtMs), first);
    const message: DictatedMessage = {
      messageId,
      say: (...events) => journal.add(events),
      end: async (status, answer = '') => {
        const response = responseFor(messageId, status, answer);
        const last = isKept ? await journal.last([{ type: `message.${status}`, data: response }]) : [];
        const also = { events: [], idempotency: null, journal: last, cost: null, label: null };
        await records.finishMessage(tenantId, rowFor(response, createdAtMs), also);
        running.end(messageId);
        journal.ended();
        return response;
      },
    };
    begun.push(message);
    return message;
  }

  const streaming: Streaming = {
    begin: async ({ tenantId, idempotencyKey }) => {
      const known = idempotencyKey === null ? undefined : bodies.get(idempotencyKey);
      if (known !== undefined) return { kind: 'replayed', ...known };
      const message = await begin(tenantId, true);
      const { messageId } = message;
      if (idempotencyKey !== null)
        bodies.set(idempotencyKey, {
          messageId,
          status: 'delivered',
          body: JSON.stringify(responseFor(messageId, 'delivered', 'Again.')),
        });
      return {
        kind: 'begun',
        messageId,
        requestId: messageId.replace(/^msg_/, 'req_'),
        events: (signal) => journals.events(tenantId, messageId, { after: 0, signal }),
      };
    },
    follow: journals.follow,
    cancel: async (tenantId, messageId) => {
      const stored = await records.getMessage(tenantId, messageId);
      if (stored === null) return { kind: 'not_found' };
      if (stored.log !== null) return { kind: 'ended' };
      const message = begun.find((one) => one.messageId === messageId);
      return { kind: 'cancelled', body: JSON.stringify(await message?.end('cancelled')) };
    },
  };
  return { streaming, begin, begun };
}

function responseFor(messageId: MessageId, status: QueryResponse['status'], answer: string): QueryResponse {
  const suffix = messageId.slice('msg_'.length);
  const isAnswered = status === 'delivered';
  const none = { score: 0, band: 'none', tool_confidence_score: null } as const;
  return {
    ...queryResponseExample,
    request_id: `req_${suffix}`,
    message_id: messageId,
    audit_ref: `aud_${suffix}`,
    thread_id: `thr_${suffix}`,
    status,
    answer,
    citations: [],
    confidence: isAnswered ? queryResponseExample.confidence : none,
    source_type: isAnswered ? 'document' : 'none',
    agent_context: {
      ...queryResponseExample.agent_context,
      source_type: isAnswered ? 'document' : 'none',
      knowledge_grounded: isAnswered,
      answer_language: isAnswered ? 'en' : null,
    },
  };
}

function rowFor(response: QueryResponse, createdAtMs: number): MessageRow {
  const content = {
    question: 'Why?',
    refined_question: null,
    blocked_prompt: null,
    metadata: {},
    ...{ cost: null, scored: null, nearest: [], held: null, review: null, resume: null },
  };
  return {
    messageId: response.message_id,
    threadId: response.thread_id,
    status: response.status,
    band: response.confidence.band,
    confidenceScore: response.confidence.score,
    tripwireTriggered: false,
    sourceType: response.source_type,
    channelType: 'api',
    endUserId: null,
    contentState: 'present',
    createdAtMs,
    policyVersion: 'test',
    packVersions: [],
    ...{ timeMs: 0, modelTier: 0, routingSource: 'default', isDegraded: false, findings: [] },
    envelope: sealEnvelope(content, JSON.stringify(response)),
  };
}
