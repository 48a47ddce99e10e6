import { z } from 'zod';
import { callerSchema } from './actor.ts';
import { openEnum } from './open-enum.ts';
import { timeSchema } from './time.ts';

export const calibrationLimits = {
  /** A fit uses the newest of them. */
  labelsMax: 5_000,
  revisionsListed: 20,
} as const;

const countSchema = z.int().min(0);

const fitSchema = z
  .strictObject({
    offset: z.number().meta({ description: 'Added to the logit of the built-in model.' }),
    slope: z.number().min(0).meta({
      description: 'The factor that the logit of the built-in model is multiplied by; 1 leaves it unchanged.',
    }),
    methods: z
      .record(z.string(), z.number())
      .meta({ description: 'A further offset for each answer method.' }),
    example_count: countSchema.meta({ description: 'The number of labelled answers in the fit.' }),
    right_count: countSchema,
    log_loss: z.strictObject({ with: z.number().min(0), without: z.number().min(0) }).meta({
      description:
        'Cross-validated log loss on held-out answers, with and without the calibration. Lower is better. Both are equal for a revision that changes nothing.',
    }),
  })
  .refine(({ example_count, right_count }) => right_count <= example_count, {
    path: ['right_count'],
    error: 'Must not exceed example_count',
  })
  .meta({ id: 'CalibrationFit' });

const revisionSchema = z
  .strictObject({
    revision: z.int().min(1),
    model: z.string().min(1).meta({ description: 'The built-in model that this revision applies to.' }),
    fit: fitSchema.nullable().meta({ description: 'Null if this revision resets to the built-in model.' }),
    created_at: timeSchema,
    created_by: callerSchema.nullable().meta({ description: 'Null if the service made it by itself.' }),
  })
  .meta({ id: 'CalibrationRevision' });

export const calibrationSchema = z
  .strictObject({
    model: z.string().min(1).meta({ description: 'The built-in model of this service.' }),
    active_revision: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The revision in use; null if scores are those of the built-in model.' }),
    automatic: z.boolean().meta({
      description: 'Whether the service refits by itself. False after a reset, until a refit is requested.',
    }),
    labels: z
      .strictObject({
        count: countSchema.meta({ description: 'The total number of labels.' }),
        usable: countSchema.meta({
          description: `How many labelled answers a fit would use: the newest ${calibrationLimits.labelsMax}, with at most a fifth of them from one end user.`,
        }),
        right: countSchema.meta({ description: 'How many of the usable answers are right.' }),
        wrong: countSchema.meta({
          description: 'How many of the usable answers are wrong or only partly right.',
        }),
        since_fit: countSchema.meta({ description: 'How many labels were added since the newest revision.' }),
      })
      .refine(({ usable, right, wrong }) => usable === right + wrong, {
        error: 'usable must equal right plus wrong',
      }),
    needed: z
      .strictObject({ usable: countSchema, right: countSchema, wrong: countSchema })
      .meta({ description: 'The minimum that a fit requires.' }),
    revisions: z
      .array(revisionSchema)
      .max(calibrationLimits.revisionsListed)
      .meta({ description: `The ${calibrationLimits.revisionsListed} newest revisions, newest first.` }),
  })
  .meta({ id: 'Calibration' });

const refitOutcomes = ['fitted', 'withdrawn', 'too_few', 'not_better'] as const;

export const refitSchema = z
  .strictObject({
    outcome: openEnum(
      refitOutcomes,
      'The result. `fitted`: a new revision is active. `withdrawn`: the labels no longer support the active revision, and one that changes nothing replaced it. `too_few`, `not_better`: nothing changed.',
    ),
    detail: z.string().min(1).meta({ description: 'The result in one sentence.' }),
    calibration: calibrationSchema,
  })
  .meta({ id: 'Refit' });

export type CalibrationEntry = z.output<typeof calibrationSchema>;
export type RefitEntry = z.output<typeof refitSchema>;
