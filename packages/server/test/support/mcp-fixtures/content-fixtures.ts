import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const none = z.object({});

type Content = CallToolResult['content'];

const image: Content[number] = { type: 'image', data: png, mimeType: 'image/png' };

const fixed: Readonly<Record<string, Content>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ],
  test_streaming_elicitation: [{ type: 'text', text: 'Nothing is asked of the client.' }],
};

/** Every keyword must arrive as it is written here. */
const wideSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** Arguments that a proxy can read from headers. */
const headerSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    level: { type: 'integer' },
  },
} as const;

/** Tools that return content of each kind, notify, or fail. */
export function addContentFixtures(server: McpServer): void {
  for (const [name, content] of Object.entries(fixed))
    server.registerTool(name, { description: 'Returns fixed content.', inputSchema: none }, () => ({
      content,
    }));
  server.registerTool('test_error_handling', { description: 'Fails.', inputSchema: none }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema of many keywords.', inputSchema: fromJsonSchema(wideSchema) },
    (given) => textResult(JSON.stringify(given)),
  );
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Has an argument that headers repeat.',
      inputSchema: fromJsonSchema<{ region?: string }>(headerSchema),
    },
    ({ region = 'none' }) => textResult(region),
  );
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three times.', inputSchema: none },
    async (_given, { mcpReq: { notify } }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await notify({ method: 'notifications/message', params: { level: 'info', data } });
        await sleep(50);
      }
      return textResult('Logged.');
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs if the request asks for it.', inputSchema: none },
    async (_given, { mcpReq: { log } }) => {
      await log('info', 'Only for a request with a log level.');
      return textResult('Logged.');
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress.', inputSchema: none },
    async (_given, { mcpReq: { notify, _meta: meta } }) => {
      const progressToken = meta?.progressToken;
      if (progressToken !== undefined)
        for (const progress of [0, 50, 100]) {
          await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
          await sleep(50);
        }
      return textResult('Done.');
    },
  );
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
