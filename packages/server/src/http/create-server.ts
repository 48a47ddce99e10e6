import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { EarlyRefusals } from './early-refusals.ts';

const options = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  requireHostHeader: false,
};

/** The server for Fastify's handler, which is given only what is not refused before. */
export function createServer(handler: RequestListener, refusals: EarlyRefusals): Server {
  const server = createHttpServer(options, (request, response) => {
    if (!refusals.refuse(request, response)) handler(request, response);
  });
  // As in Fastify's own server: a connection may be idle for as long as it is kept alive.
  server.setTimeout(0);
  return server;
}
