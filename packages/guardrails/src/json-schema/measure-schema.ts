import { policyLimits } from '@avow/contract/guardrails';

const partsMax = policyLimits.policySchemaPartsMax;
const depthMax = 64;
const arrayItemsMax = 1_000;

/** Keywords for references that cannot be resolved here. */
const refusedKeywords = [
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$recursiveAnchor',
];

class SchemaProblem extends Error {}

export type MeasuredSchema =
  | { readonly kind: 'measured'; readonly parts: number }
  | { readonly kind: 'costly'; readonly message: string };

/**
 * Counts the parts of a schema, including what its references resolve to, or reports why it is too costly. References must
 * stay within the schema and must not be circular: validation time could then double with each level of an answer.
 */
export function measureSchema(schema: Readonly<Record<string, unknown>>): MeasuredSchema {
  const sizes = new Map<string, number | 'open'>();

  function sizeOf(value: unknown, depth: number): number {
    if (depth > depthMax) throw new SchemaProblem(`Must have at most ${depthMax} levels`);
    if (typeof value !== 'object' || value === null) return 1;
    let size = 1;
    for (const [key, part] of Object.entries(value)) {
      if (refusedKeywords.includes(key)) throw new SchemaProblem(`Must not use ${key}`);
      size += key === '$ref' ? sizeOfReferred(part, depth) : sizeOf(part, depth + 1);
      if (size > partsMax)
        throw new SchemaProblem(
          `Must have at most ${partsMax} parts, counting what its references resolve to`,
        );
    }
    requireFewItems(value as Readonly<Record<string, unknown>>);
    return size;
  }

  function sizeOfReferred(reference: unknown, depth: number): number {
    if (typeof reference !== 'string' || !reference.startsWith('#/'))
      throw new SchemaProblem('Must only reference parts of itself');
    const known = sizes.get(reference);
    if (known === 'open') throw new SchemaProblem('Must not have circular references');
    if (known !== undefined) return known;
    sizes.set(reference, 'open');
    const size = sizeOf(partAt(schema, reference), depth + 1);
    sizes.set(reference, size);
    return size;
  }

  try {
    return { kind: 'measured', parts: sizeOf(schema, 0) };
  } catch (error) {
    if (error instanceof SchemaProblem) return { kind: 'costly', message: error.message };
    throw error;
  }
}

/** `uniqueItems` compares every pair of items. */
function requireFewItems({ uniqueItems, maxItems }: Readonly<Record<string, unknown>>): void {
  if (uniqueItems !== true) return;
  if (typeof maxItems !== 'number' || maxItems > arrayItemsMax)
    throw new SchemaProblem(`Must set maxItems to at most ${arrayItemsMax} wherever uniqueItems is true`);
}

function partAt(schema: unknown, reference: string): unknown {
  let part = schema;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeURIComponentSafely(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key))
      throw new SchemaProblem('Must not reference a part that does not exist');
    part = (part as Readonly<Record<string, unknown>>)[key];
  }
  return part;
}

function decodeURIComponentSafely(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
