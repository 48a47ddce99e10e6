import { z } from 'zod';
import { contentLimits } from '../content/content-fields.ts';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { confidenceExplanationSchema } from '../query/confidence-explanation.ts';
import {
  citationSchema,
  guardrailResultSchema,
  queryResponseObject,
} from '../query/query-response-fields.ts';
import { answerFormats, sourceTypes } from '../values/enumerations.ts';

const reviewLimits = { commentCodePointsMax: 2_000 } as const;

/** Reasons that make an answer wrong: a block for one of these, or without a reason, is a label for calibration. */
export const wrongReasons = ['incorrect', 'incomplete', 'outdated', 'irrelevant', 'unsupported'] as const;

/** Reasons for blocking an answer that may be right: they are not used for calibration. */
export const otherReasons = ['sensitive', 'wording', 'policy'] as const;

export const reviewReasons = [...wrongReasons, ...otherReasons] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** The outcomes of a review. `expire`: nobody decided in time, and the answer was blocked. */
const reviewOutcomes = ['deliver', 'block', 'expire'] as const;

export const reviewListQuerySchema = z.strictObject({
  assigned_to: z
    .union([z.enum(['me', 'nobody']), callerSchema])
    .meta({ description: 'Only what the caller has (`me`), nobody, or this person or key.' })
    .exactOptional(),
  ...pageParameters,
});

export const reviewRequestSchema = z
  .strictObject({
    decision: z.enum(['deliver', 'block']).meta({
      description:
        '`deliver` sends the answer, as it is, which labels it right, or edited. `block` does not send it.',
    }),
    reason: z
      .enum(reviewReasons)
      .meta({
        description:
          'Why the answer is blocked or edited. `incorrect`, `incomplete`, `outdated`, `irrelevant` and `unsupported` label it wrong, as does a block without a reason. `sensitive`, `wording` and `policy` do not label it.',
      })
      .exactOptional(),
    answer: writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' })
      .meta({
        description:
          'What to deliver in place of the proposed answer. Both are on record. It passes the output guardrails of the policy in force, or is refused. Citations stay where the words that they support do. Not for answers in JSON.',
      })
      .exactOptional(),
    comment: writtenTextSchema({ max: reviewLimits.commentCodePointsMax, lines: 'many' })
      .meta({
        description: 'A comment for the audit record. It is checked by the same guardrails as a prompt.',
      })
      .exactOptional(),
  })
  .refine(({ decision, answer }) => decision === 'deliver' || answer === undefined, {
    path: ['answer'],
    error: 'Only allowed with the decision deliver',
  })
  .refine(
    ({ decision, reason, answer }) => decision === 'block' || answer !== undefined || reason === undefined,
    {
      path: ['reason'],
      error: 'Only allowed with the decision block, or with an edited answer',
    },
  )
  .meta({
    id: 'ReviewRequest',
    allOf: [
      { not: { required: ['answer'], properties: { decision: { const: 'block' } } } },
      {
        not: {
          required: ['reason'],
          properties: { decision: { const: 'deliver' } },
          not: { required: ['answer'] },
        },
      },
    ],
  });

/** An answer that is pending review, with the evidence for it. */
export const pendingReviewSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    thread_id: idSchema('thr'),
    question: z.string().meta({ description: 'The question, redacted as the policy requires.' }),
    refined_question: z.string().min(1).nullable().meta({
      description: 'The rewritten question that was searched for; null if the question was not rewritten.',
    }),
    answer: z
      .string()
      .min(1)
      .meta({ description: 'The exact text that is delivered if the answer is approved.' }),
    answer_format: openEnum(answerFormats, 'The format of the answer.'),
    citations: z.array(citationSchema),
    source_type: openEnum(sourceTypes, 'Where the answer came from.'),
    confidence: queryResponseObject.shape.confidence,
    confidence_explanation: confidenceExplanationSchema.nullable(),
    guardrails: z.array(guardrailResultSchema),
    channel_type: z.string().min(1),
    end_user_id: z.string().nullable(),
    created_at: timeSchema.meta({ description: 'When the query was admitted.' }),
    pending_since: timeSchema.meta({ description: 'When the review became pending.' }),
    pending_ms: z
      .int()
      .min(0)
      .meta({ description: 'How long the review has been pending, in milliseconds.' }),
    expires_at: timeSchema.meta({ description: 'When the message is blocked if nobody decides.' }),
    assigned_to: callerSchema.nullable().meta({
      description: 'The person or key that has taken the review, or to whom it was assigned; null: nobody.',
    }),
    assigned_at: timeSchema.nullable(),
    is_overdue: z.boolean().meta({ description: 'It has been pending for longer than it should be.' }),
    note_count: z.int().min(0).meta({ description: 'How many notes reviewers have left.' }),
  })
  .meta({ id: 'PendingReview' });

/** Oldest first. */
export const pendingReviewPageSchema = pageSchema(pendingReviewSchema, 'PendingReviewPage');

/** A review in the audit record. */
export const reviewSchema = z
  .strictObject({
    outcome: openEnum(reviewOutcomes, 'The outcome of the review.'),
    reason: openEnum(reviewReasons, 'Why the answer was blocked or edited.').nullable(),
    comment: z.string().min(1).nullable(),
    decided_by: callerSchema
      .nullable()
      .meta({ description: 'The key or person that decided; null if nobody did.' }),
    decided_at: timeSchema,
    proposed_answer: z.string().min(1).nullable().meta({
      description:
        'The answer as it was proposed, if the reviewer edited it; what was delivered is the answer of the record. Null if it was not edited.',
    }),
  })
  .meta({ id: 'Review' });

export type ReviewRequest = z.output<typeof reviewRequestSchema>;
export type PendingReviewEntry = z.output<typeof pendingReviewSchema>;
export type ReviewEntry = z.output<typeof reviewSchema>;
