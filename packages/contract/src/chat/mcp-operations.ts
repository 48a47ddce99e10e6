import { z } from 'zod';
import {
  bodyProblems,
  eventStreamType,
  type HttpOperation,
  jsonType,
  keyHeaders,
  keyProblems,
  transportProblems,
} from '../api/operation.ts';

/** A message of JSON-RPC 2.0. The protocol defines the rest. */
const mcpMessageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).exactOptional(),
    method: z.string().min(1).exactOptional(),
    params: z.looseObject({}).exactOptional(),
  })
  .meta({ id: 'McpMessageRequest', description: 'A message of the Model Context Protocol.' });

const mcpResponseSchema = z
  .strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).nullable(),
    result: z.looseObject({}).exactOptional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).exactOptional(),
  })
  .meta({ id: 'McpMessage' });

export const protectedResourceSchema = z
  .strictObject({
    resource: z.string().min(1),
    authorization_servers: z.array(z.string().min(1)),
    bearer_methods_supported: z.array(z.string()),
    resource_name: z.string().min(1),
    resource_documentation: z.string().min(1),
  })
  .meta({ id: 'ProtectedResource', description: 'Metadata of a protected resource (RFC 9728).' });
export type ProtectedResource = z.output<typeof protectedResourceSchema>;

const callMcp = {
  operationId: 'callMcp',
  method: 'POST',
  path: '/mcp',
  tag: 'answers',
  scope: 'query:write',
  limit: 'audit',
  tokens: true,
  summary: 'Call the MCP server',
  description:
    'The Model Context Protocol over streamable HTTP, without sessions: tools to ask questions, to search passages, and to read documents and records; packs and documents as resources; prompts that use the tools. Questions and searches count against the limit of queries. Takes an API key, or an access token of an authorization server that the operator has configured. Requests of pages of other origins are refused. A fault in a request that has an `id` is a JSON-RPC error, with the status that the protocol gives it; what is not a message of JSON-RPC is `malformed_body`.',
  request: { body: mcpMessageSchema },
  responses: {
    200: {
      description: 'The response to a request, as JSON or as a server-sent event.',
      mediaType: jsonType,
      schema: mcpResponseSchema,
      headers: [...keyHeaders, 'Cache-Control'],
      otherTypes: [eventStreamType],
    },
    202: {
      description: 'A notification was accepted.',
      mediaType: null,
      schema: null,
      headers: [...keyHeaders, 'Cache-Control'],
    },
  },
  problems: [...keyProblems, ...bodyProblems, 'malformed_body', 'provider_error', 'audit_unavailable'],
} as const satisfies HttpOperation;

const getProtectedResource = {
  operationId: 'getProtectedResource',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  tag: 'service',
  scope: null,
  limit: null,
  summary: 'Find the authorization servers of the MCP server',
  description:
    'Metadata of the protected resource `/mcp` (RFC 9728). `not_found` if no authorization server is configured: use an API key.',
  request: {},
  responses: {
    200: {
      description: 'The metadata.',
      mediaType: jsonType,
      schema: protectedResourceSchema,
      headers: ['X-Request-Id'],
    },
  },
  problems: [...transportProblems, 'not_found'],
} as const satisfies HttpOperation;

export const mcpOperations = { callMcp, getProtectedResource };

export const mcpRequestExamples = {
  callMcp: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'ask', arguments: { question: 'How many days of holiday do I have?' } },
  },
};

export const mcpResponseExamples = {
  callMcp: {
    200: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '27 days.' }] } },
  },
  getProtectedResource: {
    200: {
      resource: 'https://answers.example/mcp',
      authorization_servers: ['https://id.example'],
      bearer_methods_supported: ['header'],
      resource_name: 'Avow',
      resource_documentation: 'https://answers.example/docs',
    },
  },
};
