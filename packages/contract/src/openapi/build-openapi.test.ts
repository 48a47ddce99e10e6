import { expect, test } from 'vitest';
import type { HttpOperation } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { problemDocumentSchema } from '../api/problem.ts';
import { typeIdPattern } from '../fields/ids.ts';
import { type StreamEventType, streamEvents } from '../query/stream-events.ts';
import { problemCodes, problems } from '../values/problems.ts';
import { webhookEventSchema } from '../webhooks/webhook.ts';
import { buildOpenApi } from './build-openapi.ts';

const document = buildOpenApi({ baseUrl: 'https://answers.example', version: '1.2.3' });

function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), document);
}

function pathPointer(operation: HttpOperation): string {
  return `/paths/${operation.path.replaceAll('/', '~1')}/${operation.method.toLowerCase()}`;
}

/** Every object anywhere in the document. */
function* walk(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* walk(child);
}

const all: HttpOperation[] = Object.values(operations);

test('it is an OpenAPI 3.1 document of this instance', () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { title: 'Avow', version: '1.2.3' },
    servers: [{ url: 'https://answers.example' }],
  });
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

test('[CON-11-01] every operation is described, with its answers and its problems', () => {
  for (const operation of all) {
    const described = at(pathPointer(operation)) as {
      responses: object;
      security: object[];
      operationId: string;
    };
    expect(described.operationId).toBe(operation.operationId);
    const statuses = [
      ...Object.keys(operation.responses),
      ...operation.problems.map((code) => String(problems[code].status)),
    ];
    expect(new Set(Object.keys(described.responses))).toEqual(new Set(statuses));
    const byKey =
      operation.scope === null || operation.session === true ? [] : [{ apiKey: [operation.scope] }];
    const bySession = operation.scope !== null || operation.session === true ? [{ session: [] }] : [];
    expect(described.security).toEqual([...byKey, ...bySession]);
    for (const code of operation.problems) {
      if (operation.errors === 'chat') {
        const pointer = `${pathPointer(operation)}/responses/${problems[code].status}/content`;
        expect(at(`${pointer}/application~1json/schema/$ref`)).toBe('#/components/schemas/ChatError');
        continue;
      }
      const { $ref } = at(`${pathPointer(operation)}/responses/${problems[code].status}`) as { $ref: string };
      expect(at(`${$ref.slice(1)}/content/application~1problem+json/examples/${code}`)).toEqual({
        $ref: `#/components/examples/${code}`,
      });
    }
  }
  expect(Object.keys(at('/paths') as object)).toHaveLength(new Set(all.map(({ path }) => path)).size);
});

test('the events that webhooks receive are described, with their headers', () => {
  const event = at('/webhooks/event/post') as { parameters: { name: string }[] };
  expect(event.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  const content = at('/webhooks/event/post/requestBody/content/application~1json') as { example: unknown };
  expect(content).toMatchObject({ schema: { $ref: '#/components/schemas/WebhookEvent' } });
  expect(webhookEventSchema.safeParse(content.example).error).toBeUndefined();
});

test('every reference resolves, and every named schema is used', () => {
  const references = new Set<string>();
  for (const { $ref } of walk(document)) {
    if (typeof $ref !== 'string') continue;
    expect($ref).toMatch(/^#\/components\//);
    expect(at($ref.slice(1)), $ref).toBeTypeOf('object');
    references.add($ref);
  }
  for (const name of Object.keys(at('/components/schemas') as object)) {
    expect(references).toContain(`#/components/schemas/${name}`);
  }
});

test('examples are valid under their schemas', () => {
  let checked = 0;
  for (const operation of all) {
    for (const [status, { mediaType, schema }] of Object.entries(operation.responses)) {
      if (mediaType === null) continue;
      const content = `${pathPointer(operation)}/responses/${status}/content/${mediaType.replaceAll('/', '~1')}`;
      if (schema === null) continue;
      expect(schema.safeParse(at(`${content}/example`)).error).toBeUndefined();
      checked++;
    }
  }
  expect(checked).toBeGreaterThanOrEqual(8);
  for (const operation of all) {
    const { body } = operation.request;
    if (body === undefined) continue;
    const example = at(`${pathPointer(operation)}/requestBody/content/application~1json/example`);
    expect(body.safeParse(example).error, operation.operationId).toBeUndefined();
  }
  // No operation answers with this one: the method has none.
  for (const code of problemCodes.filter((each) => each !== 'method_not_allowed')) {
    expect(problemDocumentSchema.safeParse(at(`/components/examples/${code}/value`)).error).toBeUndefined();
  }
});

test('[CON-10-01] [CON-0-02] responses are open to new fields and values', () => {
  const schemas = at('/components/schemas') as Record<string, unknown>;
  const responses = Object.entries(schemas).filter(
    ([name]) => !name.endsWith('Request') && name !== 'Readiness',
  );
  expect(responses.length).toBeGreaterThan(15);
  for (const schema of walk(responses)) {
    expect(schema['additionalProperties']).not.toBe(false);
    expect(schema['enum']).toBeUndefined();
  }
  expect(at('/components/schemas/QueryResponse/properties/status')).toMatchObject({
    type: 'string',
    'x-extensible-enum': expect.arrayContaining(['delivered', 'in_review']),
    description: expect.stringContaining('accept values that you do not know'),
  });
  expect(at('/components/schemas/Problem/properties/code/x-extensible-enum')).toEqual([...problemCodes]);
});

test('the request schema is as strict as validation', () => {
  expect(at('/components/schemas/QueryRequest')).toMatchObject({
    additionalProperties: false,
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
      model_tier: { type: 'integer', minimum: 0, maximum: 3 },
      groups: { maxItems: 64, items: { minLength: 1, maxLength: 128 } },
      metadata: { maxProperties: 16, additionalProperties: { type: 'string', maxLength: 512 } },
      answer_format: {
        enum: ['structured_text', 'plain_text', 'markdown', 'json'],
        default: 'structured_text',
      },
    },
    dependentSchemas: { answer_schema: { required: ['answer_format'] } },
  });
});

test('files are described as forms, and as what they are', () => {
  const documents = at(`${pathPointer(operations.addDocuments)}/requestBody`) as { content: object };
  expect(Object.keys(documents.content)).toEqual(['application/json', 'multipart/form-data']);
  expect(at('/components/schemas/DocumentUploadRequest')).toMatchObject({
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'array',
        maxItems: 64,
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    },
  });
  const pairs = at(`${pathPointer(operations.importQna)}/requestBody`) as { content: object };
  expect(Object.keys(pairs.content)).toEqual(['multipart/form-data', 'application/octet-stream']);
  expect(at(`${pathPointer(operations.publishContentPack)}/requestBody/required`)).toBe(false);
});

