import { z } from 'zod';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { citationSchema } from '../query/query-response-fields.ts';

export const guaranteeLimits = {
  wrongMin: 0.005,
  wrongMax: 0.5,
  countMin: 20,
  countMax: 2_000,
  countDefault: 200,
  daysMax: 90,
  daysDefault: 30,
  revisionsListed: 20,
} as const;

const countSchema = z.int().min(0);
const shareSchema = z.number().min(0).max(1);

const guaranteeRevisionSchema = z
  .strictObject({
    revision: z.int().min(1),
    state: openEnum(
      ['in_force', 'lapsed', 'ended'],
      '`in_force`: the line was put in force. `lapsed`: what was seen since no longer supports it. `ended`: somebody ended it.',
    ),
    cause: openEnum(
      ['checked_wrong', 'reported_wrong', 'scores_shifted', 'scores_changed', 'expired'],
      'Why it lapsed. `checked_wrong`: too many of the answers checked since are wrong. `reported_wrong`: feedback alone calls too many wrong. `scores_shifted`: scores are distributed differently. `scores_changed`: another model or calibration scores. `expired`: 90 days have passed.',
    ).nullable(),
    wrong_max: shareSchema.meta({
      description: 'At most this share of the answers in the band `high` is wrong.',
    }),
    level: shareSchema.meta({ description: 'The confidence with which that holds.' }),
    line: shareSchema.meta({ description: 'The score at which the band `high` begins.' }),
    answers: countSchema.meta({
      description: 'The number of randomly drawn answers with this score or more that it is shown by.',
    }),
    wrong: countSchema.meta({ description: 'How many of them were not found right.' }),
    wrong_at_most: shareSchema.meta({
      description: 'The share of wrong answers that these numbers leave possible, by Clopper and Pearson.',
    }),
    from: timeSchema.meta({ description: 'The answers that were drawn from were asked from this time on.' }),
    to: timeSchema,
    high_before: countSchema.meta({
      description: 'Answers of that time in the band `high`, as the thresholds of the policy have it.',
    }),
    high_after: countSchema.meta({ description: 'Answers of that time with the score of the line or more.' }),
    created_at: timeSchema,
    created_by: callerSchema.nullable().meta({ description: 'Null if the service did it by itself.' }),
  })
  .meta({ id: 'GuaranteeRevision' });

const drawSchema = z
  .strictObject({
    id: idSchema('drw'),
    wrong_max: shareSchema,
    attempt: z.int().min(1).meta({
      description:
        'The first draw since a guarantee was last put in force, or a further one. Further ones need more answers, so that drawing again and again does not lead to a guarantee by chance.',
    }),
    from: timeSchema.meta({
      description: 'The answers that it was drawn from were asked from this time on.',
    }),
    to: timeSchema,
    answers: countSchema.meta({ description: 'The number of answers that it was drawn from.' }),
    count: countSchema.meta({ description: 'The number of answers that were drawn.' }),
    right: countSchema,
    wrong: countSchema,
    unchecked: countSchema.meta({
      description: 'Not checked yet, or no longer stored. They count as wrong until they are found right.',
    }),
    first_line: shareSchema.meta({ description: 'The strictest line, which is tested first.' }),
    first_needed: countSchema.meta({
      description: 'How many right answers the first line still needs, if no more are wrong. 0: it is shown.',
    }),
    shown: z
      .strictObject({
        line: shareSchema,
        answers: countSchema,
        wrong: countSchema,
        wrong_at_most: shareSchema,
        high_before: countSchema,
        high_after: countSchema,
      })
      .nullable()
      .meta({ description: 'What could be put in force now; null if the checks do not show any line.' }),
    created_at: timeSchema,
    created_by: callerSchema,
  })
  .meta({ id: 'GuaranteeDraw' });

