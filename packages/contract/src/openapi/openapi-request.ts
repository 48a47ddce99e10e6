import type { z } from 'zod';
import { bytesType, type HttpOperation, jsonType } from '../api/operation.ts';
import { requestExamples } from '../api/operation-examples.ts';
import { type JsonObject, type SchemaComponents, toJsonSchema } from './json-schema.ts';

function buildPlace(
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

const ifNoneMatch: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the representation that you have. If it is still current, the response is 304.',
  schema: { type: 'string' },
};

/** The parameters of an operation, in the order in which they are sent. */
export function buildParameters(
  { request: { params, query, headers }, responses }: HttpOperation,
  components: SchemaComponents,
): JsonObject[] {
  return [
    ...buildPlace({ in: 'path', schema: params }, components),
    ...buildPlace({ in: 'query', schema: query }, components),
    ...buildPlace({ in: 'header', schema: headers }, components),
    ...(304 in responses ? [ifNoneMatch] : []),
  ];
}

/** Null: the operation takes no body. */
export function buildRequestBody(operation: HttpOperation, components: SchemaComponents): JsonObject | null {
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
