import { z } from 'zod';
import { groupsSchema } from '../content/content-fields.ts';
import { packParamsSchema } from '../content/pack.ts';
import { somebodySchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { connectedSchema, sourceConnectionSchema } from './source-connection.ts';
import { credentialsFault, sourceCredentialsSchema } from './source-credentials.ts';

export const sourceLimits = {
  /** Sources of one content pack. */
  sourcesMax: 50,
  nameLengthMax: 64,
  everyMinutesMin: 5,
  everyMinutesMax: 44_640,
  everyMinutesDefault: 1_440,
  removalPercentDefault: 20,
  /** Entries of a plan, and of the errors of a sync, that are listed; counts include them all. */
  listedMax: 200,
} as const;

const sourceStatuses = ['active', 'paused'] as const;
const sourcePausedReasons = ['request', 'crashes'] as const;
const sourcePublishing = ['automatic', 'manual'] as const;
const syncTriggers = ['schedule', 'request'] as const;
const syncPhases = ['queued', 'reading', 'applying'] as const;
const syncOutcomes = [
  'published',
  'unchanged',
  'draft',
  'gate_closed',
  'too_many_removals',
  'planned',
  'failed',
] as const;

export const sourceParamsSchema = packParamsSchema.extend({
  source_id: z.string().min(1).meta({ description: 'The id of the source.' }),
});

const nameSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/, {
    error:
      'Must be 1 to 64 lower-case letters, digits, ".", "_" or "-", and begin and end with a letter or digit',
  })
  .meta({
    maxLength: sourceLimits.nameLengthMax,
    description:
      'Unique within the pack. The documents of the source are in the folder of this name; it cannot be changed.',
    examples: ['handbook'],
  });

const everyExpected = `Must be an integer from ${sourceLimits.everyMinutesMin} to ${sourceLimits.everyMinutesMax}, or null`;
const everyMinutes = z
  .int({ error: everyExpected })
  .min(sourceLimits.everyMinutesMin, { error: everyExpected })
  .max(sourceLimits.everyMinutesMax, { error: everyExpected })
  .nullable()
  .meta({ description: 'How often it is read, in minutes; null: only on request.' });

const publishing = z.enum(sourcePublishing).meta({
  description:
    '`automatic`: changes are published once the publish gate passes, unless the draft has changes by people or an older version is served. `manual`: they wait in the draft.',
});

const removalPercent = z.int().min(0).max(100).meta({
  description:
    'A sync that would remove more than this share of the documents of the source changes nothing and asks: it is repeated with `allow_removals`. 100: it never asks.',
});

const groups = groupsSchema.meta({
  description:
    'Who may get answers from documents for which the source itself names no groups; if empty, everyone. Groups that a file names can only narrow this.',
});

/** Adds what is wrong with credentials for a connection of this kind. */
function refineCredentials(
  { connection, credentials }: z.output<typeof sourceFieldsSchema>,
  context: z.RefinementCtx,
): void {
  const message = credentialsFault(connection.kind, credentials ?? null);
  if (message !== null) context.addIssue({ code: 'custom', path: ['credentials'], message });
}

const sourceFieldsSchema = z.strictObject({
  name: nameSchema,
  connection: sourceConnectionSchema,
  credentials: sourceCredentialsSchema.nullable().default(null),
  groups: groups.default([]),
  sync_every_minutes: everyMinutes.default(sourceLimits.everyMinutesDefault),
  publish: publishing.default('automatic'),
  removal_limit_percent: removalPercent.default(sourceLimits.removalPercentDefault),
});

export const createSourceRequestSchema = sourceFieldsSchema
  .superRefine(refineCredentials)
  .meta({ id: 'CreateSourceRequest' });

