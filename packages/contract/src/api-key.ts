import { z } from 'zod';
import { contentLimits, groupsSchema } from './content-fields.ts';
import { defaultScopes, scopes } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageSchema } from './page.ts';
import { keyModes, keyStatuses } from './roles.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

export const apiKeyLimits = {
  /** Keys of one tenant that are neither expired nor revoked. */
  activeMax: 1_000,
  expiresInDaysMax: 3_650,
  expiresInDaysDefault: 365,
  overlapHoursMax: 8_760,
  overlapHoursDefault: 24,
} as const;

export const apiKeyParamsSchema = z.strictObject({
  key_id: z.string().min(1).meta({ description: 'The id of the key.' }),
});

const { expiresInDaysMax, expiresInDaysDefault, overlapHoursMax, overlapHoursDefault } = apiKeyLimits;
const daysExpected = `Must be an integer from 1 to ${expiresInDaysMax}`;
const hoursExpected = `Must be an integer from 0 to ${overlapHoursMax}`;

export const apiKeyCreateRequestSchema = z
  .strictObject({
    name: writtenTextSchema({ max: contentLimits.nameCodePointsMax, lines: 'one' })
      .default('key')
      .meta({ description: 'What the key is for.' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((given) => scopes.filter((scope) => given.includes(scope)))
      .default([...defaultScopes])
      .meta({ description: 'What the key may do: only what the caller may do.' }),
    groups: groupsSchema
      .default([])
      .meta({ description: 'The groups that requests with the key may name in `groups`.' }),
    mode: z.enum(keyModes).default('live'),
    expires_in_days: z
      .int({ error: daysExpected })
      .min(1, { error: daysExpected })
      .max(expiresInDaysMax, { error: daysExpected })
      .default(expiresInDaysDefault),
  })
  .meta({ id: 'ApiKeyCreateRequest' });

export const apiKeyRotateRequestSchema = z
  .strictObject({
    overlap_hours: z
      .int({ error: hoursExpected })
      .min(0, { error: hoursExpected })
      .max(overlapHoursMax, { error: hoursExpected })
      .default(overlapHoursDefault)
      .meta({ description: 'For how many hours the old key still works.' }),
  })
  .meta({ id: 'ApiKeyRotateRequest' });

const keyShape = {
  key_id: idSchema('key'),
  name: z.string(),
  mode: openEnum(keyModes, 'For people and secret scanners.'),
  status: openEnum(keyStatuses, 'Whether the key works.'),
  scopes: z.array(openEnum(scopes, 'A scope.')),
  groups: z.array(z.string()).nullable().meta({
    description:
      'The groups that requests with the key may name. Null: any, as for keys that were created before keys had groups.',
  }),
  created_at: timeSchema,
  expires_at: timeSchema,
  revoked_at: timeSchema.nullable(),
  rotated_from: idSchema('key').nullable().meta({ description: 'The key that it replaces.' }),
};

export const apiKeySchema = z.strictObject(keyShape).meta({ id: 'ApiKey' });

/** The only responses that contain the key itself. */
export const issuedApiKeySchema = z
  .strictObject({
    ...keyShape,
    key: z.string().startsWith('avw_').meta({ description: 'The key. Store it now: it is not shown again.' }),
  })
  .meta({ id: 'IssuedApiKey' });

/** Newest first. */
export const apiKeyPageSchema = pageSchema(apiKeySchema, 'ApiKeyPage');

export type ApiKeyEntry = z.output<typeof apiKeySchema>;