test('what is not JSON is a text, or bytes', () => {
  const content = (operation: HttpOperation) => at(`${pathPointer(operation)}/responses/200/content`);
  expect(content(operations.getLogCheckpoint)).toEqual({
    'text/plain': { schema: { type: 'string' }, example: expect.stringMatching(/^avow\/ten_.*\n5\n/) },
  });
  expect(content(operations.getLogTile)).toEqual({
    'application/octet-stream': {
      schema: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  });
  expect(at(`${pathPointer(operations.getLogTile)}/parameters/0/description`)).toContain('slashes');
});

test('every operation is under a tag that is described', () => {
  const tags = at('/tags') as { name: string }[];
  expect(new Set(all.map(({ tag }) => tag))).toEqual(new Set(tags.map(({ name }) => name)));
});

test('the published pattern of a prompt means what trimming means', () => {
  const pattern = new RegExp(at('/components/schemas/QueryRequest/properties/prompt/pattern') as string, 'u');
  for (let code = 0; code <= 0xffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCharCode(code);
    if (pattern.test(character) !== character.trim().length > 0) expect.fail(`U+${code.toString(16)}`);
  }
});

test('the published pattern of a language takes every tag that is accepted', () => {
  const pattern = new RegExp(
    at('/components/schemas/QueryRequest/properties/language/pattern') as string,
    'u',
  );
  for (const tag of [
    'en',
    'pt-BR',
    'zh-Hant-TW',
    'sl-rozaj-biske',
    'de-1996',
    'de-DE-u-co-phonebk',
    'en-x-home',
  ]) {
    expect(pattern.test(tag)).toBe(true);
  }
});

test('headers and parameters are described', () => {
  const query = at(pathPointer(operations.executeQuery)) as { parameters: { name: string; in: string }[] };
  expect(query.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'header Idempotency-Key',
    'header Prefer',
    'header End-User-Token',
    'header Visitor-Token',
  ]);
  const { $ref } = at(`${pathPointer(operations.executeQuery)}/responses/429`) as { $ref: string };
  const tooMany = at(`${$ref.slice(1)}/headers`) as object;
  expect(Object.keys(tooMany).sort()).toEqual([
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-Id',
  ]);
  expect(at(`${pathPointer(operations.getAudit)}/parameters/0`)).toMatchObject({
    in: 'path',
    required: true,
  });
  expect(at(`${pathPointer(operations.executeQuery)}/responses/202/headers/Location`)).toBeTypeOf('object');
  expect(at(`${pathPointer(operations.getLogTile)}/parameters/1/name`)).toBe('If-None-Match');
  const ifMatch = at(`${pathPointer(operations.replaceGuardrails)}/parameters/0/schema/pattern`) as string;
  for (const tag of ['*', '"3"', 'W/"3"', '"3", "4"', '""']) expect(tag).toMatch(new RegExp(ifMatch));
  for (const tag of ['', '3', "'3'", '"3" "4"', '"3', '"3",']) expect(tag).not.toMatch(new RegExp(ifMatch));
});

test('[CON-7-01] a stream is described by the data of each of its events', () => {
  for (const operation of [operations.executeQuery, operations.streamMessageEvents]) {
    const content = `${pathPointer(operation)}/responses/200/content/text~1event-stream`;
    const { description, 'x-event-data': data } = at(`${content}/schema`) as {
      description: string;
      'x-event-data': Record<string, { $ref: string }>;
    };
    expect(Object.keys(data)).toEqual(Object.keys(streamEvents));
    for (const [type, { $ref }] of Object.entries(data)) {
      expect(description).toContain(`\`${type}\`: ${$ref.split('/').at(-1)}`);
    }
    const lines = (at(`${content}/example`) as string).split('\n').filter((line) => line !== '');
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith('data: ')) continue;
      const type = lines[index - 1]?.slice('event: '.length) as StreamEventType;
      expect(streamEvents[type].safeParse(JSON.parse(line.slice('data: '.length))).error).toBeUndefined();
    }
  }
});

test('[CON-0-01] names on the wire are snake_case', () => {
  const names = [...walk(at('/components/schemas'))].flatMap(({ properties }) =>
    Object.keys(Object(properties)),
  );
  expect(names.length).toBeGreaterThan(80);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
});

test('[CON-1-01] the pattern of ids is stated with every prefix', () => {
  expect(at('/info/description')).toContain(`\`${typeIdPattern.source}\``);
});

test('operation ids make names in any language, and no two differ by their case alone', () => {
  const ids = all.map(({ operationId }) => operationId);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
});
