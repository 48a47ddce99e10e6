import { problemExample } from '../api/examples.ts';
import { sessionCookieName } from '../api/headers.ts';
import {
  bytesType,
  eventStreamType,
  type HttpOperation,
  jsonType,
  type OperationResponse,
  type ResponseHeaderName,
} from '../api/operation.ts';
import { successExamples } from '../api/operation-examples.ts';
import { type OperationId, operations } from '../api/operations.ts';
import { problemDocumentSchema } from '../api/problem.ts';
import { headerDescriptions } from '../api/response-headers.ts';
import { chatErrorSchema } from '../chat/chat-completion.ts';
import { typeIdPattern } from '../fields/ids.ts';
import { type ProblemCode, problemCodes, problems } from '../values/problems.ts';
import { type JsonObject, type SchemaComponents, type SchemaSide, toJsonSchema } from './json-schema.ts';
import { buildChunks, buildEvents } from './openapi-events.ts';
import { buildParameters, buildRequestBody } from './openapi-request.ts';
import { buildWebhook } from './openapi-webhook.ts';

export interface OpenApiOptions {
  /** Where this instance is reached, without a slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
}

const keyScheme = 'apiKey';
const sessionScheme = 'session';

function headerReferences(names: readonly ResponseHeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers that come with a problem of this status, whichever operation it stops. */
function problemHeaders(status: number): ResponseHeaderName[] {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate'];
  if (status === 429) return ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
  if (status === 503) return ['X-Request-Id', 'Retry-After'];
  return ['X-Request-Id'];
}

/** Of what is not JSON, or is JSON of a shape defined elsewhere. */
function untypedSchema(mediaType: string): JsonObject {
  if (mediaType === jsonType) return { type: 'object' };
  return mediaType === bytesType ? { type: 'string', contentMediaType: bytesType } : { type: 'string' };
}

function buildSuccess(
  response: OperationResponse,
  example: unknown,
  components: SchemaComponents,
): JsonObject {
  const content: Record<string, JsonObject> = {};
  if (response.mediaType !== null) {
    const schema =
      response.schema === null
        ? untypedSchema(response.mediaType)
        : toJsonSchema(response.schema, { components, side: 'response' satisfies SchemaSide });
    content[response.mediaType] = example === undefined ? { schema } : { schema, example };
  }
  for (const mediaType of response.otherTypes ?? []) content[mediaType] = { schema: { type: 'string' } };
  if (response.events !== undefined) content[eventStreamType] = buildEvents(response.events, components);
  if (response.chunks !== undefined) content[eventStreamType] = buildChunks(response.chunks, components);
  return {
    description: response.description,
    headers: headerReferences(response.headers),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

function describeProblems(status: number, codes: readonly ProblemCode[]): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n'),
    headers: headerReferences(problemHeaders(status)),
  };
}

function buildProblem(status: number, codes: readonly ProblemCode[]): JsonObject {
  return {
    ...describeProblems(status, codes),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function buildChatError(status: number, codes: readonly ProblemCode[]): JsonObject {
  const content = { [jsonType]: { schema: { $ref: '#/components/schemas/ChatError' } } };
  return { ...describeProblems(status, codes), content };
}

/** Problems of one status that operations have in common, under the name that is made of their codes. */
type ProblemResponses = Map<string, JsonObject>;

function referToProblem(status: number, codes: readonly ProblemCode[], shared: ProblemResponses): JsonObject {
  const name = [...new Set(codes)].join('.');
  if (!shared.has(name)) shared.set(name, buildProblem(status, codes));
  return { $ref: `#/components/responses/${name}` };
}

function buildResponses(operationId: OperationId, { components, shared }: Shared): JsonObject {
  const operation: HttpOperation = operations[operationId];
  const responses: Record<string, JsonObject> = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    const example = successExamples[operationId]?.[Number(status)];
    responses[status] = buildSuccess(response, example, components);
  }
  const byStatus = Map.groupBy(operation.problems, (code) => problems[code].status);
  for (const [status, codes] of byStatus) {
    if (String(status) in responses) throw new Error(`${operationId} describes ${status} twice`);
    responses[status] =
      operation.errors === 'chat' ? buildChatError(status, codes) : referToProblem(status, codes, shared);
  }
  return responses;
}

/** A person who is signed in may do what a key with the same scope may do. */
function buildSecurity({ scope, session }: HttpOperation): JsonObject[] {
  const bySession = { [sessionScheme]: [] };
  if (session === true) return [bySession];
  if (scope === null) return [];
  return [{ [keyScheme]: [scope] }, bySession];
}

/** What operations refer to. */
interface Shared {
  readonly components: SchemaComponents;
  readonly shared: ProblemResponses;
}

function buildOperation(operationId: OperationId, parts: Shared): JsonObject {
  const { components } = parts;
  const operation: HttpOperation = operations[operationId];
  const requestBody = buildRequestBody(operation, components);
  const parameters = buildParameters(operation, components);
  return {
    operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    security: buildSecurity(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: buildResponses(operationId, parts),
  };
}

function buildPaths(parts: Shared): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operationId of Object.keys(operations) as OperationId[]) {
    const { path, method } = operations[operationId];
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(operationId, parts) };
  }
  return paths;
}

