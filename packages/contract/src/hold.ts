import { z } from 'zod';
import { somebodySchema } from './actor.ts';
import { auditLimits } from './audit-limits.ts';
import { textSchema } from './code-points.ts';
import { holdScopes } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageParameters, pageSchema } from './page.ts';
import { flagSchema } from './query-parameters.ts';
import { queryRequestLimits } from './query-request.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

/** Not checked for form: an ill-formed id is not found, like an unknown one. */
export const holdParamsSchema = z.strictObject({
  hold_id: z.string().min(1).meta({ description: 'The id of the hold.' }),
});

const namedIdSchema = textSchema({ min: 1, max: queryRequestLimits.idLengthMax });
const reason = writtenTextSchema({ max: auditLimits.reasonCodePointsMax, lines: 'many' }).meta({
  description:
    'Why. It is encrypted at rest and shown with the hold to every key that may read holds: name a case, not what it is about.',
});

export const holdRequestSchema = z
  .discriminatedUnion(
    'scope',
    [
      z.strictObject({
        scope: z.literal('message'),
        message_id: namedIdSchema.meta({ description: 'This message.' }),
        reason,
      }),
      z.strictObject({
        scope: z.literal('thread'),
        thread_id: namedIdSchema.meta({ description: 'Every message of this thread, also those to come.' }),
        reason,
      }),
      z.strictObject({
        scope: z.literal('end_user'),
        end_user_id: textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax }).meta({
          description:
            'Every message that came with this `end_user_id` or has feedback of this person, also those to come.',
        }),
        reason,
      }),
      z.strictObject({ scope: z.literal('tenant'), reason }).meta({ description: 'Every message.' }),
    ],
    {
      error: ({ code }) =>
        code === 'invalid_union' ? `Expected one of ${holdScopes.join(', ')}` : undefined,
    },
  )
  .meta({ id: 'HoldRequest' });

export const holdListQuerySchema = z.strictObject({
  standing: flagSchema
    .meta({ description: '`true`: only those that stand; `false`: only those that were lifted.' })
    .exactOptional(),
  ...pageParameters,
});

const holdObject = z.strictObject({
  hold_id: idSchema('hld'),
  scope: openEnum(holdScopes, 'What it keeps from being erased and from expiring.'),
  message_id: idSchema('msg').nullable(),
  thread_id: idSchema('thr').nullable(),
  end_user_id: z.string().min(1).nullable().meta({
    description: 'Null also where the person was erased after the hold over them had been lifted.',
  }),
  reason: z.string().meta({ description: 'As it was given; empty where the person was erased since.' }),
  placed_at: timeSchema,
  placed_by: somebodySchema,
  lifted_at: timeSchema.nullable().meta({ description: 'Null while it stands.' }),
  lifted_by: somebodySchema.nullable(),
});

export type HoldEntry = z.output<typeof holdObject>;

function* findBreaches(hold: HoldEntry): Generator<{ path: string; message: string }> {
  const { scope, lifted_at: liftedAt } = hold;
  if ((scope === 'message') !== (hold.message_id !== null))
    yield { path: 'message_id', message: 'Given exactly where the scope is message' };
  if ((scope === 'thread') !== (hold.thread_id !== null))
    yield { path: 'thread_id', message: 'Given exactly where the scope is thread' };
  if (scope !== 'end_user' && hold.end_user_id !== null)
    yield { path: 'end_user_id', message: 'Given only where the scope is end_user' };
  if (scope === 'end_user' && hold.end_user_id === null && liftedAt === null)
    yield { path: 'end_user_id', message: 'What stands says over whom' };
  if (hold.reason === '' && liftedAt === null) yield { path: 'reason', message: 'What stands says why' };
  if ((liftedAt === null) !== (hold.lifted_by === null))
    yield { path: 'lifted_by', message: 'Given exactly where it was lifted' };
}

/** What keeps records from being erased and from expiring until somebody lifts it. */
export const holdSchema = holdObject
  .superRefine((hold, context) => {
    for (const { path, message } of findBreaches(hold))
      context.addIssue({ code: 'custom', path: [path], message });
  })
  .meta({ id: 'Hold' });

/** Newest first. */
export const holdPageSchema = pageSchema(holdSchema, 'HoldPage');

export type HoldRequest = z.output<typeof holdRequestSchema>;
