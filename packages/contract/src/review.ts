import { z } from 'zod';
import { confidenceExplanationSchema } from './confidence-explanation.ts';
import { answerFormats, sourceTypes } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageParameters, pageSchema } from './page.ts';
import { citationSchema, guardrailResultSchema, queryResponseObject } from './query-response-fields.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

const reviewLimits = { commentCodePointsMax: 2_000 } as const;

/** What makes an answer wrong: a block for one of these, or for none, teaches its score. */
export const wrongReasons = ['incorrect', 'incomplete', 'outdated', 'irrelevant', 'unsupported'] as const;

/** Why an answer is not given though it may be right: a block for one of these says nothing of its score. */
export const otherReasons = ['sensitive', 'wording', 'policy'] as const;

export const reviewReasons = [...wrongReasons, ...otherReasons] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** What became of an answer that waited for a person. `expire`: nobody decided in time, and it was not given. */
const reviewOutcomes = ['deliver', 'block', 'expire'] as const;

export const reviewListQuerySchema = z.strictObject(pageParameters);

export const reviewRequestSchema = z
  .strictObject({
    decision: z.enum(['deliver', 'block']).meta({
      description:
        '`deliver`: the answer is given as it was held, and counts as right. `block`: it is not given.',
    }),
    reason: z
      .enum(reviewReasons)
      .meta({
        description:
          'Why it is not given. `incorrect`, `incomplete`, `outdated`, `irrelevant`, `unsupported`, or none at all: it counts as wrong. `sensitive`, `wording`, `policy`: it may be right, and nothing is learnt of its score.',
      })
      .exactOptional(),
    comment: writtenTextSchema({ max: reviewLimits.commentCodePointsMax, lines: 'many' })
      .meta({ description: 'For the audit record. Checked as a prompt is.' })
      .exactOptional(),
  })
  .refine(({ decision, reason }) => decision === 'block' || reason === undefined, {
    path: ['reason'],
    error: 'Only allowed where the answer is blocked',
  })
  .meta({ id: 'ReviewRequest' });

/** An answer that waits for a person: what would be said, and what it rests on. */
export const heldAnswerSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    thread_id: idSchema('thr'),
    question: z.string().meta({ description: 'As the policy lets it be stored.' }),
    refined_question: z.string().min(1).nullable().meta({
      description: 'The question as it was looked up, where that is another than the one asked.',
    }),
    answer: z.string().min(1).meta({ description: 'What is said where it is delivered, to the letter.' }),
    answer_format: openEnum(answerFormats, 'How the answer is written.'),
    citations: z.array(citationSchema),
    source_type: openEnum(sourceTypes, 'Where the answer came from.'),
    confidence: queryResponseObject.shape.confidence,
    confidence_explanation: confidenceExplanationSchema.nullable(),
    guardrails: z.array(guardrailResultSchema),
    channel_type: z.string().min(1),
    end_user_id: z.string().nullable(),
    created_at: timeSchema.meta({ description: 'When the query was admitted.' }),
    held_at: timeSchema.meta({ description: 'Since when it waits.' }),
    waiting_ms: z.int().min(0).meta({ description: 'How long it has waited.' }),
    expires_at: timeSchema.meta({ description: 'When it ends as blocked, unless somebody decides.' }),
  })
  .meta({ id: 'HeldAnswer' });

/** Oldest first. */
export const heldAnswerPageSchema = pageSchema(heldAnswerSchema, 'HeldAnswerPage');

/** What the audit record says of a review. */
export const reviewSchema = z
  .strictObject({
    outcome: openEnum(reviewOutcomes, 'What became of the answer that waited for a person.'),
    reason: openEnum(reviewReasons, 'Why it was not given.').nullable(),
    comment: z.string().min(1).nullable(),
    decided_by: idSchema('key').nullable().meta({ description: 'The key that decided; null: nobody did.' }),
    decided_at: timeSchema,
  })
  .meta({ id: 'Review' });

export type ReviewRequest = z.output<typeof reviewRequestSchema>;
export type HeldAnswerEntry = z.output<typeof heldAnswerSchema>;
export type ReviewEntry = z.output<typeof reviewSchema>;