export const confidenceStateSchema = z
  .strictObject({
    model: z.string().min(1).meta({ description: 'The built-in model that scores.' }),
    calibration: z.int().min(1).nullable().meta({ description: 'The active calibration; null: none.' }),
    high: shareSchema.meta({ description: 'The score at which the band `high` begins now.' }),
    guarantee: guaranteeRevisionSchema.nullable().meta({
      description:
        'The guarantee in force. Null: none is, and the band `high` begins where the policy says, by the scores of the built-in model or the active calibration.',
    }),
    reason: openEnum(
      ['in_force', 'never_drawn', 'too_few_checked', 'ready', 'lapsed', 'ended'],
      'Why there is a guarantee or none. `never_drawn`: no answers were drawn to check. `too_few_checked`: the checks do not show any line yet. `ready`: the checks show a line that nobody has put in force.',
    ),
    draw: drawSchema.nullable().meta({ description: 'The newest draw; null: none.' }),
    watch: z
      .strictObject({
        checked: z.strictObject({ answers: countSchema, wrong: countSchema }).meta({
          description:
            'The newest answers in the band `high` that were drawn and checked since it is in force: at most 300.',
        }),
        reported: z.strictObject({ answers: countSchema, wrong: countSchema }).meta({
          description:
            'Answers in the band `high` since then, and those that feedback that counts calls wrong.',
        }),
        score_shift: shareSchema.meta({
          description: 'How far the distribution of scores has moved since: 0 not at all, 1 entirely.',
        }),
        cause: openEnum(
          ['checked_wrong', 'reported_wrong', 'scores_shifted', 'expired'],
          'What no longer supports the guarantee, which lapses within an hour; null: nothing.',
        ).nullable(),
        expires_at: timeSchema,
      })
      .nullable()
      .meta({ description: 'What was seen since the guarantee is in force; null without one.' }),
    needed: z
      .array(
        z.strictObject({
          wrong_max: shareSchema,
          none_wrong: countSchema,
          one_wrong: countSchema,
          three_wrong: countSchema,
        }),
      )
      .meta({
        description: 'How many answers above the line a first draw must show right, if so many are wrong.',
      }),
    revisions: z
      .array(guaranteeRevisionSchema)
      .max(guaranteeLimits.revisionsListed)
      .meta({ description: 'What came into force and ended, newest first.' }),
  })
  .meta({ id: 'ConfidenceState' });

export const drawAnswersRequestSchema = z
  .strictObject({
    wrong_max: z.number().min(guaranteeLimits.wrongMin).max(guaranteeLimits.wrongMax).meta({
      description:
        'The share of wrong answers that the guarantee is to exclude. It is settled before anything is checked.',
    }),
    count: z
      .int()
      .min(guaranteeLimits.countMin)
      .max(guaranteeLimits.countMax)
      .meta({ description: `How many answers are drawn; ${guaranteeLimits.countDefault} by default.` })
      .exactOptional(),
    days: z
      .int()
      .min(1)
      .max(guaranteeLimits.daysMax)
      .meta({
        description: `From the answers of how many days; ${guaranteeLimits.daysDefault} by default. Answers from before the active calibration are left out.`,
      })
      .exactOptional(),
  })
  .meta({ id: 'DrawAnswersRequest' });

export const drawnAnswersQuerySchema = z.strictObject({ limit: pageParameters.limit });

export const drawnAnswersSchema = z
  .strictObject({
    data: z.array(
      z
        .strictObject({
          message_id: idSchema('msg'),
          question: z.string(),
          answer: z.string(),
          citations: z.array(citationSchema),
          created_at: timeSchema,
        })
        .meta({ id: 'DrawnAnswer' }),
    ),
    unchecked: countSchema.meta({
      description: 'How many are left in all, also those that the caller may not see.',
    }),
  })
  .meta({ id: 'DrawnAnswers' });

export const checkAnswerRequestSchema = z
  .strictObject({
    right: z.boolean().meta({
      description: 'Whether the answer is entirely right. Partly right is wrong: people rely on all of it.',
    }),
  })
  .meta({ id: 'CheckAnswerRequest' });

export const guaranteeRequestSchema = z
  .strictObject({ draw_id: idSchema('drw').meta({ description: 'The draw whose result was read.' }) })
  .meta({ id: 'GuaranteeRequest' });

export type ConfidenceState = z.output<typeof confidenceStateSchema>;
export type DrawnAnswers = z.output<typeof drawnAnswersSchema>;
export type GuaranteeRevision = z.output<typeof guaranteeRevisionSchema>;
