import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
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
/** A client that connects and does not complete the handshake is cut off. */
const handshakeTimeout = 20_000;

/** The server for Fastify's handler, which is given only what is not refused before. */
export function createServer(
  handler: RequestListener,
  { refusals, tls }: { readonly refusals: EarlyRefusals; readonly tls: TlsSource | null },
): Server {
  const listener: RequestListener = (request, response) => {
    if (!refusals.refuse(request, response)) handler(request, response);
  };
  const server = tls === null ? createHttpServer(options, listener) : createSecureServer(listener, tls);
  // As in Fastify's own server: a connection may be idle for as long as it is kept alive.
  server.setTimeout(0);
  return server;
}

function createSecureServer(listener: RequestListener, tls: TlsSource): Server {
  const secure = { ...tls.files, minVersion: 'TLSv1.2', handshakeTimeout } as const;
  const server = createHttpsServer({ ...options, ...secure }, listener);
  const stop = tls.watch((files) => server.setSecureContext({ ...secure, ...files }));
  server.once('close', stop);
  return server;
}
