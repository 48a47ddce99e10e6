/** A JSON Schema, as the OpenAPI document has it. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean;

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const isIdentifier = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);
const literals = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ');
const schemasOf = (value: unknown) => (Array.isArray(value) ? (value as readonly JsonSchema[]) : []);

/** A comment for editors to show, or nothing. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n`;
}

/** The TypeScript type of what a schema accepts. Rules that a type cannot express are left out. */
export function schemaToType(schema: JsonSchema, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown';
  const { $ref, const: only, enum: values, type } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return literals(values);
  const known = schema['x-extensible-enum'];
  if (Array.isArray(known)) return `Open<${literals(known)}>`;
  const choices = [...schemasOf(schema['anyOf']), ...schemasOf(schema['oneOf'])];
  // Choices between sets of required members only say more about the members beside them.
  if (choices.length > 0 && schema['properties'] === undefined) return union(choices, indent);
  const parts = schemasOf(schema['allOf']);
  if (parts.length > 0 && schema['properties'] === undefined)
    return parts.map((part) => `(${schemaToType(part, indent)})`).join(' & ');
  if (Array.isArray(type))
    return union(
      type.map((name: string) => ({ ...schema, type: name })),
      indent,
    );
  if (type === 'array') return arrayType(schema, indent);
  if (type === 'object' || schema['properties'] !== undefined) return objectType(schema, indent);
  return primitives[String(type)] ?? 'unknown';
}

function union(choices: readonly JsonSchema[], indent: string): string {
  return [...new Set(choices.map((choice) => schemaToType(choice, indent)))].join(' | ');
}

function arrayType(schema: Readonly<Record<string, unknown>>, indent: string): string {
  const places = schemasOf(schema['prefixItems']);
  if (places.length > 0) return `[${places.map((place) => schemaToType(place, indent)).join(', ')}]`;
  return `Array<${schemaToType((schema['items'] ?? true) as JsonSchema, indent)}>`;
}

function objectType(schema: Readonly<Record<string, unknown>>, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const rest = schema['additionalProperties'];
  if (properties.length === 0) {
    if (rest === false) return 'Record<string, never>';
    return `Record<string, ${rest === undefined ? 'unknown' : schemaToType(rest as JsonSchema, indent)}>`;
  }
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const inner = `${indent}  `;
  const members = properties.map(([name, property]) => {
    const about = typeof property === 'boolean' ? '' : comment(property['description'], inner);
    const key = isIdentifier(name) ? name : JSON.stringify(name);
    return `${about}${inner}${key}${required.has(name) ? '' : '?'}: ${schemaToType(property, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}
