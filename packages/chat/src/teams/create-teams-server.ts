import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpRouteHandler, IHttpServerAdapter } from '@microsoft/teams.apps';

export interface TeamsServer extends IHttpServerAdapter {
  /** After the start. */
  address(): AddressInfo;
}

const bodyBytesMax = 512 * 1024;

/**
 * Receives what Teams sends, at one address. Only tokens of the Bot Framework are handed on to be validated: the library
 * would also accept a token that anyone in the directory can request for this application.
 */
export function createTeamsServer({
  host,
  tokenIssuer,
}: {
  readonly host: string;
  readonly tokenIssuer: string;
}): TeamsServer {
  const routes = new Map<string, HttpRouteHandler>();
  const server: Server = createServer((request, response) => {
    receive(request, response).catch(() => {
      if (!response.headersSent) send(response, 400);
      request.destroy();
    });
  });
  server.requestTimeout = 30_000;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const handler = routes.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (handler === undefined) return send(response, 404);
    if (request.method !== 'POST') return send(response, 405, undefined, { allow: 'POST' });
    const { authorization } = request.headers;
    const text = await readBody(request);
    if (text === null) return send(response, 413);
    if (readIssuer(authorization) !== tokenIssuer) return send(response, 401);
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return send(response, 400);
    const { status, body: said } = await handler({ body, headers: { authorization: authorization ?? '' } });
    send(response, status, said);
  }

  return {
    registerRoute: (_method, path, handler) => void routes.set(path, handler),
    start: async (port) => {
      const started = Promise.withResolvers<void>();
      server.once('error', started.reject).listen(Number(port), host, () => started.resolve());
      await started.promise;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    address: () => server.address() as AddressInfo,
  };
}

function send(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Null: it is too long. The rest is read and dropped, so that the response arrives. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
  });
  await once(request, 'end');
  return bytes <= bodyBytesMax ? Buffer.concat(chunks).toString('utf8') : null;
}

/** Who claims to have issued the token. The library verifies it. */
function readIssuer(authorization: string | undefined): unknown {
  const [, claims = ''] = authorization?.replace(/^Bearer /, '').split('.') ?? [];
  try {
    return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))?.iss;
  } catch {
    return undefined;
  }
}