export const updateSourceRequestSchema = z
  .strictObject({
    connection: sourceConnectionSchema
      .meta({
        description:
          'Replaces all settings of the connection. Its kind cannot be changed. If the source has credentials, they must be given again with every change but one of `access_map`, `pages_max`, `depth_max`, `delay_ms`, `minutes_max` and `entries_max`: they are used only for what they were given for.',
      })
      .exactOptional(),
    credentials: sourceCredentialsSchema
      .nullable()
      .meta({ description: 'Replaces all credentials; null: there are none.' })
      .exactOptional(),
    groups: groups.exactOptional(),
    sync_every_minutes: everyMinutes.exactOptional(),
    publish: publishing.exactOptional(),
    removal_limit_percent: removalPercent.exactOptional(),
    status: z
      .enum(sourceStatuses)
      .meta({ description: 'A paused source is not read. Pausing also stops a sync that is reading.' })
      .exactOptional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Must change at least one field' })
  .meta({ id: 'UpdateSourceRequest', minProperties: 1 });

export const syncSourceRequestSchema = z
  .strictObject({
    dry_run: z
      .boolean()
      .default(false)
      .meta({ description: 'Reads the source and reports what would change, without changing anything.' }),
    allow_removals: z
      .boolean()
      .default(false)
      .meta({ description: 'Removes documents even if they are more than the limit.' }),
    full: z
      .boolean()
      .default(false)
      .meta({ description: 'Reads everything again, not only what the source says has changed.' }),
  })
  .meta({ id: 'SyncSourceRequest' });

export const deleteSourceQuerySchema = z.strictObject({
  documents: z
    .enum(['keep', 'remove'])
    .default('keep')
    .meta({ description: 'What becomes of its documents in the draft.' }),
});

const countSchema = z.int().min(0);

const syncProgressSchema = z
  .strictObject({
    trigger: openEnum(syncTriggers, 'Why it was started.'),
    dry_run: z.boolean(),
    phase: openEnum(
      syncPhases,
      '`queued`: it starts soon. `reading`: the source is read. `applying`: a job applies what was read.',
    ),
    items_read: countSchema.meta({ description: 'How many items of the source were looked at so far.' }),
    job_id: idSchema('job').nullable().meta({ description: 'The job that applies what was read.' }),
    started_at: timeSchema,
  })
  .meta({ id: 'SourceSyncProgress' });

const plannedSchema = z.strictObject({
  action: openEnum(['add', 'add_back', 'change', 'remove'] as const, 'What happens to it in the draft.'),
  document: z.string().min(1).meta({ description: 'Its path within the pack.' }),
  keeps: z.array(z.string()).meta({ description: 'What people have set there and the sync leaves alone.' }),
  replaces: z
    .array(z.string())
    .meta({ description: 'What people have written there and the sync replaces.' }),
});

const syncResultSchema = z
  .strictObject({
    trigger: openEnum(syncTriggers, 'Why it was started.'),
    outcome: openEnum(
      syncOutcomes,
      '`published`: a version with the changes is served. `unchanged`: nothing had changed. `draft`: the changes wait in the draft. `gate_closed`: the publish gate refused them, and they wait in the draft. `too_many_removals`: nothing was changed. `planned`: it was a dry run. `failed`: nothing was changed.',
    ),
    reason: z.string().min(1).nullable().meta({ description: 'Why it failed, or why it was not published.' }),
    counts: z.strictObject({
      added: countSchema,
      changed: countSchema,
      removed: countSchema,
      unchanged: countSchema,
      failed: countSchema,
      skipped: countSchema,
    }),
    plan: z
      .array(plannedSchema)
      .max(sourceLimits.listedMax)
      .meta({ description: `At most the first ${sourceLimits.listedMax} changes.` }),
    errors: z
      .array(z.strictObject({ item: z.string(), reason: z.string().min(1) }))
      .max(sourceLimits.listedMax)
      .meta({
        description: `Items that could not be read, at most the first ${sourceLimits.listedMax}. What was read of them before stays.`,
      }),
    version: z.int().min(1).nullable().meta({ description: 'The version that was published.' }),
    job_id: idSchema('job').nullable(),
    started_at: timeSchema,
    ended_at: timeSchema,
  })
  .meta({ id: 'SourceSyncResult' });

/** Where documents of a pack come from. Credentials are never returned. */
export const contentSourceSchema = z
  .strictObject({
    id: idSchema('src'),
    pack_id: idSchema('pack'),
    name: z.string().min(1),
    connection: connectedSchema,
    credentials: z.array(z.string()).meta({
      description: 'The names of the credentials that are stored. Their values are never returned.',
    }),
    groups: z.array(z.string()),
    sync_every_minutes: z.int().min(1).nullable(),
    publish: openEnum(sourcePublishing, 'What becomes of changes.'),
    removal_limit_percent: z.int().min(0).max(100),
    status: openEnum(sourceStatuses, 'Whether it is read.'),
    paused_reason: openEnum(
      sourcePausedReasons,
      'Why it is paused. `request`: somebody did that. `crashes`: several readings in a row did not end, because they took more memory or time than they may, or ended the service; `last_sync` says more. Setting `status` to `active` lets it be read again.',
    ).nullable(),
    item_count: countSchema.meta({ description: 'How many items the last complete sync knew.' }),
    next_sync_at: timeSchema.nullable(),
    failing_since: timeSchema.nullable().meta({
      description: 'When the first sync failed after the last that did not; null: it is not failing.',
    }),
    sync: syncProgressSchema.nullable().meta({ description: 'The sync in progress.' }),
    last_sync: syncResultSchema.nullable(),
    created_at: timeSchema,
    created_by: somebodySchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'ContentSource' });

export const sourcePageSchema = pageSchema(contentSourceSchema, 'ContentSourcePage');

export type SourceEntry = z.output<typeof contentSourceSchema>;
export type SyncOutcome = (typeof syncOutcomes)[number];
export type CreateSourceRequest = z.output<typeof createSourceRequestSchema>;
export type UpdateSourceRequest = z.output<typeof updateSourceRequestSchema>;
export type SyncSourceRequest = z.output<typeof syncSourceRequestSchema>;
