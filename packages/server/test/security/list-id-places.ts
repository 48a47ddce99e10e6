/** Where an operation takes an id of something that belongs to a tenant. */
export interface IdPlace {
  /** The name of the parameter or field: its kind. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  /** In the body: the fields on the way there. */
  readonly path: readonly string[];
}

export interface ApiOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly places: readonly IdPlace[];
  readonly example: Json | undefined;
  /** Its body is a file. */
  readonly isUpload: boolean;
  /** Needs neither a key nor a session. */
  readonly isOpen: boolean;
  readonly isForSessions: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Named by one word, and not an id: names of things that belong to no tenant. */
const unowned = new Set(['path', 'code', 'model']);

/** Every operation of an OpenAPI document, with the places for ids that its parameters and its body have. */
export function listOperations(document: unknown): ApiOperation[] {
  const root = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, never>>>> };
  const resolve = (schema: Json): Json => {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const keys = reference.slice(2).split('/');
    return keys.reduce<Json>((node, key) => node[key] as Json, root as unknown as Json);
  };

  function* placesIn(given: Json, path: readonly string[], depth = 0): Generator<IdPlace> {
    const schema = resolve(given);
    if (depth > 8) return;
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const part of (schema[key] as Json[] | undefined) ?? []) yield* placesIn(part, path, depth + 1);
    for (const [name, field] of Object.entries((schema['properties'] as Json | undefined) ?? {}))
      yield* placesIn(field as Json, [...path, name], depth + 1);
    if (schema['items'] !== undefined) yield* placesIn(schema['items'] as Json, [...path, '[]'], depth + 1);
    const name = path.findLast((part) => part !== '[]') ?? '';
    if (schema['type'] === 'string' && isIdField(name, schema))
      yield { name, in: 'body', isRequired: false, path };
  }

  return Object.entries(root.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => (operation as Json)['operationId'] !== undefined)
      .map(([method, operation]) => {
        const parameters = ((operation as Json)['parameters'] as Json[] | undefined) ?? [];
        const content = resolve(((operation as Json)['requestBody'] as Json | undefined) ?? {})['content'];
        const body = (content as Record<string, Json> | undefined)?.['application/json'];
        const given = parameters.map(resolve).flatMap((parameter): IdPlace[] => {
          const name = String(parameter['name']);
          const schema = resolve(parameter['schema'] as Json);
          const isRequired = parameter['required'] === true;
          const isId = parameter['in'] === 'path' ? !unowned.has(name) : isIdField(name, schema);
          const isHeader = parameter['in'] === 'header';
          return isId && !isHeader ? [{ name, in: parameter['in'] as 'path', isRequired, path: [] }] : [];
        });
        const inBody = body === undefined ? [] : [...placesIn(body['schema'] as Json, [])];
        const security = ((operation as Json)['security'] as Json[] | undefined) ?? [];
        return {
          operationId: String((operation as Json)['operationId']),
          method: method.toUpperCase() as ApiOperation['method'],
          path,
          places: [...given, ...uniqueBy(inBody, (place) => place.path.join('.'))],
          example: body?.['example'] as Json | undefined,
          isUpload: content !== undefined && body === undefined,
          isOpen: security.length === 0,
          isForSessions: security.length > 0 && !security.some((one) => 'apiKey' in one),
        };
      }),
  );
}

/** By its name, or by a pattern that begins with the prefix of an id. Ids of access keys elsewhere are not ours. */
/** Ids that other services give: of accounts and folders there. */
const foreign = new Set(['access_key_id', 'client_id', 'directory_id', 'folder_id']);

function isIdField(name: string, schema: Json): boolean {
  const pattern = String(schema['pattern'] ?? '');
  return (/_ids?$/.test(name) && !foreign.has(name)) || /^\^[a-z]{3,4}_\[/.test(pattern);
}

function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
