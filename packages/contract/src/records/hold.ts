import { z } from 'zod';
import { somebodySchema } from '../fields/actor.ts';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { flagSchema } from '../fields/query-parameters.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { queryRequestLimits } from '../query/query-request.ts';
import { holdScopes } from '../values/enumerations.ts';
import { auditLimits } from './audit-limits.ts';

/** Not validated: a malformed id is not found, like an unknown one. */
export const holdParamsSchema = z.strictObject({
  hold_id: z.string().min(1).meta({ description: 'The id of the hold.' }),
});

const namedIdSchema = textSchema({ min: 1, max: queryRequestLimits.idLengthMax });
const reason = writtenTextSchema({ max: auditLimits.reasonCodePointsMax, lines: 'many' }).meta({
  description:
    'The reason for the hold. It is encrypted at rest and shown to every key that can read holds: give a case number rather than details.',
});

export const holdRequestSchema = z
  .discriminatedUnion(
    'scope',
    [
      z.strictObject({
        scope: z.literal('message'),
        message_id: namedIdSchema.meta({ description: 'The message to hold.' }),
        reason,
      }),
      z.strictObject({
        scope: z.literal('thread'),
        thread_id: namedIdSchema.meta({
          description: 'Holds every message of this thread, including future ones.',
        }),
        reason,
      }),
      z.strictObject({
        scope: z.literal('end_user'),
        end_user_id: textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax }).meta({
          description:
            'Holds every message with this `end_user_id` or with feedback from this person, including future ones.',
        }),
        reason,
      }),
      z
        .strictObject({ scope: z.literal('tenant'), reason })
        .meta({ description: 'Holds every message of the tenant.' }),
    ],
    {
      error: ({ code }) => (code === 'invalid_union' ? `Must be one of ${holdScopes.join(', ')}` : undefined),
    },
  )
  .meta({ id: 'HoldRequest' });

export const holdListQuerySchema = z.strictObject({
  active: flagSchema
    .meta({ description: '`true`: only active holds; `false`: only lifted holds.' })
    .exactOptional(),
  ...pageParameters,
});

const holdObject = z.strictObject({
  hold_id: idSchema('hld'),
  scope: openEnum(holdScopes, 'What the hold protects from erasure and expiry.'),
  message_id: idSchema('msg').nullable(),
  thread_id: idSchema('thr').nullable(),
  end_user_id: z.string().min(1).nullable().meta({
    description: 'Null for other scopes, and if the person was erased after the hold was lifted.',
  }),
  reason: z.string().meta({ description: 'The reason as given; empty if the person was erased since.' }),
  placed_at: timeSchema,
  placed_by: somebodySchema,
  lifted_at: timeSchema.nullable().meta({ description: 'Null while the hold is active.' }),
  lifted_by: somebodySchema.nullable(),
});

export type HoldEntry = z.output<typeof holdObject>;

function* findBreaches(hold: HoldEntry): Generator<{ path: string; message: string }> {
  const { scope, lifted_at: liftedAt } = hold;
  if ((scope === 'message') !== (hold.message_id !== null))
    yield { path: 'message_id', message: 'Must be given if and only if the scope is message' };
  if ((scope === 'thread') !== (hold.thread_id !== null))
    yield { path: 'thread_id', message: 'Must be given if and only if the scope is thread' };
  if (scope !== 'end_user' && hold.end_user_id !== null)
    yield { path: 'end_user_id', message: 'Must be null unless the scope is end_user' };
  if (scope === 'end_user' && hold.end_user_id === null && liftedAt === null)
    yield { path: 'end_user_id', message: 'Must be given while the hold is active' };
  if (hold.reason === '' && liftedAt === null)
    yield { path: 'reason', message: 'Must be given while the hold is active' };
  if ((liftedAt === null) !== (hold.lifted_by === null))
    yield { path: 'lifted_by', message: 'Must be given if and only if the hold was lifted' };
}

/** Protects records from erasure and expiry until it is lifted. */
export const holdSchema = holdObject
  .superRefine((hold, context) => {
    for (const { path, message } of findBreaches(hold))
      context.addIssue({ code: 'custom', path: [path], message });
  })
  .meta({ id: 'Hold' });

/** Newest first. */
export const holdPageSchema = pageSchema(holdSchema, 'HoldPage');

export type HoldRequest = z.output<typeof holdRequestSchema>;
