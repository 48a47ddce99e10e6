import { z } from 'zod';
import { openEnum } from '../fields/open-enum.ts';
import { answerMethods, bands } from '../values/enumerations.ts';
import { countedFields, countSchema, insightLimits, intervalSchema, shareSchema } from './insight-period.ts';

/** Shares are null if their denominator is zero. */
const reliabilityFields = {
  answers: countSchema.meta({ description: 'The number of answers given.' }),
  mean_score: shareSchema
    .nullable()
    .meta({ description: 'The mean score of these answers; null if there are none.' }),
  labelled: countSchema.meta({
    description:
      'Answers in this score range that people labelled right or wrong, including answers that were blocked in review.',
  }),
  right: countSchema.meta({
    description: 'Labelled answers that are right; partly right answers do not count.',
  }),
  right_share: shareSchema
    .nullable()
    .meta({ description: 'The share of labelled answers that are right; null if none is labelled.' }),
  right_interval: intervalSchema.nullable(),
  error_rate: shareSchema
    .nullable()
    .meta({ description: 'The share of labelled answers that are not right.' }),
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
      description: `The number of labelled answers in the period: at most the newest ${insightLimits.labelsPerWeekMax} labels of each week.`,
    }),
    labels_truncated: z.boolean().meta({
      description: 'Whether older labels were not counted because of this limit.',
    }),
    visitors: z.strictObject({ labelled: countSchema, right: countSchema }).meta({
      description:
        'Answers that only visitors with a publishable key have labelled. They are in no other figure.',
    }),
    bands: z
      .array(z.strictObject({ band: openEnum(bands, 'The confidence band.'), ...reliabilityFields }))
      .meta({ description: 'For the whole period, highest band first.' }),
    weeks: z
      .array(
        z.strictObject({
          week: z
            .string()
            .regex(/^[0-9]{4}-W[0-9]{2}$/)
            .meta({ description: 'An ISO week in UTC, such as `2026-W46`.' }),
          ...reliabilityFields,
          bands: z.array(
            z.strictObject({ band: openEnum(bands, 'The confidence band.'), ...reliabilityFields }),
          ),
        }),
      )
      .meta({ description: 'Every week of the period, oldest first.' }),
    methods: z
      .array(
        z.strictObject({
          method: openEnum(answerMethods, 'How the answers were produced.'),
          labelled: z.int().min(1),
          right: countSchema,
          right_share: shareSchema,
          right_interval: intervalSchema,
          mean_score: shareSchema,
        }),
      )
      .meta({ description: 'The labelled answers by answer method.' }),
    calibration_error: z
      .strictObject({
        labelled: countSchema.meta({
          description: 'The number of labelled answers used: at most the newest 2,000.',
        }),
        error: shareSchema.nullable().meta({
          description: 'The expected calibration error; null if nothing is labelled.',
        }),
        interval: intervalSchema.nullable(),
        bins: z
          .array(binSchema)
          .meta({ description: 'Bins of equal size, by score, for a reliability diagram.' }),
      })
      .meta({ description: 'The expected calibration error of the labelled answers.' }),
    no_answer: z
      .strictObject({
        count: countSchema.meta({ description: 'Questions without an answer, not counting blocked ones.' }),
        examined: countSchema.meta({
          description: 'How many of these, the newest, were examined for the cause.',
        }),
        withheld: countSchema.meta({
          description: 'How many of the examined ones had an answer below the risk level.',
        }),
      })
      .meta({ description: 'Questions without an answer.' }),
    thresholds: z
      .strictObject({ high: shareSchema, medium: shareSchema, risk_level: shareSchema })
      .meta({ description: 'The thresholds of the policy in force.' }),
    calibration: z
      .strictObject({
        model: z.string().min(1),
        revision: z
          .int()
          .min(1)
          .nullable()
          .meta({ description: 'Null if scores are those of the built-in model.' }),
        examples: countSchema.meta({ description: 'The number of labelled answers in the fit.' }),
        usable: countSchema.meta({ description: 'How many labels a refit would use now.' }),
        missing: z
          .strictObject({ usable: countSchema, right: countSchema, wrong: countSchema })
          .meta({ description: 'How many more labels a refit requires; all 0 if it can run.' }),
      })
      .meta({ description: 'The active calibration.' }),
  })
  .meta({ id: 'ConfidenceInsight' });

export type ConfidenceInsight = z.output<typeof confidenceInsightSchema>;
export type BandReliability = Omit<ConfidenceInsight['bands'][number], 'band'>;
