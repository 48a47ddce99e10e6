import { z } from 'zod';

/** Marks an enumeration that may grow: its JSON Schema lists the known values and forbids no other. */
export const extensibleEnumKey = 'x-extensible-enum';

/** An enumeration the service keeps to in what it sends, and that clients must not take for complete. */
export function openEnum<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  return z.enum(values).meta({
    [extensibleEnumKey]: [...values],
    description: `${description} More values may be added: accept values that you do not know.`,
  });
}
