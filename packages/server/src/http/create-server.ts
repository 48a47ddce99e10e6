import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { EarlyRefusals } from './early-refusals.ts';

/** In PEM. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A certificate that may be replaced while the service runs. */
export interface TlsSource {
  readonly files: TlsFiles;
  /** Calls back with each new one. Returns a function that ends it. */
  watch(use: (files: TlsFiles) => void): () => void;
}

const options = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  requireHostHeader: false,
};
/** Longer than any answer takes. A client that reads nothing of its answer for so long is cut off. */
const stalledMs = 300_000;
/** Requests of one connection that are not answered yet. */
const pipelinedMax = 64;
/** A client that connects and does not complete the handshake is cut off. */
const handshakeTimeout = 20_000;

/** The server for Fastify's handler, which is given only what is not refused before. */
export function createServer(
  handler: RequestListener,
  { refusals, tls }: { readonly refusals: EarlyRefusals; readonly tls: TlsSource | null },
): Server {
  const isOverPipelined = createPipelineLimit();
  const listener: RequestListener = (request, response) => {
    if (isOverPipelined(request, response)) request.socket.destroy();
    else if (!refusals.refuse(request, response)) handler(request, response);
  };
  const server = tls === null ? createHttpServer(options, listener) : createSecureServer(listener, tls);
  server.setTimeout(stalledMs);
  return server;
}

/**
 * Whether a connection has more requests that are not answered yet than a client needs. Their answers would be kept in memory
 * until it reads them, and a single packet has room for more than a thousand requests.
 */
function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const pending = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    const count = (pending.get(socket) ?? 0) + 1;
    pending.set(socket, count);
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    return count > pipelinedMax;
  };
}

function createSecureServer(listener: RequestListener, tls: TlsSource): Server {
  const secure = { ...tls.files, minVersion: 'TLSv1.2', handshakeTimeout } as const;
  const server = createHttpsServer({ ...options, ...secure }, listener);
  const stop = tls.watch((files) => server.setSecureContext({ ...secure, ...files }));
  server.once('close', stop);
  return server;
}
