import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventStreamType, problems } from '@avow/contract';
import type { FastifyReply } from 'fastify';
import type { Authenticate } from '../access/authenticate.ts';
import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { JournalEvent } from '../interfaces/record-store.ts';
import { createPlaces } from './places.ts';

export interface StreamLimits {
  readonly totalMax: number;
  readonly tenantMax: number;
  /** Between two comment lines, which keep the connection open through whatever stands between. */
  readonly heartbeatMs: number;
  /** A client that has taken nothing for so long is let go. */
  readonly stalledMs: number;
  /** Then the stream ends, and whoever wants the rest resumes. */
  readonly openMs: number;
  /** How long streams have at a shutdown to send what their messages ended with. */
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

/** A response that is to become a stream: its place is taken, nothing is sent. */
interface OpenedStream {
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
  send(events: AsyncIterable<JournalEvent>): FastifyReply;
}

/** All responses that are sent as server-sent events. What is in progress goes on, whatever becomes of a stream. */
export interface EventStreams {
  /** Throws where the tenant, or the service, has too many. */
  open(tenantId: TenantId, reply: FastifyReply): OpenedStream;
  /** Ends all of them. Clients resume elsewhere, or later. */
  close(): Promise<void>;
}

const bufferBytesMax = 16 * 1024;
/** When a client that lost its connection comes back. */
const reconnectMs = 1000;

interface EventStreamsParts {
  readonly limits: StreamLimits;
  readonly authenticate: Authenticate;
  readonly onFault: (error: unknown, reply: FastifyReply) => void;
}

export function createEventStreams({ limits, authenticate, onFault }: EventStreamsParts): EventStreams {
  const places = createPlaces('streams', limits);
  const open = new Map<AbortController, Promise<unknown>>();
  let isClosing = false;

  async function allClosed(): Promise<void> {
    await Promise.race([Promise.all(open.values()), sleep(limits.closingMs, undefined, { ref: false })]);
  }

  return {
    open: (tenantId, reply) => {
      if (isClosing) throw new AppError('shutting_down', { retryAfterSeconds: 5 });
      places.take(tenantId, reply.raw);
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
      // Whoever left while the key was looked up is not heard to leave again.
      if (reply.raw.closed) end();
      else reply.raw.once('close', end);
      const { signal } = ending;
      return {
        signal,
        send: (events) => {
          const out = new PassThrough({ highWaterMark: bufferBytesMax });
          const { authorization } = reply.request.headers;
          const recheck = async () => void (await authenticate(authorization));
          pump({ out, reply, signal, limits, recheck }, events).catch((error: unknown) => {
            // What fails because nobody listens any more is no fault.
            if (!signal.aborted && !isRefusal(error)) onFault(error, reply);
            out.destroy();
            reply.raw.destroy();
          });
          return eventHeaders(reply).send(out);
        },
      };
    },
    close: async () => {
      isClosing = true;
      await allClosed();
      for (const ending of open.keys()) ending.abort();
      // A connection still in use when the server closes would be waited for.
      await allClosed();
    },
  };
}

/** What a stream would be headed by, and nothing more: the answer to HEAD. */
export function sendEventHeaders(reply: FastifyReply): FastifyReply {
  return eventHeaders(reply).send(Readable.from([]));
}

function eventHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-type': eventStreamType,
    'cache-control': 'no-store',
    // Proxies that gather a response before they pass it on are asked not to.
    'x-accel-buffering': 'no',
  });
}

interface Sending {
  readonly out: PassThrough;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly limits: StreamLimits;
  /** Throws where the key has been revoked since, or has expired. */
  readonly recheck: () => Promise<void>;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && problems[error.code].status < 500;
}

async function pump(sending: Sending, events: AsyncIterable<JournalEvent>): Promise<void> {
  const { out, reply, signal, limits, recheck } = sending;
  // Sent at once, so that the client has its headers before anything happens.
  out.write(`retry: ${reconnectMs}\n\n`);
  const heartbeat = setInterval(() => {
    if (!out.writableNeedDrain) out.write(':\n\n');
  }, limits.heartbeatMs);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      await recheck();
      if (!out.write(eventText(event))) await untilDrained(sending);
    }
  } finally {
    clearInterval(heartbeat);
  }
  out.end();
  // The last of it must be taken, too.
  const timer = setTimeout(() => reply.raw.destroy(), limits.stalledMs);
  reply.raw.once('close', () => clearTimeout(timer));
}

async function untilDrained({ out, reply, signal, limits }: Sending): Promise<void> {
  const timer = setTimeout(() => reply.raw.destroy(), limits.stalledMs);
  try {
    await once(out, 'drain', { signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The body is JSON, which has no line breaks of its own. */
function eventText({ seq, type, body }: JournalEvent): string {
  return `id: ${seq}\nevent: ${type}\ndata: ${body}\n\n`;
}
