import { buildOpenApi, type HttpOperation, operations } from '@avow/contract';
import { streamEvents } from '@avow/contract/query';
import { comment, type JsonSchema, schemaToType } from './schema-to-type.ts';

/** The files that say what the contract says, in a form that needs neither the contract nor zod. */
export interface GeneratedFiles {
  readonly 'types.ts': string;
  readonly 'routes.ts': string;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

type Schemas = Document['components']['schemas'];

const jsonType = 'application/json';
const head = '// Generated from the contract by "npm run build -- client-sources". Do not edit.\n';
const camelCase = (name: string) => name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string) => camelCase(name).replace(/^\w/, (letter) => letter.toUpperCase());

export function generateClient(): GeneratedFiles {
  const document = buildOpenApi({ baseUrl: 'http://127.0.0.1:8642', version: '1' }) as unknown as Document;
  const { schemas } = document.components;
  const all: readonly HttpOperation[] = Object.values(operations);
  const described = all.map((operation) => describe(operation, document));
  return {
    'types.ts': [
      head,
      "import type { EventsOf, Open, PagePromise, RequestOptions, UploadBody } from '../src/shapes.ts';\n",
      ...Object.entries(schemas)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => declare(name, schema)),
      ...described.map(({ queryType }) => queryType).filter((text) => text !== ''),
      eventTypes(),
      '/** A method for each operation of the service. */',
      `export interface Operations {\n${described.map(({ method }) => method).join('\n')}}`,
      '',
    ].join('\n'),
    'routes.ts': [
      head,
      "import type { Route } from '../src/shapes.ts';\n",
      ...described.map(({ route }) => route),
      '',
    ].join('\n'),
  };
}

function declare(name: string, schema: JsonSchema): string {
  const about = typeof schema === 'boolean' ? '' : comment(schema['description'], '');
  const type = schemaToType(schema);
  const isObject = typeof schema === 'object' && schema['properties'] !== undefined;
  return isObject && type.startsWith('{')
    ? `${about}export interface ${name} ${type}\n`
    : `${about}export type ${name} = ${type};\n`;
}

function eventTypes(): string {
  const members = Object.entries(streamEvents).map(
    ([type, schema]) => `  ${JSON.stringify(type)}: ${String(schema.meta()?.['id'])};`,
  );
  return [
    '/** The data of each event of a stream, by its type. */',
    `export interface StreamData {\n${members.join('\n')}\n}\n`,
    '/** An event of a stream. Ignore types that you do not know: more may be added. */',
    'export type StreamEvent = EventsOf<StreamData>;\n',
  ].join('\n');
}

interface Described {
  /** Of the query parameters, if there are any. */
  readonly queryType: string;
  readonly method: string;
  readonly route: string;
}

function describe(operation: HttpOperation, { paths, components: { schemas } }: Document): Described {
  const { operationId, path, method, summary } = operation;
  const documented = paths[path]?.[method.toLowerCase()];
  if (documented === undefined) throw new Error(`The OpenAPI document lacks ${operationId}.`);
  const parameters = documented.parameters ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const queryName = `${pascalCase(operationId)}Query`;
  const page = pageEntry(documented, schemas);
  const isPaged = page !== null && query.some(({ name }) => name === 'cursor');
  const args = [
    ...pathNames(path).map((name) => `${camelCase(name)}: string`),
    ...bodyArgument(operation, documented),
    ...(query.length === 0
      ? []
      : [`query${query.some(({ required }) => required) ? '' : '?'}: ${queryName}`]),
    'options?: RequestOptions',
  ];
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const about = `${summary}.${headers.length === 0 ? '' : ` Headers: ${headers.join(', ')}.`}`;
  const returned = resultOf(operation, documented);
  const result = isPaged
    ? `PagePromise<${returned}, ${page}>`
    : isStream(operation)
      ? 'AsyncIterable<StreamEvent>'
      : `Promise<${returned}>`;
  return {
    queryType: query.length === 0 ? '' : queryInterface(queryName, query),
    method: `${comment(about, '  ')}  ${operationId}(${args.join(', ')}): ${result};\n`,
    route: `export const ${operationId} = ${routeOf(operation, { hasQuery: query.length > 0, isPaged, headers })} as const satisfies Route;`,
  };
}

