import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOpenApi } from '@avow/contract';
import { isObject, type Json, type JsonObject } from './json.ts';
import { readOperations, referredName } from './read-operations.ts';
import { trimDocument } from './trim-document.ts';
import { writeEvents, writeOperations } from './write-operations.ts';

const folder = fileURLToPath(new URL('../src/avow/_generated', import.meta.url));

const common = [
  ...['--input-file-type', 'openapi', '--target-python-version', '3.10', '--disable-timestamp'],
  ...['--use-standard-collections', '--use-union-operator', '--use-annotated', '--use-field-description'],
  ...[
    '--enum-field-as-literal',
    'all',
    '--naming-strategy',
    'parent-prefixed',
    '--formatters',
    'ruff-format',
  ],
];
const kinds = {
  models: [
    '--output-model-type',
    'pydantic_v2.BaseModel',
    '--extra-fields',
    'allow',
    '--output-datetime-class',
    'datetime',
  ],
  params: ['--output-model-type', 'typing.TypedDict'],
};

function at(value: Json | undefined, ...steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>((found, step) => (isObject(found) ? found[step] : undefined), value);
}

function schemaNames(value: Json | undefined): string[] {
  return [...JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) =>
    String(name),
  );
}

/** `QueryRequest` without the question, for the methods that take it as an argument of its own. */
function withQueryOptions(schemas: JsonObject): JsonObject {
  const request = schemas['QueryRequest'];
  const properties = at(request, 'properties');
  if (!isObject(request) || !isObject(properties)) throw new Error('QueryRequest is not an object');
  const { prompt: _prompt, stream: _stream, ...options } = properties;
  return { ...schemas, QueryOptions: { ...request, properties: options, required: [] } };
}

/** Writes the generated part of the package, with the tools of the folder `bin` of a Python environment. */
export function generateClient(bin: string): void {
  const document = JSON.parse(
    JSON.stringify(buildOpenApi({ baseUrl: 'http://127.0.0.1:8642', version: '0.1.0' })),
  ) as JsonObject;
  const schemas = at(document, 'components', 'schemas');
  if (!isObject(schemas)) throw new Error('the document has no schemas');
  const operations = readOperations(document);
  const roots = {
    models: schemaNames([document['paths'] ?? null, document['webhooks'] ?? null]).filter(
      (name) => !name.endsWith('Request'),
    ),
    params: ['QueryOptions', ...operations.flatMap(({ body }) => (body === null ? [] : [body.type]))],
  };
  roots.models.push('Problem');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'avow-python-'));
  for (const [kind, options] of Object.entries(kinds)) {
    const input = join(work, `${kind}.json`);
    const trimmed = trimDocument(withQueryOptions(schemas), roots[kind as keyof typeof kinds]);
    writeFileSync(input, JSON.stringify(trimmed.document));
    const output = join(folder, `${kind}.py`);
    execFileSync(
      join(bin, 'datamodel-codegen'),
      ['--input', input, '--output', output, ...common, ...options],
      {
        env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
  }
  rmSync(work, { recursive: true });
  const events = at(
    ...([document, 'paths', '/v1/query', 'post', 'responses', '200', 'content'] as const),
    ...['text/event-stream', 'schema', 'x-event-data'],
  );
  const eventModels = Object.entries(isObject(events) ? events : {}).map(
    ([type, schema]): [string, string] => [type, referredName(schema) ?? ''],
  );
  writeFileSync(join(folder, '__init__.py'), '');
  writeFileSync(join(folder, 'events.py'), writeEvents(new Map(eventModels)));
  writeFileSync(join(folder, 'operations.py'), writeOperations(operations));
  execFileSync(join(bin, 'ruff'), ['format', '--quiet', folder]);
}
