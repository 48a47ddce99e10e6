import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventStreamType } from '@avow/contract';
import { problems } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { FastifyReply } from 'fastify';
import type { JournalEvent } from '../features/records/record-store.ts';
import type { AuthenticateRequest } from './authenticate-request.ts';
import { createResponseLimiter } from './response-limiter.ts';

export interface StreamLimits {
  readonly totalMax: number;
  readonly tenantMax: number;
  /** Between two comment lines, which keep the connection open through proxies. */
  readonly heartbeatMs: number;
  /** A client that has read nothing for this long is disconnected. */
  readonly stalledMs: number;
  /** Then the stream ends, and a client that wants the rest resumes. */
  readonly openMs: number;
  /** How long streams have at a shutdown to send their last events. */
  readonly closingMs: number;
}

export const defaultStreamLimits: StreamLimits = {
  totalMax: 512,
  tenantMax: 64,
  heartbeatMs: 15_000,
  stalledMs: 60_000,
  openMs: 15 * 60_000,
  closingMs: 1000,
};

/** A response that will become a stream: it counts against the limits, but nothing has been sent. */
interface OpenedStream {
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  send(events: AsyncIterable<JournalEvent>): FastifyReply;
  /** Sends events that are written out already. */
  sendTexts(texts: AsyncIterable<string>): FastifyReply;
}

/** All responses that are sent as server-sent events. Messages in progress continue even if a stream ends. */
export interface EventStreams {
  /** Throws if the tenant or the service has too many. */
  open(tenantId: TenantId, reply: FastifyReply): OpenedStream;
  /** Ends all streams. Clients resume elsewhere, or later. */
  close(): Promise<void>;
}

const bufferBytesMax = 16 * 1024;
/** How long a client that lost its connection waits before it reconnects. */
const reconnectMs = 1000;

/** Rows of keys are kept for half a second: together, a stream that is idle ends within a second of a revocation. */
const recheckMs = 400;

export function createEventStreams({
  limits,
  authenticate,
  onFault,
}: {
  readonly limits: StreamLimits;
  readonly authenticate: AuthenticateRequest;
  readonly onFault: (error: unknown, reply: FastifyReply) => void;
}): EventStreams {
  const limiter = createResponseLimiter('streams', limits);
  const open = new Map<AbortController, Promise<unknown>>();
  let isClosing = false;

  async function allClosed(): Promise<void> {
    await Promise.race([Promise.all(open.values()), sleep(limits.closingMs, undefined, { ref: false })]);
  }

  return {
    open: (tenantId, reply) => {
      if (isClosing) throw new AppError('shutting_down', { retryAfterSeconds: 5 });
      limiter.acquire(tenantId, reply.raw);
      const ending = new AbortController();
      const closed = Promise.withResolvers<void>();
      const timer = setTimeout(() => ending.abort(), limits.openMs);
      open.set(ending, closed.promise);
      const end = () => {
        clearTimeout(timer);
        ending.abort();
        open.delete(ending);
        closed.resolve();
      };
      // If the client left while the key was looked up, no further close event follows.
      if (reply.raw.closed) end();
      else reply.raw.once('close', end);
      const { signal } = ending;
      const sendTexts = (texts: AsyncIterable<string>, first = ':\n\n') => {
        const out = new PassThrough({ highWaterMark: bufferBytesMax });
        const { headers } = reply.request;
        const recheck = async () => void (await authenticate(headers));
        // Sent immediately, so that the client has the headers before the first event.
        out.write(first);
        pump({ out, reply, signal, limits, recheck }, texts).catch((error: unknown) => {
          // A failure after the client has left is not a fault.
          if (!signal.aborted && !isRefusal(error)) onFault(error, reply);
          out.destroy();
          reply.raw.destroy();
        });
        return eventHeaders(reply).send(out);
      };
      return {
        signal,
        send: (events) => sendTexts(textsOf(events), `retry: ${reconnectMs}\n\n`),
        sendTexts: (texts) => sendTexts(texts),
      };
    },
    close: async () => {
      isClosing = true;
      await allClosed();
      for (const ending of open.keys()) ending.abort();
      // The server would otherwise wait for connections that are still in use.
      await allClosed();
    },
  };
}

/** Sends only the headers of a stream, as the answer to HEAD. */
export function sendEventHeaders(reply: FastifyReply): FastifyReply {
  return eventHeaders(reply).send(Readable.from([]));
}

function eventHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-type': eventStreamType,
    // Chromium reports a stream that may not be stored as an aborted request, once a page has read it to its end. The response
    // to a POST is not stored in any case, unless it says for how long it is fresh.
    'cache-control': reply.request.method === 'POST' ? 'private, no-cache' : 'no-store',
    // Asks proxies not to buffer the response.
    'x-accel-buffering': 'no',
  });
}

interface Sending {
  readonly out: PassThrough;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly limits: StreamLimits;
  /** Throws if the key has expired or was revoked meanwhile. */
  readonly recheck: () => Promise<void>;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && problems[error.code].status < 500;
}

async function pump(sending: Sending, texts: AsyncIterable<string>): Promise<void> {
  const { out, reply, signal, limits, recheck } = sending;
  const heartbeat = setInterval(() => {
    if (!out.writableNeedDrain) out.write(':\n\n');
  }, limits.heartbeatMs);
  const stopWatching = watchKey(sending);
  try {
    for await (const text of texts) {
      if (signal.aborted) break;
      await recheck();
      if (!out.write(text)) await untilDrained(sending);
    }
  } finally {
    clearInterval(heartbeat);
    stopWatching();
  }
  out.end();
  // The client must read the last events, too.
  const timer = setTimeout(() => reply.raw.destroy(), limits.stalledMs);
  reply.raw.once('close', () => clearTimeout(timer));
}

/** Disconnects the client once its key no longer works, also if no event comes. Call the result to stop. */
function watchKey({ reply, recheck }: Sending): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      await recheck();
    } catch (error) {
      // If the key could not be looked up, nothing is known of it, and nothing is sent before it is.
      if (isRefusal(error)) reply.raw.destroy();
    }
    if (!isOver) timer = setTimeout(look, recheckMs);
  };
  let timer = setTimeout(look, recheckMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function untilDrained({ out, reply, signal, limits }: Sending): Promise<void> {
  const timer = setTimeout(() => reply.raw.destroy(), limits.stalledMs);
  try {
    await once(out, 'drain', { signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The body is JSON without line breaks. */
async function* textsOf(events: AsyncIterable<JournalEvent>): AsyncIterable<string> {
  for await (const { seq, type, body } of events) yield `id: ${seq}\nevent: ${type}\ndata: ${body}\n\n`;
}
