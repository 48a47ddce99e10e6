import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ProtectedResource } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../access/authenticate.ts';
import type { AccessTokens } from '../../../people/access-tokens.ts';
import type { Handler } from '../../handler.ts';
import { principalOf } from '../../request-facts.ts';
import { sendJson } from '../../send-json.ts';
import type { McpParts } from './mcp-parts.ts';

interface McpRoutesParts extends McpParts {
  readonly accessTokens: AccessTokens;
}

/** Keep-alive comments of a response that is sent as an event. */
const keepAliveMs = 15_000;

export function mcpHandlers(
  parts: McpRoutesParts,
): Readonly<Record<'callMcp' | 'getProtectedResource', Handler>> {
  let opened: Promise<McpHttpHandler> | null = null;
  return {
    callMcp: async (request, reply) => {
      opened ??= openHandler(parts);
      const handler = await opened;
      const response = await handler.fetch(webRequestOf(parts, request, reply), {
        parsedBody: request.body,
        authInfo: authInfoOf(principalOf(request)),
      });
      return sendResponse(reply, response);
    },
    getProtectedResource: async (_request, reply) => {
      const servers = parts.accessTokens.authorizationServers;
      if (servers.length === 0)
        throw new AppError('not_found', { detail: 'No authorization server is configured: use an API key.' });
      const metadata: ProtectedResource = {
        resource: `${parts.baseUrl()}/mcp`,
        authorization_servers: [...servers],
        bearer_methods_supported: ['header'],
        resource_name: 'Avow',
        resource_documentation: `${parts.baseUrl()}/docs`,
      };
      return sendJson(reply, JSON.stringify(metadata));
    },
  };
}

/** Loaded when it is first needed. Each request has a server of its own, so nothing is kept between requests. */
async function openHandler(parts: McpRoutesParts): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./create-mcp-server.ts'),
  ]);
  return createMcpHandler(
    ({ authInfo }) => createMcpServer(parts, authInfo?.extra?.['principal'] as Principal),
    {
      keepAliveMs,
      // Nothing is announced, so there is nothing to subscribe to.
      maxSubscriptions: 0,
      onerror: (error) => {
        if (!(error instanceof AppError)) parts.log.error({ err: error }, 'MCP request failed');
      },
    },
  );
}

/** The token itself is not passed on. */
function authInfoOf(principal: Principal) {
  return { token: '', clientId: principal.callerId, scopes: [...principal.scopes], extra: { principal } };
}

function webRequestOf(
  { baseUrl }: Pick<McpParts, 'baseUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Request {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || name === 'authorization' || name === 'cookie'
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request(`${baseUrl()}/mcp`, {
    ...{ method: 'POST', headers, signal: leaving.signal },
    body: JSON.stringify(request.body),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  if (response.body === null) return reply.send();
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true)
    return reply.send(Readable.fromWeb(response.body as ReadableStream));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}
