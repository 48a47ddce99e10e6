import { z } from 'zod';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';

export const calibrationLimits = {
  /** A fit uses the newest of them. */
  labelsMax: 5_000,
  revisionsListed: 20,
  /** How many recent answers a proposal is shown on. */
  proposalScoresMax: 20,
} as const;

const countSchema = z.int().min(0);
const shareSchema = z.number().min(0).max(1);

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
    author_count: countSchema.meta({ description: 'How many people and keys labelled them.' }),
    key_count: countSchema.meta({
      description: 'How many keys, or people who were signed in, the labels came with.',
    }),
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

const calibrationCauses = ['accepted', 'automatic', 'dismissed', 'reset', 'reverted'] as const;

const revisionSchema = z
  .strictObject({
    revision: z.int().min(1),
    model: z.string().min(1).meta({ description: 'The built-in model that this revision applies to.' }),
    fit: fitSchema.nullable().meta({ description: 'Null if this revision resets to the built-in model.' }),
    created_at: timeSchema,
    created_by: callerSchema.nullable().meta({ description: 'Null if the service made it by itself.' }),
    cause: openEnum(
      calibrationCauses,
      'How it came into force. `accepted`: somebody accepted a proposal. `automatic`: the service applied a small proposal after a day. `dismissed`: a proposal was dismissed, and this repeats what was in force. `reverted`: an earlier revision was restored.',
    ),
  })
  .meta({ id: 'CalibrationRevision' });

const proposalSchema = z
  .strictObject({
    id: idSchema('cal'),
    kind: openEnum(
      ['fit', 'withdrawal'],
      '`fit`: a calibration that predicts the labels better. `withdrawal`: one that changes nothing, because the labels no longer support the active one.',
    ),
    fit: fitSchema,
    created_at: timeSchema,
    created_by: callerSchema.nullable().meta({ description: 'Null if the service made it by itself.' }),
    largest_change: shareSchema.meta({
      description: 'No score, of whatever answer, would change by more than this.',
    }),
    applies_at: timeSchema.nullable().meta({
      description:
        'When the service applies it by itself, unless it is accepted or dismissed before. Null if it waits for a person, because it changes scores by more than may change without one.',
    }),
    scores: z
      .array(z.strictObject({ message_id: idSchema('msg'), before: shareSchema, after: shareSchema }))
      .max(calibrationLimits.proposalScoresMax)
      .meta({
        description:
          'What the scores of the most recent answers are with the active calibration, and would be with this one, before caps.',
      }),
  })
  .meta({ id: 'CalibrationProposal' });

export const calibrationSchema = z
  .strictObject({
    model: z.string().min(1).meta({ description: 'The built-in model of this service.' }),
    active_revision: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The revision in use; null if scores are those of the built-in model.' }),
    automatic: z.boolean().meta({
      description:
        'Whether the service refits by itself. False after a reset, a revert or a dismissed proposal, until a proposal is accepted.',
    }),
    labels: z
      .strictObject({
        count: countSchema.meta({ description: 'The total number of labels.' }),
        visitors: countSchema.meta({
          description: 'How many of them are from visitors with a publishable key, and are never used.',
        }),
        usable: countSchema.meta({
          description: `How many labelled answers a fit would use: the newest ${calibrationLimits.labelsMax}, of those that count, with at most a fifth of them from one end user.`,
        }),
        right: countSchema.meta({ description: 'How many of the usable answers are right.' }),
        wrong: countSchema.meta({
          description: 'How many of the usable answers are wrong or only partly right.',
        }),
        since_fit: countSchema.meta({
          description: 'How many labels that count were added since the newest revision.',
        }),
      })
      .refine(({ usable, right, wrong }) => usable === right + wrong, {
        error: 'usable must equal right plus wrong',
      }),
    needed: z
      .strictObject({ usable: countSchema, right: countSchema, wrong: countSchema })
      .meta({ description: 'The minimum that a fit requires.' }),
    proposal: proposalSchema
      .nullable()
      .meta({ description: 'The change that is proposed; null if there is none.' }),
    revisions: z
      .array(revisionSchema)
      .max(calibrationLimits.revisionsListed)
      .meta({ description: `The ${calibrationLimits.revisionsListed} newest revisions, newest first.` }),
  })
  .meta({ id: 'Calibration' });

const refitOutcomes = ['proposed', 'fitted', 'withdrawn', 'too_few', 'not_better'] as const;

export const refitSchema = z
  .strictObject({
    outcome: openEnum(
      refitOutcomes,
      'The result. `proposed`: there is a proposal to accept. `fitted`: the active revision already fits the labels. `too_few`, `not_better`: there is nothing to propose. `withdrawn` is no longer returned.',
    ),
    detail: z.string().min(1).meta({ description: 'The result in one sentence.' }),
    calibration: calibrationSchema,
  })
  .meta({ id: 'Refit' });

/** Names the proposal that was read, so that nobody accepts another. */
export const settleCalibrationRequestSchema = z
  .strictObject({ proposal_id: idSchema('cal').meta({ description: 'The proposal that was read.' }) })
  .meta({ id: 'SettleCalibrationRequest' });

export const revertCalibrationRequestSchema = z
  .strictObject({
    revision: z
      .int()
      .min(0)
      .meta({
        description: 'The revision to restore; 0 for the built-in model. Default: the one before the newest.',
      })
      .exactOptional(),
  })
  .meta({ id: 'RevertCalibrationRequest' });

export type CalibrationEntry = z.output<typeof calibrationSchema>;
export type RefitEntry = z.output<typeof refitSchema>;
