import { z } from 'zod';
import { hasAtMostCodePoints } from './code-points.ts';

const metadataLimits = { pairsMax: 16, keyMax: 64, valueMax: 512 } as const;

export type Metadata = Readonly<Record<string, string>>;

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type PairIssue = Exclude<Parameters<z.RefinementCtx['addIssue']>[0], string>;

function checkPair(key: string, value: unknown): PairIssue | null {
  if (!hasAtMostCodePoints(key, metadataLimits.keyMax)) {
    // The key itself may be half a megabyte: it is described, not repeated, in the path.
    return {
      code: 'too_big',
      origin: 'string',
      maximum: metadataLimits.keyMax,
      inclusive: true,
      input: key,
      message: `Too big: expected keys of at most ${metadataLimits.keyMax} characters`,
    };
  }
  // Such a key would change the prototype of any object it is copied into.
  if (key === '__proto__') return { code: 'unrecognized_keys', keys: [key] };
  if (typeof value !== 'string') {
    return { code: 'invalid_type', expected: 'string', input: value, path: [key] };
  }
  if (!hasAtMostCodePoints(value, metadataLimits.valueMax)) {
    const maximum = metadataLimits.valueMax;
    return { code: 'too_big', origin: 'string', maximum, inclusive: true, input: value, path: [key] };
  }
  return null;
}

/** Small labels a client attaches to a question. Checked in place, so that no key is lost in a copy. */
export const metadataSchema = z
  .custom<Metadata>()
  .superRefine((value, context) => {
    if (!isJsonObject(value)) {
      context.addIssue({ code: 'invalid_type', expected: 'record', input: value });
      return;
    }
    const pairs = Object.entries(value);
    if (pairs.length > metadataLimits.pairsMax) {
      const maximum = metadataLimits.pairsMax;
      context.addIssue({ code: 'too_big', origin: 'record', maximum, inclusive: true, input: value });
      return;
    }
    for (const [key, text] of pairs) {
      const issue = checkPair(key, text);
      if (issue !== null) context.addIssue(issue);
    }
  })
  .meta({
    type: 'object',
    maxProperties: metadataLimits.pairsMax,
    propertyNames: { maxLength: metadataLimits.keyMax, not: { const: '__proto__' } },
    additionalProperties: { type: 'string', maxLength: metadataLimits.valueMax },
  });