/** The OpenAPI 3.1 document, made from the tables and schemas that the service itself works by. */
export function buildOpenApi({ baseUrl, version }: OpenApiOptions): JsonObject {
  const components: SchemaComponents = new Map();
  toJsonSchema(problemDocumentSchema, { components, side: 'response' });
  toJsonSchema(chatErrorSchema, { components, side: 'response' });
  const shared: ProblemResponses = new Map();
  const paths = buildPaths({ components, shared });
  const webhooks = { event: { post: buildWebhook(components) } };
  // 405 and its `Allow` belong to methods that a path does not have, and so to no operation.
  const text = JSON.stringify([paths, [...shared.values()]]);
  const isReferredTo = (kind: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Avow',
      version,
      description: `Answers that go on the record. Any enumeration in a response may gain values and any object may gain fields: ignore what you do not know.\n\nIds are TypeIDs: a prefix that names the kind of resource, \`_\` and a UUIDv7 in 26 characters of Crockford base32, \`${typeIdPattern.source}\`. Path parameters are not validated against it: a malformed id is not found, like an unknown one.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'answers', description: 'Questions and answers.' },
      { name: 'records', description: 'Audit records: reading, proofs, erasure, legal holds and retention.' },
      { name: 'log', description: 'The transparency log of records, for auditors.' },
      { name: 'content', description: 'Content packs: the knowledge that answers come from.' },
      {
        name: 'guardrails',
        description: 'The policy that checks questions, retrieved passages and answers.',
      },
      { name: 'insights', description: 'Feedback, calibration, unanswered questions and usage figures.' },
      { name: 'webhooks', description: 'Endpoints that events are sent to, and the deliveries to them.' },
      { name: 'access', description: 'People and how they sign in, keys and tenants.' },
      { name: 'service', description: 'Health, metrics and documentation of the service.' },
    ],
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
      responses: Object.fromEntries(shared),
      headers: Object.fromEntries(
        Object.entries(headerDescriptions)
          .filter(([name]) => isReferredTo('headers', name))
          .map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      examples: Object.fromEntries(
        problemCodes
          .filter((code) => isReferredTo('examples', code))
          .map((code) => [code, { summary: problems[code].title, value: problemExample(code, baseUrl) }]),
      ),
      securitySchemes: {
        [keyScheme]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the tenant. Each operation lists the scope that the key must have.',
        },
        [sessionScheme]: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description:
            'The session of a person who is signed in, whose role must have the scope. Requests that change something also need the header `X-CSRF-Token`.',
        },
      },
    },
  };
}
