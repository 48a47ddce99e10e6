import fc from 'fast-check';

/** A JSON Schema as it is in the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export type Resolve = (reference: string) => Schema;

/** Longer texts and lists than these cost more than they find. */
const generatedLengthMax = 3_000;
const generatedItemsMax = 130;

/** What services and schemas most often disagree about. */
const oddCharacters = [
  ...[
    '\u0000',
    '\u0007',
    '\t',
    '\n',
    '\r\n',
    '\u000b',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u009f',
    '\u2028',
    '\u2029',
  ],
  ...[' ', '\u00a0', '\u200b', '\u3000', '\ufeff', '\\', '/', '..', '"', '🙂', 'é', 'ﬀ'],
];

const anything = fc.constantFrom<unknown>(null, true, 0, -1, 1.5, '', 'x', [], {}, ['x'], { x: 1 });

/**
 * Values near a schema: most are valid, the others have a fault or two of the kinds that clients make. Which are valid is
 * for a validator to say.
 */
export function generateValues(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 150, arbitrary: plainValues(schema, resolve) },
    { weight: 1, arbitrary: anything },
  );
}

function plainValues(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return generateValues(resolve(schema.$ref), resolve);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? (schema.properties === undefined ? schema.oneOf : undefined);
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => generateValues(choice, resolve)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, resolve)));
}

function valuesOfType(type: string, schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(schema, resolve);
    default:
      return objects(schema, resolve);
  }
}

function texts({
  pattern,
  format,
  examples = [],
  minLength = 0,
  maxLength = 40,
}: Schema): fc.Arbitrary<string> {
  const longest = Math.min(maxLength, generatedLengthMax);
  const usual =
    format === 'date-time'
      ? fc.constantFrom('2026-11-15T09:30:00.000Z', '2026-11-15T10:30:00+01:00')
      : pattern === undefined
        ? fc.string({ minLength, maxLength: Math.min(longest, 30) })
        : fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(longest, 60) });
  const odd = fc
    .tuple(usual, fc.constantFrom(...oddCharacters), fc.constantFrom('before', 'within', 'after'))
    .map(([text, character, place]) => {
      if (place === 'before') return `${character}${text}`;
      return place === 'after' ? `${text}${character}` : `${text.slice(0, 1)}${character}${text.slice(1)}`;
    });
  const lengths = maxLength > generatedLengthMax ? [0, 1] : [0, 1, maxLength, maxLength + 1];
  const sized = fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom('a', '🙂', ' '))
    .map(([length, character]) => character.repeat(length));
  return fc.oneof(
    { weight: 40, arbitrary: examples.length > 0 ? fc.constantFrom(...(examples as string[])) : usual },
    { weight: 20, arbitrary: usual },
    { weight: 3, arbitrary: odd },
    { weight: 2, arbitrary: sized },
  );
}

function numbers({ type, minimum = -10, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const within =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  const edges = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5);
  return fc
    .oneof({ weight: 12, arbitrary: within }, { weight: 1, arbitrary: edges })
    .map((value) => value + 0);
}

function lists(
  { items = {}, minItems = 0, maxItems = 4 }: Schema,
  resolve: Resolve,
): fc.Arbitrary<unknown[]> {
  const usual = fc.array(generateValues(items, resolve), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 3)),
  });
  const edges = [0, ...(maxItems <= generatedItemsMax ? [maxItems, maxItems + 1] : [])];
  const sized = fc
    .tuple(fc.constantFrom(...edges), plainValues(items, resolve))
    .map(([length, value]) => Array.from({ length }, () => value));
  return fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: sized });
}

function objects(schema: Schema, resolve: Resolve): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, propertyNames, maxProperties = 3 } = schema;
  const known = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, generateValues(property, resolve)]),
    ),
    { requiredKeys: [...required] },
  );
  const names =
    propertyNames === undefined
      ? fc.string({ maxLength: 5 })
      : generateValues(propertyNames, resolve).map(String);
  const others =
    typeof additionalProperties === 'object'
      ? fc.dictionary(names, generateValues(additionalProperties, resolve), {
          maxKeys: Math.min(maxProperties + 1, 20),
        })
      : fc.constant({});
  const fault = fc.oneof(
    { weight: 40, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('unknown') },
    { weight: 1, arbitrary: fc.constant('missing') },
  );
  return fc.tuple(known, others, fault).map(([given, more, kind]) => {
    const value: Record<string, unknown> = { ...more, ...given };
    if (kind === 'unknown') value['unknown_field'] = 1;
    if (kind === 'missing' && required[0] !== undefined) delete value[required[0]];
    return value;
  });
}
