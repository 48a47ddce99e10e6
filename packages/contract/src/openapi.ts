import type { z } from 'zod';
import { chatErrorSchema } from './chat-completion.ts';
import { chatChunksExample } from './chat-examples.ts';
import { eventsExample, problemExample } from './examples.ts';
import { sessionCookieName } from './headers.ts';
import { typeIdPattern } from './ids.ts';
import { type JsonObject, type SchemaComponents, type SchemaSide, toJsonSchema } from './json-schema.ts';
import { buildWebhook } from './openapi-webhook.ts';
import {
  bytesType,
  eventStreamType,
  jsonType,
  type Operation,
  type OperationResponse,
  type ResponseHeaderName,
} from './operation.ts';
import { requestExamples, successExamples } from './operation-examples.ts';
import { type OperationId, operations } from './operations.ts';
import { problemDocumentSchema } from './problem.ts';
import { type ProblemCode, problemCodes, problems } from './problems.ts';
import { headerDescriptions } from './response-headers.ts';

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

function buildParameters(
  place: { readonly in: 'path' | 'query' | 'header'; readonly schema: z.ZodObject | undefined },
  components: SchemaComponents,
): JsonObject[] {
  if (place.schema === undefined) return [];
  const converted = toJsonSchema(place.schema, { components, side: 'request' });
  const required = new Set((converted['required'] ?? []) as string[]);
  return Object.entries(converted['properties'] as Record<string, JsonObject>).map(([name, property]) => {
    const { description, ...schema } = property;
    return {
      name,
      in: place.in,
      required: required.has(name),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
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

/** OpenAPI 3.1 can only describe a stream as text: the events are listed in the description, and for machines in an extension key. */
function buildEvents(
  events: NonNullable<OperationResponse['events']>,
  components: SchemaComponents,
): JsonObject {
  const schemas = Object.fromEntries(
    Object.entries(events).map(([type, schema]) => [
      type,
      toJsonSchema(schema, { components, side: 'response' }),
    ]),
  );
  const lines = Object.entries(schemas).map(
    ([type, schema]) => `- \`${type}\`: ${String(schema['$ref']).split('/').at(-1)}`,
  );
  return {
    schema: {
      type: 'string',
      contentMediaType: eventStreamType,
      // What `data` may be, for tools that do not know the extension key.
      contentSchema: {
        anyOf: [...new Map(Object.values(schemas).map((each) => [each['$ref'], each])).values()],
      },
      description: `Server-sent events. \`id\` is a number that counts up from 1, \`event\` is the type, and \`data\` is JSON in one line:\n\n${lines.join('\n')}\n\nMore types may be added: ignore types you do not know. Exactly one of the last four ends the stream. Lines that begin with a colon are keep-alive comments.`,
      'x-event-data': schemas,
    },
    example: eventsExample,
  };
}

function buildChunks(chunk: z.ZodType, components: SchemaComponents): JsonObject {
  const data = toJsonSchema(chunk, { components, side: 'response' });
  const name = String(data['$ref']).split('/').at(-1);
  return {
    schema: {
      type: 'string',
      description: `Server-sent events without a name. \`data\` is JSON in one line, a ${name}, or a ChatError if the answer failed; at the end it is \`[DONE]\`. Lines that begin with a colon are keep-alive comments.`,
      'x-event-data': { chunk: data },
    },
    example: chatChunksExample,
  };
}

function buildProblem(
  { errors }: Pick<Operation, 'errors'>,
  { status, codes }: { readonly status: number; readonly codes: readonly ProblemCode[] },
): JsonObject {
  const shared = {
    description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join('\n\n'),
    headers: headerReferences(problemHeaders(status)),
  };
  if (errors === 'chat')
    return { ...shared, content: { [jsonType]: { schema: { $ref: '#/components/schemas/ChatError' } } } };
  return {
    ...shared,
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Problems of one status that operations have in common, under the name that is made of their codes. */
type ProblemResponses = Map<string, JsonObject>;

function referToProblem(status: number, codes: readonly ProblemCode[], shared: ProblemResponses): JsonObject {
  const name = [...new Set(codes)].join('.');
  if (!shared.has(name)) shared.set(name, buildProblem({}, { status, codes }));
  return { $ref: `#/components/responses/${name}` };
}

function buildResponses(operationId: OperationId, { components, shared }: Shared): JsonObject {
  const operation: Operation = operations[operationId];
  const responses: Record<string, JsonObject> = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    const example = successExamples[operationId]?.[Number(status)];
    responses[status] = buildSuccess(response, example, components);
  }
  const byStatus = Map.groupBy(operation.problems, (code) => problems[code].status);
  for (const [status, codes] of byStatus) {
    if (String(status) in responses) throw new Error(`${operationId} describes ${status} twice`);
    responses[status] =
      operation.errors === 'chat'
        ? buildProblem(operation, { status, codes })
        : referToProblem(status, codes, shared);
  }
  return responses;
}

function buildRequestBody(operation: Operation, components: SchemaComponents): JsonObject | null {
  const { body, bodyOptional, upload } = operation.request;
  if (body === undefined && upload === undefined) return null;
  const content: Record<string, JsonObject> = {};
  if (body !== undefined) {
    content[jsonType] = {
      schema: toJsonSchema(body, { components, side: 'request' }),
      example: requestExamples[operation.operationId],
    };
  }
  for (const [mediaType, schema] of Object.entries(upload ?? {})) {
    // Generators write clients for a media type, and not for all of them.
    const published = mediaType === '*/*' ? bytesType : mediaType;
    content[published] = { schema: toJsonSchema(schema, { components, side: 'request' }) };
  }
  return { required: bodyOptional !== true, content };
}

/** A person who is signed in may do what a key with the same scope may do. */
function buildSecurity({ scope, session }: Operation): JsonObject[] {
  const bySession = { [sessionScheme]: [] };
  if (scope === null) return session === true ? [bySession] : [];
  return [{ [keyScheme]: [scope] }, bySession];
}

/** What operations refer to. */
interface Shared {
  readonly components: SchemaComponents;
  readonly shared: ProblemResponses;
}

const ifNoneMatch: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the representation that you have. If it is still current, the response is 304.',
  schema: { type: 'string' },
};

function buildOperation(operationId: OperationId, parts: Shared): JsonObject {
  const { components } = parts;
  const operation: Operation = operations[operationId];
  const { params, query, headers } = operation.request;
  const requestBody = buildRequestBody(operation, components);
  const parameters = [
    ...buildParameters({ in: 'path', schema: params }, components),
    ...buildParameters({ in: 'query', schema: query }, components),
    ...buildParameters({ in: 'header', schema: headers }, components),
    ...(304 in operation.responses ? [ifNoneMatch] : []),
  ];
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
