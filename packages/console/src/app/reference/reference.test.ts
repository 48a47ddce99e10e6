import { buildOpenApi } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { highlightCode } from './highlight.ts';
import { type OpenApiDocument, readReference } from './openapi.ts';
import { draftRequest, filledPath, type RequestDraft, sampleOf } from './request.ts';
import { indexReference, searchReference } from './search-reference.ts';
import { writeSnippet } from './snippets.ts';

const baseUrl = 'https://answers.example';
const reference = readReference(
  JSON.parse(JSON.stringify(buildOpenApi({ baseUrl, version: '1.2.3' }))) as OpenApiDocument,
);

function operation(id: string) {
  const found = reference.operations.get(id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

const hostile = `It's "quoted", \\ and \${HOME} and \`id\` and $(id)\nünï 😀 </script>`;

describe('reading the document', () => {
  it('finds every operation in a group, with its scope and its problems', () => {
    const grouped = reference.groups.flatMap(({ operations }) => operations);
    expect(grouped.length).toBe(reference.operations.size);
    expect(grouped.length).toBeGreaterThan(100);
    expect(operation('executeQuery')).toMatchObject({
      method: 'POST',
      path: '/v1/query',
      scope: 'query:write',
      takesSession: true,
    });
    expect(operation('getHealth').scope).toBeNull();
    expect(reference.problems.map(({ code }) => code)).toContain('validation_failed');
  });

  it('has a request for every operation that can be written in every language', () => {
    for (const each of reference.operations.values()) {
      const draft = draftRequest(each, reference);
      for (const language of ['curl', 'typescript', 'python'] as const)
        expect(writeSnippet(language, { operation: each, draft, baseUrl })).toContain(
          `${baseUrl}${each.path.split('{')[0]}`,
        );
    }
  });

  it('ends with schemas that contain themselves', () => {
    const endless = {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/components/schemas/Endless' } },
    };
    const document = {
      info: { title: 'a', version: '1' },
      servers: [],
      tags: [],
      paths: {},
      components: { schemas: { Endless: endless, Loop: { $ref: '#/components/schemas/Loop' } } },
    };
    const read = readReference(document);
    expect(JSON.stringify(sampleOf({ $ref: '#/components/schemas/Endless' }, read))).toContain('next');
    expect(sampleOf({ $ref: '#/components/schemas/Loop' }, read)).toBeNull();
    expect(sampleOf({ $ref: '#/components/schemas/__proto__' }, read)).toBeNull();
  });
});

describe('requests as code', () => {
  const query = operation('executeQuery');
  const draft: RequestDraft = {
    ...draftRequest(query, reference),
    parameters: { 'header Idempotency-Key': "it's" },
    text: JSON.stringify({ prompt: hostile, stream: false, language: null }, null, 2),
  };

  it('calls fetch in TypeScript with the same request', async () => {
    const code = writeSnippet('typescript', { operation: query, draft, baseUrl });
    const calls: unknown[][] = [];
    const fetchStub = async (...given: unknown[]) => {
      calls.push(given);
      return { status: 200, text: async () => '' };
    };
    const [imported = '', ...rest] = code.split('\n');
    expect(imported).toBe('import { env } from "node:process";');
    const run = new Function('fetch', 'env', 'console', `return (async () => {${rest.join('\n')}})()`);
    await run(fetchStub, { AVOW_API_KEY: 'secret' }, { log: () => undefined });
    const [[url, options]] = calls as [[string, { headers: Record<string, string>; body: string }]];
    expect(url).toBe(`${baseUrl}/v1/query`);
    expect(options.headers).toMatchObject({ Authorization: 'Bearer secret', 'Idempotency-Key': "it's" });
    expect(JSON.parse(options.body)).toEqual(JSON.parse(draft.text));
  });

  it('writes values as Python does', () => {
    const code = writeSnippet('python', { operation: query, draft, baseUrl });
    expect(code).toContain('"stream": False,');
    expect(code).toContain('"language": None,');
    expect(code).toContain('requests.post(');
    expect(code).toContain(JSON.stringify(hostile));
  });

  it('sends files as a form', () => {
    const upload = operation('addDocuments');
    const form = { ...draftRequest(upload, reference), mediaType: 'multipart/form-data' };
    const given = { operation: upload, draft: form, baseUrl };
    expect(writeSnippet('curl', given)).toContain(`-F 'file=@"handbook.pdf"'`);
    expect(writeSnippet('typescript', given)).toContain('form.append("file"');
    expect(writeSnippet('python', given)).toContain('("file", open("handbook.pdf", "rb"))');
  });

  it('keeps the braces of what is missing, and slashes only where a path has them', () => {
    const packs = operation('getContentPack');
    const empty = { ...draftRequest(packs, reference), parameters: {} };
    expect(filledPath(packs, empty)).toBe('/v1/content-packs/{pack_id}');
    expect(filledPath(packs, { ...empty, parameters: { 'path pack_id': 'a/../b' } })).toBe(
      '/v1/content-packs/a%2F..%2Fb',
    );
    const tile = operation('getLogTile');
    const path = { ...draftRequest(tile, reference), parameters: { 'path path': '0/x001/067' } };
    expect(filledPath(tile, path)).toBe('/v1/log/tile/0/x001/067');
  });
});

describe('searching', () => {
  const entries = indexReference(reference);
  const first = (text: string) => searchReference(entries, text, 5)[0]?.target;

  it('finds operations by title, path and id, schemas by field, and problems by code', () => {
    expect(first('ask a question')).toBe('executeQuery');
    expect(first('POST /v1/query')).toBe('executeQuery');
    expect(first('publishContentPack')).toBe('publishContentPack');
    expect(first('QueryResponse')).toBe('schema-QueryResponse');
    expect(first('validation_failed')).toBe('problem-validation_failed');
    expect(searchReference(entries, 'tool_confidence_score', 5).map(({ kind }) => kind)).toContain('schema');
  });

  it('finds nothing for nothing', () => {
    expect(searchReference(entries, '  ', 5)).toEqual([]);
    expect(searchReference(entries, 'zzzz', 5)).toEqual([]);
  });
});

it('colours code without changing it', () => {
  const code = `curl -d '{"a": [1, true, "x"]}' # ${hostile}`;
  const pieces = highlightCode(code);
  expect(pieces.map(({ text }) => text).join('')).toBe(code);
  expect(new Set(pieces.map(({ kind }) => kind))).toContain('string');
});
