import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { buildOpenApi, type HttpOperation, operations } from '../src/index.ts';
import { generateValues, type Schema } from './support/generate-values.ts';

/** The same few values each time; `npm run check -- openapi` tries many, and others each time. */
const runs = Number(process.env['SCHEMA_RUNS'] ?? 60);
const seed = Number(process.env['SCHEMA_SEED'] ?? 20261117);

/** Rules that compare values or need a parser. Their descriptions say them, and no JSON Schema can. */
const beyondJsonSchema = [
  'Must be a BCP 47 language tag',
  'Must be an http or https URL',
  'Must be an origin such as',
  'Must be an e-mail address',
  'Must be later than valid_from',
  'high must be greater than or equal to medium',
  'Must be null, or greater than or equal to content_days',
  'Must be unique: another guardrail in the policy has this id',
  'Must be greater than or equal to from',
  'Must be later than from',
  'Must be later than first',
  'Must be an existing day',
  'Must have each id once',
  'A source of the kind ',
  'A period has at most',
];

interface ParameterNode {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface OperationNode {
  readonly parameters?: readonly ParameterNode[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const document = buildOpenApi({ baseUrl: 'https://answers.example', version: '1.2.3' });
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const all: readonly HttpOperation[] = Object.values(operations);

function resolve(reference: string): Schema {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), document) as Schema;
}

function nodeOf({ path, method }: HttpOperation): OperationNode {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  const node = paths[path]?.[method.toLowerCase()];
  if (node === undefined) throw new Error(`${method} ${path} is not in the document`);
  return node;
}

function compile(schema: Schema): ValidateFunction {
  return ajv.compile(schema.$ref === undefined ? schema : { $ref: `document${schema.$ref}` });
}

/** Trims the texts that were refused, as the service does with what people wrote, and tries again. */
function acceptsTrimmed(published: ValidateFunction, given: unknown): boolean {
  const value: unknown = structuredClone(given);
  for (const { instancePath } of published.errors ?? []) {
    const steps = instancePath.split('/').slice(1);
    const last = steps.pop();
    const parent = steps.reduce<unknown>((member, step) => Reflect.get(Object(member), step), value);
    const text: unknown = last === undefined ? undefined : Reflect.get(Object(parent), last);
    if (last === undefined || typeof text !== 'string') continue;
    Reflect.set(Object(parent), last, text.replaceAll('\r\n', '\n').trim());
  }
  return published(value);
}

interface Compared {
  readonly name: string;
  /** Whether the document accepts it. */
  readonly published: ValidateFunction;
  readonly service: z.ZodType;
}

/** Null: both accept it, or both refuse it, or one of them for a reason that the other cannot know. */
function differenceOf({ published, service }: Compared, given: unknown, sent: unknown): string | null {
  const parsed = service.safeParse(sent);
  if (published(given)) {
    const unexplained = (parsed.error?.issues ?? []).filter(
      ({ message }) => !beyondJsonSchema.some((known) => message.startsWith(known)),
    );
    return unexplained.length === 0 ? null : `only the service refuses: ${JSON.stringify(unexplained)}`;
  }
  const reasons = ajv.errorsText(published.errors);
  if (!parsed.success || acceptsTrimmed(published, given)) return null;
  return `only the document refuses: ${reasons}`;
}

function compare(
  compared: Compared,
  values: fc.Arbitrary<unknown>,
  wire: (given: unknown) => { readonly given: unknown; readonly sent: unknown },
): { readonly accepted: number; readonly refused: number } {
  const counts = { accepted: 0, refused: 0 };
  for (const value of fc.sample(values, { numRuns: runs, seed })) {
    const { given, sent } = wire(JSON.parse(JSON.stringify(value)));
    const difference = differenceOf(compared, given, sent);
    if (difference !== null) expect.fail(`${compared.name}: ${difference}\n${JSON.stringify(given)}`);
    if (compared.service.safeParse(sent).success) counts.accepted++;
    else counts.refused++;
  }
  return counts;
}

test('the document accepts the bodies that the service accepts, and no others', () => {
  const seen = new Set<string>();
  for (const operation of all) {
    const { body } = operation.request;
    const schema = nodeOf(operation).requestBody?.content['application/json']?.schema;
    if (body === undefined || schema === undefined || seen.has(JSON.stringify(schema))) continue;
    seen.add(JSON.stringify(schema));
    const compared = { name: operation.operationId, published: compile(schema), service: body };
    const { accepted, refused } = compare(compared, generateValues(schema, resolve), (value) => ({
      given: value,
      sent: value,
    }));
    expect(accepted, operation.operationId).toBeGreaterThan(0);
    expect(refused, operation.operationId).toBeGreaterThan(0);
  }
  expect(seen.size).toBeGreaterThan(35);
});

/** A parameter as a generated client writes it, and as a reader of the document understands it. */
function readParameter(text: string, { type }: Schema): unknown {
  if (type === 'integer' && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

test('the document accepts the parameters that the service accepts, and no others', () => {
  let checked = 0;
  for (const operation of all) {
    const { query } = operation.request;
    if (query === undefined) continue;
    const parameters = (nodeOf(operation).parameters ?? []).filter((parameter) => parameter.in === 'query');
    const schema: Schema = {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    };
    const compared = { name: operation.operationId, published: compile(schema), service: query };
    const { accepted } = compare(compared, generateValues(schema, resolve), (value) => {
      const scalars = Object.entries(Object(value)).filter(
        // Unknown parameters are refused too, which no document can say.
        ([name, member]) => typeof member !== 'object' && name in (schema.properties ?? {}),
      );
      const sent = Object.fromEntries(scalars.map(([name, member]) => [name, String(member)]));
      const given = Object.entries(sent).map(([name, text]) => [
        name,
        readParameter(text, schema.properties?.[name] ?? {}),
      ]);
      return { given: Object.fromEntries(given), sent };
    });
    expect(accepted, operation.operationId).toBeGreaterThan(0);
    checked++;
  }
  expect(checked).toBeGreaterThan(20);
});

test('every default is a value that its schema accepts', () => {
  let checked = 0;
  const visit = (value: unknown, isSchema: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isSchema && !Array.isArray(value) && 'default' in value) {
      const text = JSON.stringify(value).replaceAll('"#/components/', '"document#/components/');
      const schema: object = JSON.parse(text);
      expect(ajv.validate(schema, value.default), `${text}: ${ajv.errorsText()}`).toBe(true);
      checked++;
    }
    for (const [name, child] of Object.entries(value)) {
      if (name === 'example' || name === 'examples' || name === 'default') continue;
      visit(child, name !== 'properties');
    }
  };
  visit(document, false);
  expect(checked).toBeGreaterThan(100);
});

test('no schema is merely true or false, which few generators can read', () => {
  const keywords = ['items', 'not', 'if', 'then', 'else', 'propertyNames', 'schema', 'contentSchema'];
  const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
  const maps = ['properties', 'dependentSchemas', 'schemas', '$defs'];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, child] of Object.entries(value)) {
      if (name === 'example' || name === 'examples' || name === 'default') continue;
      const at = `${path}/${name}`;
      if (keywords.includes(name)) expect(child, at).not.toBeTypeOf('boolean');
      if (lists.includes(name) || maps.includes(name))
        for (const schema of Object.values(Object(child))) expect(schema, at).not.toBeTypeOf('boolean');
      visit(child, at);
    }
  };
  visit(document, '');
});
