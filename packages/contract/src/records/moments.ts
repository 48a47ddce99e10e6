import { z } from 'zod';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { logEventSchema } from './audit-log.ts';

/** Changes between two moments that one answer has. */
export const changesShownMax = 500;

export const momentsQuerySchema = z
  .strictObject({
    first: dateTimeSchema.meta({ description: 'The earlier moment.' }),
    second: dateTimeSchema.meta({ description: 'The later one. Default: now.' }).exactOptional(),
  })
  .refine(({ first, second }) => second === undefined || Date.parse(first) < Date.parse(second), {
    path: ['second'],
    error: 'Must be later than first',
  });

const momentSchema = z
  .strictObject({
    at: timeSchema,
    in_force: z.array(logEventSchema).meta({
      description:
        'The entries of the log that say what questions were answered by: of each content pack that was published, of the policy, the calibration and the guarantee, of models, settings and release, of retention and purposes. Nothing of a kind: the log says nothing of it before.',
    }),
    complete: z.boolean().meta({
      description:
        'False if the log has more than 20,000 entries of one kind, so that older ones may be missing.',
    }),
  })
  .meta({ id: 'Moment' });

export const momentsSchema = z
  .strictObject({
    first: momentSchema,
    second: momentSchema,
    changes: z
      .array(logEventSchema)
      .max(changesShownMax)
      .meta({ description: 'What was changed between the two, newest first.' }),
    has_more: z.boolean().meta({
      description:
        'Whether there are older changes: `listLogEvents` with `changes` and the two times has all of them.',
    }),
  })
  .meta({ id: 'Moments' });

export type MomentsEntry = z.output<typeof momentsSchema>;