const isStream = ({ operationId }: HttpOperation) => operationId === 'streamMessageEvents';
const pathNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function queryInterface(name: string, query: readonly Parameter[]): string {
  const members = query.map(
    (parameter) =>
      `${comment(parameter.description, '  ')}  ${parameter.name}${parameter.required ? '' : '?'}: ${schemaToType(parameter.schema, '  ')};\n`,
  );
  return `export interface ${name} {\n${members.join('')}}\n`;
}

/** A body that must be empty, if it is sent at all, is not worth an argument. */
function takesBody({ body, upload }: HttpOperation['request']): boolean {
  return upload !== undefined || (body !== undefined && body.meta()?.['id'] !== 'EmptyRequest');
}

function bodyArgument({ request }: HttpOperation, { requestBody }: DocumentedOperation): string[] {
  if (!takesBody(request)) return [];
  const json = request.body === undefined ? undefined : requestBody?.content[jsonType]?.schema;
  const types = [
    ...(json === undefined ? [] : [schemaToType(json, '  ')]),
    ...Object.keys(request.upload ?? {}).map((type) =>
      type === 'multipart/form-data' ? 'FormData' : 'UploadBody',
    ),
  ];
  return [`body${request.bodyOptional === true ? '?' : ''}: ${types.join(' | ')}`];
}

/** What of a response a caller gets. */
function returnsOf({ responses }: HttpOperation): 'json' | 'text' | 'bytes' | 'nothing' | 'response' {
  const first = Object.entries(responses)[0];
  const [status, response] = first ?? [];
  if (Number(status) >= 300) return 'response';
  if (response?.mediaType == null) return 'nothing';
  if (response.mediaType === jsonType) return 'json';
  return response.mediaType.startsWith('text/') ? 'text' : 'bytes';
}

function resultOf(operation: HttpOperation, { responses }: DocumentedOperation): string {
  const returns = returnsOf(operation);
  if (returns === 'response') return 'Response';
  if (returns === 'nothing') return 'void';
  if (returns === 'text') return 'string';
  if (returns === 'bytes') return 'Uint8Array<ArrayBuffer>';
  const schemas = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([, { content }]) => content?.[jsonType]?.schema)
    .filter((schema) => schema !== undefined);
  return [...new Set(schemas.map((schema) => schemaToType(schema, '  ')))].join(' | ');
}

/** The type of the entries if the response is a page of a list. */
function pageEntry({ responses }: DocumentedOperation, schemas: Schemas): string | null {
  const schema = responses['200']?.content?.[jsonType]?.schema;
  if (typeof schema !== 'object') return null;
  const { $ref } = schema;
  const named = typeof $ref === 'string' ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : schema;
  const properties = (typeof named === 'object' ? named['properties'] : undefined) as
    | Readonly<Record<string, JsonSchema>>
    | undefined;
  const data = properties?.['data'];
  if (properties?.['next_cursor'] === undefined || typeof data !== 'object') return null;
  return schemaToType((data['items'] ?? true) as JsonSchema, '  ');
}

function routeOf(
  operation: HttpOperation,
  facts: { readonly hasQuery: boolean; readonly isPaged: boolean; readonly headers: readonly string[] },
): string {
  const { method, path, request } = operation;
  const returns = returnsOf(operation);
  const takesKey = facts.headers.includes('Idempotency-Key');
  const alsoReturns = Object.entries(operation.responses)
    .filter(([status, { schema }]) => Number(status) >= 400 && schema !== null)
    .map(([status]) => status);
  return `{ ${[
    `method: '${method}'`,
    `path: '${path}'`,
    ...(takesBody(request) ? ['body: true'] : []),
    ...(facts.hasQuery ? ['query: true'] : []),
    ...(facts.isPaged ? ['paged: true'] : []),
    ...(takesKey ? ['takesKey: true'] : []),
    ...(returns === 'json' ? [] : [`returns: '${returns}'`]),
    ...(alsoReturns.length === 0 ? [] : [`alsoReturns: [${alsoReturns.join(', ')}]`]),
  ].join(', ')} }`;
}
