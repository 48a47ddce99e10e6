import { z } from 'zod';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { timeSchema } from './time.ts';

export const calibrationLimits = {
  /** A fit is made of the newest of them. */
  labelsMax: 5_000,
  revisionsListed: 20,
} as const;

const countSchema = z.int().min(0);

const fitSchema = z
  .strictObject({
    offset: z.number().meta({ description: 'Added to the logit of the model that ships.' }),
    slope: z.number().min(0).meta({ description: 'What that logit is multiplied by; 1: as it is.' }),
    ways: z
      .record(z.string(), z.number())
      .meta({ description: 'Added besides, for each way of finding an answer.' }),
    example_count: countSchema.meta({ description: 'The labelled answers that it was fitted on.' }),
    right_count: countSchema,
    log_loss: z.strictObject({ with: z.number().min(0), without: z.number().min(0) }).meta({
      description:
        'How far scores are from the truth, on answers left out of each fit: with the calibration, and without. Less is better. Both are the same of a revision that changes nothing.',
    }),
  })
  .refine(({ example_count, right_count }) => right_count <= example_count, {
    path: ['right_count'],
    error: 'More right than there are',
  })
  .meta({ id: 'CalibrationFit' });

const revisionSchema = z
  .strictObject({
    revision: z.int().min(1),
    model: z.string().min(1).meta({ description: 'The model that ships. It holds for no other.' }),
    fit: fitSchema.nullable().meta({ description: 'Null: from here on the model that ships, as it is.' }),
    created_at: timeSchema,
    created_by: idSchema('key').nullable().meta({ description: 'Null: the service by itself.' }),
  })
  .meta({ id: 'CalibrationRevision' });

export const calibrationSchema = z
  .strictObject({
    model: z.string().min(1).meta({ description: 'The model that ships with this service.' }),
    in_force: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The revision that scores are calibrated by; null: none, the model alone.' }),
    automatic: z.boolean().meta({
      description: 'Whether the service refits by itself. False after a reset, until a refit is asked for.',
    }),
    labels: z
      .strictObject({
        count: countSchema.meta({ description: 'All there are.' }),
        usable: countSchema.meta({
          description: `How many answers would be fitted on: those of the newest ${calibrationLimits.labelsMax} labels, of one end user at most a fifth.`,
        }),
        right: countSchema.meta({ description: 'Of those.' }),
        wrong: countSchema.meta({ description: 'Of those, with what was right in part.' }),
        since_fit: countSchema.meta({ description: 'How many came since the newest revision.' }),
      })
      .refine(({ usable, right, wrong }) => usable === right + wrong, { error: 'Right or wrong' }),
    needed: z
      .strictObject({ usable: countSchema, right: countSchema, wrong: countSchema })
      .meta({ description: 'Nothing is fitted on fewer.' }),
    revisions: z
      .array(revisionSchema)
      .max(calibrationLimits.revisionsListed)
      .meta({ description: `Newest first, the newest ${calibrationLimits.revisionsListed}.` }),
  })
  .meta({ id: 'Calibration' });

const refitOutcomes = ['fitted', 'withdrawn', 'too_few', 'not_better'] as const;

export const refitSchema = z
  .strictObject({
    outcome: openEnum(
      refitOutcomes,
      'What came of it. `fitted`: the new revision is in force. `withdrawn`: the labels no longer bear out what was in force, and a revision that changes nothing is in its place. `too_few`, `not_better`: what was in force stays.',
    ),
    detail: z.string().min(1).meta({ description: 'The same in one sentence.' }),
    calibration: calibrationSchema,
  })
  .meta({ id: 'Refit' });

export type CalibrationEntry = z.output<typeof calibrationSchema>;
export type RefitEntry = z.output<typeof refitSchema>;
