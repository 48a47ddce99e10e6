import { isObject, type Json, type JsonObject } from './json.ts';

/** Where a parameter is sent, and what it is called there and in Python. */
export interface Parameter {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly python: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** What a method returns. */
export type Result =
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'object' | 'text' | 'bytes' | 'nothing' | 'location' | 'events' };

export interface PythonOperation {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The rest of the path, slashes too, is its last parameter. */
  readonly takesRest: boolean;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The name of the type of its JSON body. */
  readonly body: { readonly type: string; readonly required: boolean } | null;
  readonly takesFiles: boolean;
  readonly result: Result;
  /** Statuses that are not errors. */
  readonly statuses: readonly number[];
}

const reserved = new Set([
  'from',
  'import',
  'class',
  'def',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'pass',
]);

function snakeCase(text: string): string {
  const words = text.replaceAll('-', '_').replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const name = words.toLowerCase();
  return reserved.has(name) ? `${name}_` : name;
}

function objectAt(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new Error(`${what} is not an object`);
  return value;
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** The last step of a reference. */
export function referredName(schema: Json | undefined): string | null {
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
}

function typeOfParameter({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (type === 'integer') return 'int';
  return type === 'boolean' ? 'bool' : 'str';
}

function readParameter(given: Json): Parameter {
  const { name, in: place, required, description, schema } = objectAt(given, 'a parameter');
  if (place !== 'path' && place !== 'query' && place !== 'header') throw new Error(`a parameter in ${place}`);
  return {
    place,
    name: textOf(name),
    python: snakeCase(textOf(name)),
    type: typeOfParameter(objectAt(schema, 'its schema')),
    required: required === true,
    description: textOf(description),
  };
}

function readResult(responses: readonly (readonly [number, JsonObject])[]): Result {
  if (responses.some(([status]) => status === 302 || status === 303)) return { kind: 'location' };
  for (const [, { content }] of responses) {
    const types = isObject(content) ? Object.keys(content) : [];
    const [first] = types;
    if (first === undefined || !isObject(content)) continue;
    const schema = objectAt(content[first], first)['schema'];
    const name = referredName(schema);
    if (first === 'application/json') return name === null ? { kind: 'object' } : { kind: 'model', name };
    if (first === 'text/event-stream') return { kind: 'events' };
    return { kind: first === 'application/octet-stream' ? 'bytes' : 'text' };
  }
  return { kind: 'nothing' };
}

function readOperation(path: string, method: string, operation: JsonObject): PythonOperation {
  const id = textOf(operation['operationId']);
  const responses = Object.entries(objectAt(operation['responses'], id))
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]) && !('$ref' in entry[1]))
    .map(([status, response]): [number, JsonObject] => [Number(status), response]);
  const requestBody = operation['requestBody'];
  const content = isObject(requestBody) ? objectAt(requestBody['content'], id) : {};
  const json = content['application/json'];
  const bodyType = isObject(json) ? referredName(json['schema']) : null;
  if (json !== undefined && bodyType === null) throw new Error(`the body of ${id} has no name`);
  const parameters = ((operation['parameters'] ?? []) as readonly Json[]).map(readParameter);
  return {
    id,
    name: snakeCase(id),
    method: method.toUpperCase(),
    path,
    takesRest: parameters.some(({ place, description }) => place === 'path' && /slashes/.test(description)),
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    parameters,
    body:
      bodyType === null
        ? null
        : { type: bodyType, required: isObject(requestBody) && requestBody['required'] === true },
    takesFiles: 'multipart/form-data' in content,
    result: readResult(responses),
    statuses: responses.map(([status]) => status).filter((status) => status !== 304),
  };
}

/** Every operation of an OpenAPI document, as the client offers it. */
export function readOperations(document: JsonObject): PythonOperation[] {
  return Object.entries(objectAt(document['paths'], 'paths')).flatMap(([path, item]) =>
    Object.entries(objectAt(item, path)).map(([method, operation]) =>
      readOperation(path, method, objectAt(operation, path)),
    ),
  );
}
