import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { eventStreamType, jsonType, type ProtectedResource } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../../../http/accept.ts';
import type { AdmissionDependencies } from '../../../http/admit-request.ts';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendJson } from '../../../http/send-json.ts';
import type { Principal } from '../../keys/keys.ts';
import type { McpDependencies } from './mcp-dependencies.ts';

/** The tools, resources and prompts of one caller, for one request. */
export type CreateMcpServer = (parts: McpDependencies, principal: Principal) => McpServer;

export interface McpRoutes extends McpDependencies, Pick<AdmissionDependencies, 'accessTokens'> {
  /** Omitted: those of the product. */
  readonly createMcpServer?: CreateMcpServer;
}

/** A method that is not offered, as the protocol says it. */
const methodNotFound = -32_601;
const notAcceptable = 406;
const badRequest = 400;

/** Keep-alive comments of a response that is sent as an event. */
const keepAliveMs = 15_000;

export function mcpHandlers(parts: McpRoutes): Readonly<Record<'callMcp' | 'getProtectedResource', Handler>> {
  let opened: Promise<McpHttpHandler> | null = null;
  return {
    callMcp: async (request, reply) => {
      const listening = asListening(request.body);
      if (listening !== null) return refuseListening(reply, listening);
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

/** The id of a request to listen for announcements; null if it is anything else. */
function asListening(body: unknown): string | number | null {
  const { method, id } = (body ?? {}) as { readonly method?: unknown; readonly id?: unknown };
  if (method !== 'subscriptions/listen') return null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Nothing is announced, and no capability says so: the library would offer it to every caller. */
function refuseListening(reply: FastifyReply, id: string | number): FastifyReply {
  const error = { code: methodNotFound, message: 'Method not found' };
  return sendJson(reply.code(404), JSON.stringify({ jsonrpc: '2.0', id, error }));
}

/** Loaded when it is first needed. Each request has a server of its own, so nothing is kept between requests. */
async function openHandler(parts: McpRoutes): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, product] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./create-mcp-server.ts'),
  ]);
  const { createMcpServer = product.createMcpServer } = parts;
  return createMcpHandler(
    ({ authInfo }) => createMcpServer(parts, authInfo?.extra?.['principal'] as Principal),
    {
      keepAliveMs,
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

const notPassedOn: ReadonlySet<string> = new Set(['authorization', 'cookie', 'accept']);

function webRequestOf(
  { baseUrl }: Pick<McpDependencies, 'baseUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Request {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const { accept } = request.headers;
  const accepted = [jsonType, eventStreamType].filter((type) => qualityOf(accept, type) > 0);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || notPassedOn.has(name)
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  );
  // The library looks for their names, and knows neither ranges nor weights.
  headers.push(['accept', accepted.join(', ')]);
  return new Request(`${baseUrl()}/mcp`, {
    ...{ method: 'POST', headers, signal: leaving.signal },
    body: JSON.stringify(request.body),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status === notAcceptable)
    throw new AppError('not_acceptable', {
      detail: `Accept must include ${jsonType} and ${eventStreamType}.`,
    });
  const isJson = response.headers.get('content-type')?.startsWith(jsonType) === true;
  const body = isJson ? Buffer.from(await response.arrayBuffer()) : null;
  if (response.status === badRequest && (body === null || !namesRequest(body)))
    throw new AppError('malformed_body', {
      detail: 'The body must be a request, a notification or a response of JSON-RPC 2.0.',
    });
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  if (body !== null) return reply.send(body);
  if (response.body === null) return reply.send();
  return reply.send(Readable.fromWeb(response.body as ReadableStream));
}

/** Whether it answers a request of the protocol, whose client looks for its own id. Without a message there is no id. */
function namesRequest(body: Buffer): boolean {
  const { id } = JSON.parse(body.toString()) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number';
}
