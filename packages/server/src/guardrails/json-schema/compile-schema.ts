import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { findCostlyPart } from './measure-schema.ts';

/** Larger ones are no answers. */
const answerUnitsMax = 100_000;
const patternInstructionsMax = 500;

/** Whether a text is JSON that conforms to the schema. */
export type ConformsTo = (text: string) => boolean;

export type CompiledSchema =
  | { readonly kind: 'schema'; readonly conforms: ConformsTo }
  | { readonly kind: 'faulty'; readonly message: string };

/**
 * A JSON Schema (2020-12) that can be followed in bounded time, or what is wrong with it. Nothing is fetched, `format` is
 * taken as a remark, and patterns are matched in linear time.
 */
export function compileSchema(schema: Readonly<Record<string, unknown>>): CompiledSchema {
  const costly = findCostlyPart(schema);
  if (costly !== null) return { kind: 'faulty', message: costly };
  try {
    const validate = createAjv().compile<unknown>(schema);
    return { kind: 'schema', conforms: (text) => isConforming(text, validate) };
  } catch (error) {
    return { kind: 'faulty', message: describeFault(error) };
  }
}

function createAjv(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    // Its messages would name parts of answers.
    messages: false,
    logger: false,
    code: { regExp: linearPatterns },
  });
}

/** Ajv asks for the code of it as well, for schemas that are written to a file. */
const linearPatterns = Object.assign(compilePattern, { code: 'compilePattern' });

/** Ajv tells patterns apart by how they are written. */
function compilePattern(pattern: string): {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
} {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (compiled.programSize() > patternInstructionsMax) throw new Error('a pattern is too large');
  return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
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
