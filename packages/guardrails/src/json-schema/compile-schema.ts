import { createRequire } from 'node:module';
import { policyLimits } from '@avow/contract/guardrails';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { PolicyAllowance } from '../checks/policy-allowance.ts';
import { compileLinearPattern } from '../patterns/compile-linear-pattern.ts';
import { measureSchema } from './measure-schema.ts';

/** Longer texts do not conform. */
const answerUnitsMax = 100_000;

/** Whether a text is JSON that conforms to the schema. */
export type ConformsTo = (text: string) => boolean;

export type CompiledSchema =
  | { readonly kind: 'schema'; readonly conforms: ConformsTo }
  | { readonly kind: 'faulty'; readonly message: string };

/**
 * Compiles a JSON Schema (2020-12) that can be validated in bounded time, or reports what is wrong with it. Nothing is
 * fetched, `format` is an annotation only, and patterns are matched in linear time.
 */
export function compileSchema(
  schema: Readonly<Record<string, unknown>>,
  allowance: PolicyAllowance,
): CompiledSchema {
  const measured = measureSchema(schema);
  if (measured.kind === 'costly') return { kind: 'faulty', message: measured.message };
  if (!allowance.take('schemaParts', measured.parts)) return { kind: 'faulty', message: tooMany };
  try {
    metaSchemaValidator ??= openAjv(options);
    metaSchemaValidator.validateSchema(schema, true);
    const validate = createAjv(allowance).compile<unknown>(schema);
    return { kind: 'schema', conforms: (text) => isConforming(text, validate) };
  } catch (error) {
    return { kind: 'faulty', message: describeFault(error) };
  }
}

const tooMany = `The JSON schemas of a policy may have at most ${policyLimits.policySchemaPartsMax} parts together, counting what references resolve to`;

const options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  validateFormats: false,
  // Its messages would quote parts of answers.
  messages: false,
  logger: false,
} as const;

/** Validates schemas. Compiling the meta-schema takes longer than any schema, so it is done once. */
let metaSchemaValidator: Ajv2020 | undefined;

/** Loaded for the first schema: few policies have one, and every process would wait for it. */
function openAjv(given: Options): Ajv2020 {
  const ajv: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  return new ajv.Ajv2020(given);
}

/** One for each schema, because an instance keeps everything that it has compiled. */
function createAjv(allowance: PolicyAllowance): Ajv2020 {
  return openAjv({
    ...options,
    meta: false,
    validateSchema: false,
    code: { regExp: linearPatterns(allowance) },
  });
}

/** Ajv requires `code`, which is used only for standalone schemas, and `toString`, by which it distinguishes patterns. */
function linearPatterns(allowance: PolicyAllowance) {
  const compilePattern = (pattern: string) => {
    const compiled = compileLinearPattern(RE2JS.translateRegExp(pattern), { allowance });
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  };
  return Object.assign(compilePattern, { code: 'compilePattern' });
}

function describeFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `Must be a JSON Schema that can be compiled: ${message.slice(0, 300)}`;
}

function isConforming(text: string, validate: (value: unknown) => boolean): boolean {
  if (text.length > answerUnitsMax) return false;
  try {
    return validate(JSON.parse(text));
  } catch (error) {
    // Not JSON, or nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}
