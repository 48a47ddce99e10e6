import { z } from 'zod';
import { purposeIdPattern } from '../api/headers.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { auditLimits } from './audit-limits.ts';

const { purposesMax, purposeTitleMax } = auditLimits;

const purposeSchema = z.strictObject({
  id: z
    .string()
    .regex(purposeIdPattern, {
      error: 'Must be 1 to 32 lower-case letters, digits and underscores, and begin with a letter',
    })
    .meta({ description: 'What requests name it by, and what the log has.' }),
  title: writtenTextSchema({ max: purposeTitleMax, lines: 'one' }).meta({
    description: 'What people read.',
  }),
});

const settingsSchema = z
  .strictObject({
    required: z.boolean().meta({
      description: 'Whether content of records is shown only to requests that name a purpose.',
    }),
    purposes: z
      .array(purposeSchema)
      .max(purposesMax)
      .refine((purposes) => new Set(purposes.map(({ id }) => id)).size === purposes.length, {
        error: 'Must have each id once',
      }),
  })
  .refine(({ required, purposes }) => !required || purposes.length > 0, {
    path: ['purposes'],
    error: 'Must name at least one if one is required',
  });

/** The same for readers of the JSON Schema. */
const requiredNeedsOne = {
  if: { properties: { required: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { properties: { purposes: { minItems: 1 } } },
};

export const purposesRequestSchema = settingsSchema.meta({ id: 'PurposesRequest', ...requiredNeedsOne });

/** What the records of a tenant may be read for. */
export const purposesSchema = settingsSchema.meta({ id: 'Purposes' });

export type PurposesEntry = z.output<typeof purposesSchema>;
