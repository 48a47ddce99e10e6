import type { z } from 'zod';
import { eventsExample } from '../api/examples.ts';
import { eventStreamType, type OperationResponse } from '../api/operation.ts';
import { chatChunksExample } from '../chat/chat-examples.ts';
import { type JsonObject, type SchemaComponents, toJsonSchema } from './json-schema.ts';

/** OpenAPI 3.1 can only describe a stream as text: the events are listed in the description, and for machines in an extension key. */
export function buildEvents(
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

export function buildChunks(chunk: z.ZodType, components: SchemaComponents): JsonObject {
  const data = toJsonSchema(chunk, { components, side: 'response' });
  const name = String(data['$ref']).split('/').at(-1);
  return {
    schema: {
      type: 'string',
      contentMediaType: eventStreamType,
      contentSchema: data,
      description: `Server-sent events without a name. \`data\` is JSON in one line, a ${name}, or a ChatError if the answer failed; at the end it is \`[DONE]\`. Lines that begin with a colon are keep-alive comments.`,
      'x-event-data': { chunk: data },
    },
    example: chatChunksExample,
  };
}
