import { z } from 'zod';
import { answerWays, bands } from './enumerations.ts';
import { countedFields, countSchema, insightLimits, intervalSchema, shareSchema } from './insight-period.ts';
import { openEnum } from './open-enum.ts';

/** Shares are null where there is nothing that they could be a share of. */
const reliabilityFields = {
  answers: countSchema.meta({ description: 'Answers that were given.' }),
  mean_score: shareSchema.nullable().meta({ description: 'Of these answers; null: there are none.' }),
  labelled: countSchema.meta({
    description:
      'Answers with such scores that people have called right or wrong, those that a reviewer held back among them.',
  }),
  right: countSchema.meta({ description: 'Of those; what is right in part is not.' }),
  right_share: shareSchema.nullable().meta({ description: 'Of those labelled; null: none is.' }),
  right_interval: intervalSchema.nullable(),
  error_rate: shareSchema.nullable().meta({ description: 'The others, of those labelled.' }),
  error_interval: intervalSchema.nullable(),
};

const binSchema = z
  .strictObject({
    count: z.int().min(1),
    mean_score: shareSchema,
    right_share: shareSchema,
    low: shareSchema,
    high: shareSchema,
  })
  .meta({ id: 'ReliabilityBin' });

export const confidenceInsightSchema = z
  .strictObject({
    ...countedFields,
    labels: countSchema.meta({
      description: `Answers of the period that have a label: of each seven days the newest ${insightLimits.labelsPerWeekMax} labels at most.`,
    }),
    labels_truncated: z.boolean().meta({
      description: 'Whether there are more labels than that, which are not counted.',
    }),
    bands: z
      .array(z.strictObject({ band: openEnum(bands, 'How sure the answers were.'), ...reliabilityFields }))
      .meta({ description: 'Of the whole period, surest first.' }),
    weeks: z
      .array(
        z.strictObject({
          week: z
            .string()
            .regex(/^[0-9]{4}-W[0-9]{2}$/)
            .meta({ description: 'An ISO week in UTC, as `2026-W46`.' }),
          ...reliabilityFields,
          bands: z.array(
            z.strictObject({ band: openEnum(bands, 'How sure the answers were.'), ...reliabilityFields }),
          ),
        }),
      )
      .meta({ description: 'Oldest first, every week of the period.' }),
    ways: z
      .array(
        z.strictObject({
          way: openEnum(answerWays, 'How the answers were found.'),
          labelled: z.int().min(1),
          right: countSchema,
          right_share: shareSchema,
          right_interval: intervalSchema,
          mean_score: shareSchema,
        }),
      )
      .meta({ description: 'Of the labelled answers.' }),
    calibration_error: z
      .strictObject({
        labelled: countSchema.meta({ description: 'The newest 2,000 at most.' }),
        error: shareSchema.nullable().meta({
          description:
            'How far scores are from the share that is right, on average; null: nothing is labelled.',
        }),
        interval: intervalSchema.nullable(),
        bins: z.array(binSchema).meta({ description: 'As many answers in each, by score, for a diagram.' }),
      })
      .meta({ description: 'The expected calibration error of the labelled answers.' }),
    no_answer: z
      .strictObject({
        count: countSchema.meta({ description: 'Questions that got no answer, blocked ones apart.' }),
        looked_at: countSchema.meta({ description: 'Of these, the newest, whose cause was read.' }),
        withheld: countSchema.meta({
          description: 'Of those looked at: an answer was below the risk level.',
        }),
      })
      .meta({ description: 'What was not answered.' }),
    thresholds: z
      .strictObject({ high: shareSchema, medium: shareSchema, risk_level: shareSchema })
      .meta({ description: 'Of the policy in force.' }),
    calibration: z
      .strictObject({
        model: z.string().min(1),
        revision: z
          .int()
          .min(1)
          .nullable()
          .meta({ description: 'Null: scores are those of the model alone.' }),
        examples: countSchema.meta({ description: 'The labelled answers that the revision was fitted on.' }),
        usable: countSchema.meta({ description: 'Labels that a refit would be made of now.' }),
        missing: z
          .strictObject({ usable: countSchema, right: countSchema, wrong: countSchema })
          .meta({ description: 'How many more labels a refit needs; all 0: it can be made.' }),
      })
      .meta({ description: 'What scores are calibrated by.' }),
  })
  .meta({ id: 'ConfidenceInsight' });

export type ConfidenceInsight = z.output<typeof confidenceInsightSchema>;
export type Reliability = Omit<ConfidenceInsight['bands'][number], 'band'>;
