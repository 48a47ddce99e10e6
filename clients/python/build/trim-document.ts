import { isObject, type Json, type JsonObject } from './json.ts';

/** Rules on values: the service checks them, and a client that did too would refuse what a later version accepts. */
const rules = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'default'],
  ...['dependentRequired', 'dependentSchemas', 'contentMediaType', 'contentSchema', 'examples'],
]);

/** A schema with nothing but its shape. `additionalProperties: false` goes too: requests are typed by their fields. */
function trimSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(trimSchema);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      !rules.has(name) &&
      !name.startsWith('x-') &&
      !(name === 'additionalProperties' && value === false) &&
      !(name === 'format' && value !== 'date-time' && value !== 'date'),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'properties' && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, trimSchema(inner)]))
        : trimSchema(value),
    ]),
  );
}

function referencesIn(value: Json): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) =>
    String(name),
  );
}

/** The document of these schemas and of what they refer to, for a generator of types. */
export function trimDocument(
  schemas: Readonly<Record<string, Json>>,
  roots: Iterable<string>,
): { readonly document: JsonObject; readonly names: readonly string[] } {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...referencesIn(trimSchema(schemas[name] ?? null)));
  }
  const names = [...found].sort();
  const kept = names.map((name): [string, Json] => [name, trimSchema(schemas[name] ?? null)]);
  return {
    names,
    document: {
      openapi: '3.1.1',
      info: { title: 'Avow', version: '1' },
      paths: {},
      components: { schemas: Object.fromEntries(kept) },
    },
  };
}
