import { policyLimits } from '@avow/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { PolicyAllowance } from '../checks/policy-allowance.ts';
import { compileLinearPattern } from '../patterns/compile-linear-pattern.ts';
import { measureSchema } from './measure-schema.ts';

/** Larger ones are no answers. */
const answerUnitsMax = 100_000;

/** Whether a text is JSON that conforms to the schema. */
export type ConformsTo = (text: string) => boolean;

export type CompiledSchema =
  | { readonly kind: 'schema'; readonly conforms: ConformsTo }
  | { readonly kind: 'faulty'; readonly message: string };

/**
 * A JSON Schema (2020-12) that can be followed in bounded time, or what is wrong with it. Nothing is fetched, `format` is
 * taken as a remark, and patterns are matched in linear time.
 */
export function compileSchema(
  schema: Readonly<Record<string, unknown>>,
  allowance: PolicyAllowance,
): CompiledSchema {
  const measured = measureSchema(schema);
  if (measured.kind === 'costly') return { kind: 'faulty', message: measured.message };
  if (!allowance.take('schemaParts', measured.parts)) return { kind: 'faulty', message: tooMany };
  try {
    followable.validateSchema(schema, true);
    const validate = createAjv(allowance).compile<unknown>(schema);
    return { kind: 'schema', conforms: (text) => isConforming(text, validate) };
  } catch (error) {
    return { kind: 'faulty', message: describeFault(error) };
  }
}

const tooMany = `The JSON schemas of a policy may have ${policyLimits.policySchemaPartsMax} parts together, with what references lead to`;

const options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  validateFormats: false,
  // Its messages would name parts of answers.
  messages: false,
  logger: false,
} as const;

/** Knows what a schema is. That takes longer to learn than any schema to compile, and is the same for all of them. */
const followable = new Ajv2020(options);

/** One for each schema: it keeps whatever it has compiled. */
function createAjv(allowance: PolicyAllowance): Ajv2020 {
  return new Ajv2020({
    ...options,
    meta: false,
    validateSchema: false,
    code: { regExp: linearPatterns(allowance) },
  });
}

/** Ajv asks for the code of it as well, for schemas that are written to a file; and tells patterns apart by how they are written. */
function linearPatterns(allowance: PolicyAllowance) {
  const compilePattern = (pattern: string) => {
    const compiled = compileLinearPattern(RE2JS.translateRegExp(pattern), { allowance });
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  };
  return Object.assign(compilePattern, { code: 'compilePattern' });
}

function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `Is no schema that can be followed: ${message.slice(0, 300)}`;
}

function isConforming(text: string, validate: (value: unknown) => boolean): boolean {
  if (text.length > answerUnitsMax) return false;
  try {
    return validate(JSON.parse(text));
  } catch (error) {
    // No JSON, or nested so deeply that no schema is meant by it.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}
