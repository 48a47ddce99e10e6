import { z } from 'zod';
import { extensibleEnumKey } from '../fields/open-enum.ts';

export type JsonObject = Record<string, unknown>;

/** Named schemas met while converting, to be written once and referred to. */
export type SchemaComponents = Map<string, JsonObject>;

/**
 * `request`: exactly what validation accepts. `response`: what clients may rely on, so that adding a field or a
 * value breaks no client that validates: neither objects nor enumerations are closed.
 */
export type SchemaSide = 'request' | 'response';

function convert(schema: z.ZodType, side: SchemaSide): JsonObject {
  const converted = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: side === 'request' ? 'input' : 'output',
    // What only code can check has its JSON Schema spelt out beside the check.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Filled in before validation, `{}` may lack a member: then it is not a default that a client could send.
      if (side === 'request' && 'default' in jsonSchema && !z.safeParse(zodSchema, undefined).success)
        delete jsonSchema.default;
      if (extensibleEnumKey in jsonSchema) delete jsonSchema.enum;
      if (side === 'response' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  const { $schema: _, ...rest } = converted;
  const text = JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as JsonObject;
}

/** The JSON Schema of `schema`; schemas with a name go into `components` and are referred to. */
export function toJsonSchema(
  schema: z.ZodType,
  into: { components: SchemaComponents; side: SchemaSide },
): JsonObject {
  const { $defs, ...root } = convert(schema, into.side);
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonObject>)) {
    const known = into.components.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`Two schemas are named ${name}`);
    }
    into.components.set(name, definition);
  }
  return root;
}
