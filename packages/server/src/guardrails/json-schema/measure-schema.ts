import { policyLimits } from '@avow/contract';

const partsMax = policyLimits.policySchemaPartsMax;
const depthMax = 64;
const arrayItemsMax = 1_000;

/** Keywords by which a schema could name others in ways that cannot be followed here. */
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
 * Of how many parts a schema is, with what its references lead to, or what makes it too costly to follow. Every reference must lead to another part of the schema and
 * none may lead back: validating would then take time that doubles with each level of an answer.
 */
export function measureSchema(schema: Readonly<Record<string, unknown>>): MeasuredSchema {
  const sizes = new Map<string, number | 'open'>();

  function sizeOf(value: unknown, depth: number): number {
    if (depth > depthMax) throw new SchemaProblem(`Is more than ${depthMax} levels deep`);
    if (typeof value !== 'object' || value === null) return 1;
    let size = 1;
    for (const [key, part] of Object.entries(value)) {
      if (refusedKeywords.includes(key)) throw new SchemaProblem(`Must do without ${key}`);
      size += key === '$ref' ? sizeOfReferred(part, depth) : sizeOf(part, depth + 1);
      if (size > partsMax)
        throw new SchemaProblem(
          `Is too large: more than ${partsMax} parts, with what its references lead to`,
        );
    }
    requireFewItems(value as Readonly<Record<string, unknown>>);
    return size;
  }

  function sizeOfReferred(reference: unknown, depth: number): number {
    if (typeof reference !== 'string' || !reference.startsWith('#/'))
      throw new SchemaProblem('Refers to something other than a part of itself');
    const known = sizes.get(reference);
    if (known === 'open') throw new SchemaProblem('Refers from a part of itself to the same part');
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

/** To find a double one, each item is compared with each. */
function requireFewItems({ uniqueItems, maxItems }: Readonly<Record<string, unknown>>): void {
  if (uniqueItems !== true) return;
  if (typeof maxItems !== 'number' || maxItems > arrayItemsMax)
    throw new SchemaProblem(`uniqueItems needs a maxItems of at most ${arrayItemsMax} beside it`);
}

function partAt(schema: unknown, reference: string): unknown {
  let part = schema;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeURIComponentSafely(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key))
      throw new SchemaProblem('Refers to a part that it does not have');
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
