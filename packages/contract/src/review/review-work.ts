import { z } from 'zod';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { reviewReasons } from './review.ts';

/** Who works on what is pending review, what they say about it, and how long decisions take. */

export const reviewWorkLimits = {
  noteCodePointsMax: 2_000,
  /** Of one message. */
  notesMax: 50,
  figureDaysMax: 90,
  figureDaysDefault: 30,
  /** Decisions that figures are computed from, newest first. */
  countedMax: 10_000,
  /** Code points of a source on each side of what is quoted. */
  sourceAroundMax: 4_000,
} as const;

/** `edit`: delivered, with the words of the reviewer. `expire`: nobody decided in time, and the answer was blocked. */
export const decisionOutcomes = ['deliver', 'edit', 'block', 'expire'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

const assignedToSchema = callerSchema.nullable().meta({
  description: 'The person or key that has taken the review, or to whom it was assigned; null: nobody.',
});

export const reviewAssignmentRequestSchema = z
  .strictObject({
    assigned_to: z.union([z.literal('me'), idSchema('usr'), z.null()]).meta({
      description:
        '`me`: the caller takes the review. A person who may decide on it gets it. Null: nobody has it any more.',
    }),
    expected: callerSchema
      .nullable()
      .meta({
        description:
          'Who has the review as far as the caller knows. If somebody else has it by now, nothing changes, and the request fails with `invalid_state`.',
      })
      .exactOptional(),
  })
  .meta({ id: 'ReviewAssignmentRequest' });

export const reviewAssignmentSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    assigned_to: assignedToSchema,
    assigned_at: timeSchema.nullable(),
  })
  .meta({ id: 'ReviewAssignment' });

export const reviewNoteRequestSchema = z
  .strictObject({
    text: writtenTextSchema({ max: reviewWorkLimits.noteCodePointsMax, lines: 'many' }).meta({
      description: 'For other reviewers. It is checked by the same guardrails as a prompt.',
    }),
  })
  .meta({ id: 'ReviewNoteRequest' });

export const reviewNoteSchema = z
  .strictObject({
    text: z.string().min(1),
    created_by: callerSchema,
    created_at: timeSchema,
  })
  .meta({ id: 'ReviewNote' });

/** Oldest first, all in one page. */
export const reviewNotePageSchema = pageSchema(reviewNoteSchema, 'ReviewNotePage');

/** The words of a source around what a pending answer quotes. */
const reviewSourceSchema = z
  .strictObject({
    document_id: z.string().min(1),
    title: z.string(),
    source: z.string(),
    start: z.int().min(0).meta({ description: 'Where the text begins in the source, in code points.' }),
    text: z.string(),
    is_complete: z.boolean().meta({ description: 'False: the source has more before or after it.' }),
  })
  .meta({ id: 'ReviewSource' });

export const reviewSourceListSchema = z
  .strictObject({ data: z.array(reviewSourceSchema) })
  .meta({ id: 'ReviewSourceList' });

export const reviewDecisionListQuerySchema = z.strictObject({
  outcome: z.enum(decisionOutcomes).exactOptional(),
  decided_by: z
    .union([z.literal('me'), callerSchema])
    .meta({ description: 'A person or key; `me` for the caller.' })
    .exactOptional(),
  ...pageParameters,
});

/** A review that has ended. */
const reviewDecisionSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    outcome: openEnum(decisionOutcomes, 'What became of the answer.'),
    decided_by: callerSchema.nullable().meta({ description: 'Null: nobody decided in time.' }),
    decided_at: timeSchema,
    pending_since: timeSchema,
    pending_ms: z.int().min(0).meta({ description: 'How long the review was pending, in milliseconds.' }),
    question: z.string().nullable().meta({ description: 'Null if the content of the record is gone.' }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'What was delivered; null if nothing was, or if the content is gone.' }),
    reason: openEnum(reviewReasons, 'Why the answer was blocked or edited.').nullable(),
    comment: z.string().min(1).nullable(),
  })
  .meta({ id: 'ReviewDecision' });

