import { z } from 'zod';
import { contentLimits, groupsSchema } from '../content/content-fields.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { defaultScopes, type Scope, scopes } from '../values/enumerations.ts';
import { keyModes, keyStatuses } from './roles.ts';

export const apiKeyLimits = {
  /** Keys of one tenant that are neither expired nor revoked. */
  activeMax: 1_000,
  expiresInDaysMax: 3_650,
  expiresInDaysDefault: 365,
  overlapHoursMax: 8_760,
  overlapHoursDefault: 24,
  originsMax: 20,
  originLengthMax: 261,
  packsMax: 20,
  packIdLengthMax: 64,
} as const;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** As browsers write it, and encrypted unless it is this machine: anyone on the way could otherwise take over the page. */
function isPageOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.origin !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname));
}

/** The same for readers of the JSON Schema: in lower case, and without a port that goes without saying. */
const originPattern =
  '^(?:https://(?:[a-z0-9_-]+(?:\\.[a-z0-9_-]+)*|\\[[0-9a-f:]+\\])|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))(?::[1-9][0-9]{1,4})?$';

/** The origins of the pages that may use a publishable key. */
export const keyOriginsSchema = z
  .array(
    z
      .string()
      .max(apiKeyLimits.originLengthMax)
      .refine(isPageOrigin, { error: 'Must be an origin such as https://www.example.com' })
      .meta({ pattern: originPattern, examples: ['https://www.example.com'] }),
  )
  .min(1)
  .max(apiKeyLimits.originsMax)
  .transform((origins) => [...new Set(origins)].sort());

export const apiKeyParamsSchema = z.strictObject({
  key_id: z.string().min(1).meta({ description: 'The id of the key.' }),
});

/** The content packs that visitors with a publishable key may ask. */
export const keyPacksSchema = z
  .array(z.string().min(1).max(apiKeyLimits.packIdLengthMax))
  .max(apiKeyLimits.packsMax)
  .transform((ids) => [...new Set(ids)]);

/** What every publishable key may do, and nothing else. */
export const publishableScopes = ['query:write'] as const satisfies readonly Scope[];

const { expiresInDaysMax, expiresInDaysDefault, overlapHoursMax, overlapHoursDefault } = apiKeyLimits;
const daysExpected = `Must be an integer from 1 to ${expiresInDaysMax}`;
const hoursExpected = `Must be an integer from 0 to ${overlapHoursMax}`;

const keyNameSchema = writtenTextSchema({ max: contentLimits.nameCodePointsMax, lines: 'one' });

export const apiKeyCreateRequestSchema = z
  .strictObject({
    name: keyNameSchema.default('key').meta({ description: 'What the key is for.' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((given) => scopes.filter((scope) => given.includes(scope)))
      .default([...defaultScopes])
      .meta({ description: 'What the key may do: only what the caller may do.' }),
    groups: groupsSchema.default([]).meta({
      description:
        'The groups that requests with the key may name in `groups`, and whose records it may read. `*`: any.',
    }),
    mode: z.enum(keyModes).default('live'),
    origins: keyOriginsSchema.exactOptional().meta({
      description:
        'Makes the key publishable: it may be part of a web page of these origins, and can only ask, follow its questions and give feedback, each visitor for themselves. Not with `groups`, `mode` or other `scopes`.',
    }),
    content_pack_ids: keyPacksSchema.exactOptional().meta({
      description:
        'The content packs that a publishable key may ask. Without it the key may ask none until it is changed. Only with `origins`.',
    }),
    expires_in_days: z
      .int({ error: daysExpected })
      .min(1, { error: daysExpected })
      .max(expiresInDaysMax, { error: daysExpected })
      .default(expiresInDaysDefault),
  })
  .superRefine(({ origins, groups, mode, scopes: given, content_pack_ids: packs }, context) => {
    if (origins === undefined && packs !== undefined)
      context.addIssue({ code: 'custom', path: ['content_pack_ids'], message: 'Only with origins' });
    if (origins === undefined) return;
    const mayAsk = given.join() === defaultScopes.join() || given.join() === publishableScopes.join();
    const wrong = { groups: groups.length > 0, mode: mode !== 'live', scopes: !mayAsk };
    for (const [name, isWrong] of Object.entries(wrong))
      if (isWrong) context.addIssue({ code: 'custom', path: [name], message: 'Not allowed with origins' });
  })
  .meta({
    id: 'ApiKeyCreateRequest',
    dependentRequired: { content_pack_ids: ['origins'] },
    dependentSchemas: {
      origins: {
        properties: {
          groups: { maxItems: 0 },
          mode: { const: 'live' },
          // Either what a publishable key may do, or the default, which stands for it. Repeated scopes count once.
          scopes: {
            items: { enum: [...defaultScopes] },
            anyOf: [
              { items: { enum: [...publishableScopes] } },
              { allOf: defaultScopes.map((scope) => ({ contains: { const: scope } })) },
            ],
          },
        },
      },
    },
  });

export const apiKeyUpdateRequestSchema = z
  .strictObject({
    name: keyNameSchema.exactOptional(),
    origins: keyOriginsSchema.exactOptional(),
    content_pack_ids: keyPacksSchema.exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Give at least one field to change' })
  .meta({ id: 'ApiKeyUpdateRequest', minProperties: 1 });

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
    description: 'The groups that requests with the key may name, and whose records it may read. Null: any.',
  }),
  origins: z.array(z.string()).nullable().meta({
    description: 'The origins of the pages that may use the key, if it is publishable; null if it is secret.',
  }),
  content_pack_ids: z.array(idSchema('pack')).nullable().meta({
    description:
      'The content packs that visitors with the key may ask, if it is publishable; null if it is secret. None: every question is refused.',
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