/** Newest first. */
export const reviewDecisionPageSchema = pageSchema(reviewDecisionSchema, 'ReviewDecisionPage');

const daysExpected = `Must be an integer from 1 to ${reviewWorkLimits.figureDaysMax}`;

export const reviewFiguresQuerySchema = z.strictObject({
  days: z
    .custom<string>((value) => typeof value === 'string' && /^(?:[1-9]|[1-8][0-9]|90)$/.test(value), {
      error: daysExpected,
    })
    .transform(Number)
    .default(reviewWorkLimits.figureDaysDefault)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: reviewWorkLimits.figureDaysMax,
      description: `How many days of decisions are counted. Default: ${reviewWorkLimits.figureDaysDefault}.`,
    }),
});

const count = z.int().min(0);
const durationSchema = z.int().min(0).nullable();

/** What waits, and how long decisions took: of what the caller may see. */
export const reviewFiguresSchema = z
  .strictObject({
    pending: count,
    mine: count.meta({ description: 'Of these, those that the caller has taken or was given.' }),
    unassigned: count.meta({ description: 'Of these, those that nobody has.' }),
    overdue: count.meta({ description: 'Of these, those that have been pending for `overdue_after_ms`.' }),
    overdue_after_ms: z.int().min(1),
    oldest_pending_since: timeSchema.nullable(),
    handovers_waiting: count.meta({
      description: 'Visitors who asked for a person and have no reply yet: see `listHandovers`.',
    }),
    decided: z.strictObject({
      days: z.int().min(1),
      count,
      delivered: count.meta({ description: 'As they were proposed.' }),
      edited: count,
      blocked: count,
      expired: count,
      median_ms: durationSchema.meta({
        description:
          'Half of the reviews were decided within this time; null if none was. Expired ones do not count.',
      }),
      p90_ms: durationSchema.meta({ description: 'The same for nine of ten.' }),
      is_complete: z
        .boolean()
        .meta({ description: `False: only the newest ${reviewWorkLimits.countedMax} were counted.` }),
    }),
  })
  .meta({ id: 'ReviewFigures' });

/** People who may decide on reviews, for example to assign one to them. */
export const reviewerListSchema = z
  .strictObject({ data: z.array(z.strictObject({ user_id: idSchema('usr'), name: z.string() })) })
  .meta({ id: 'ReviewerList' });

/** What a reviewer is sent by e-mail. */
export const reviewNoticesRequestSchema = z
  .strictObject({
    pending: z
      .boolean()
      .meta({ description: 'That an answer begins to wait: at most one mail in 15 minutes.' }),
    overdue: z.boolean().meta({ description: 'That an answer has waited for too long.' }),
    assigned: z.boolean().meta({ description: 'That a review was assigned to them.' }),
  })
  .meta({ id: 'ReviewNoticesRequest' });

export const reviewNoticesSchema = z
  .strictObject({
    ...reviewNoticesRequestSchema.shape,
    email: z.string().meta({ description: 'The address that mail is sent to: that of the person.' }),
    email_available: z.boolean().meta({
      description: 'False: the service has no mail server, and nothing is sent until it has one.',
    }),
  })
  .meta({ id: 'ReviewNotices' });

export type ReviewNoticesEntry = z.output<typeof reviewNoticesSchema>;
export type ReviewAssignmentRequest = z.output<typeof reviewAssignmentRequestSchema>;
export type ReviewAssignmentEntry = z.output<typeof reviewAssignmentSchema>;
export type ReviewNoteEntry = z.output<typeof reviewNoteSchema>;
export type ReviewSourceEntry = z.output<typeof reviewSourceSchema>;
export type ReviewDecisionEntry = z.output<typeof reviewDecisionSchema>;
export type ReviewFigures = z.output<typeof reviewFiguresSchema>;
export type ReviewerEntry = z.output<typeof reviewerListSchema>['data'][number];
