import { z } from 'zod';
import { textSchema } from './code-points.ts';
import { contentLimits, groupsSchema } from './content-fields.ts';
import { feedbackReasons, feedbackVerdicts } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageParameters, pageSchema } from './page.ts';
import { queryRequestLimits } from './query-request.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

export const feedbackLimits = {
  commentCodePointsMax: 2_000,
  /** Whoever comes after so many says nothing new of one answer. */
  authorsPerMessageMax: 50,
} as const;

/** What became of a better answer that came with feedback. */
const proposalStates = ['none', 'proposed', 'drafted', 'dismissed'] as const;

/** Not checked for form: an ill-formed id is not found, like an unknown one. */
export const feedbackParamsSchema = z.strictObject({
  feedback_id: z.string().min(1).meta({ description: 'The id of the feedback.' }),
});

const packIdSchema = textSchema({ min: 1, max: queryRequestLimits.idLengthMax });
const answerSchema = writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' });
const questionSchema = writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' });

export const feedbackRequestSchema = z
  .strictObject({
    verdict: z.enum(feedbackVerdicts).meta({
      description: '`right`: in all. What is right in part only, or lacks something, is `partly`.',
    }),
    reason: z.enum(feedbackReasons).meta({ description: 'What is wrong with it.' }).exactOptional(),
    comment: writtenTextSchema({ max: feedbackLimits.commentCodePointsMax, lines: 'many' })
      .meta({ description: 'For people who look after the knowledge. Looked through for what is private.' })
      .exactOptional(),
    better_answer: answerSchema
      .meta({
        description:
          'What the answer should have been. Looked through for what is private, and proposed to whoever manages content packs.',
      })
      .exactOptional(),
    content_pack_id: packIdSchema
      .meta({
        description:
          'The pack that the better answer belongs in. With a key that may manage content, it is put into its draft at once.',
      })
      .exactOptional(),
    end_user_id: textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax })
      .meta({
        description:
          'Who says so. Where the message has an end user, only that one. Left out: the holder of the key.',
      })
      .exactOptional(),
  })
  .superRefine((request, context) => {
    if (request.verdict === 'right' && request.better_answer !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['better_answer'],
        message: 'What is right needs no better answer',
      });
    if (request.content_pack_id !== undefined && request.better_answer === undefined)
      context.addIssue({
        code: 'custom',
        path: ['content_pack_id'],
        message: 'Only allowed with better_answer',
      });
  })
  .meta({ id: 'FeedbackRequest' });

/** What is left out is taken from the message and its feedback. */
export const acceptFeedbackRequestSchema = z
  .strictObject({
    content_pack_id: packIdSchema
      .meta({
        description:
          'Left out: the pack that the feedback names, else the first that the answer cites. Where there is none, it is required.',
      })
      .exactOptional(),
    question: questionSchema
      .meta({
        description:
          'Left out: the question as it was asked, put so that it stands on its own; of a pair that is in the draft, its own.',
      })
      .exactOptional(),
    alternatives: z
      .array(questionSchema)
      .max(contentLimits.alternativesMax)
      .meta({
        description: 'Other ways to ask the same. Left out: those of a pair that is in the draft, else none.',
      })
      .exactOptional(),
    answer: answerSchema
      .meta({ description: 'Left out: the better answer as it was given.' })
      .exactOptional(),
    groups: groupsSchema
      .meta({
        description:
          'Only members of any of these groups get the answer; none: everyone. Left out: those of a pair that is in the draft, else the groups that what the answer cites is kept to. Where they cannot be told, or the pair is open to others than these, it is required.',
      })
      .exactOptional(),
  })
  .meta({ id: 'AcceptFeedbackRequest' });

export const feedbackListQuerySchema = z.strictObject({
  verdict: z.enum(feedbackVerdicts).exactOptional(),
  proposal: z
    .enum(proposalStates)
    .meta({ description: 'Only feedback whose better answer is in this state.' })
    .exactOptional(),
  ...pageParameters,
});

const proposalSchema = z
  .strictObject({
    state: openEnum(
      proposalStates,
      'What became of the better answer. `none`: none came; `drafted`: it is a pair in the draft of a pack, and served once that is published.',
    ),
    content_pack_id: idSchema('pack').nullable(),
    qna_id: idSchema('qna')
      .nullable()
      .meta({ description: 'The pair in the draft that has it for its answer.' }),
  })
  .refine(({ state, qna_id }) => (state === 'drafted') === (qna_id !== null), {
    path: ['qna_id'],
    error: 'Given exactly where a pair was drafted',
  })
  .meta({ id: 'FeedbackProposal' });

export const feedbackSchema = z
  .strictObject({
    id: idSchema('fbk'),
    message_id: idSchema('msg'),
    verdict: openEnum(feedbackVerdicts, 'What was said of the answer.'),
    reason: openEnum(feedbackReasons, 'What is wrong with it.').nullable(),
    comment: z.string().min(1).nullable(),
    better_answer: z.string().min(1).nullable(),
    proposal: proposalSchema,
    replaced: z
      .boolean()
      .meta({
        description:
          'Told by the call that drafts a better answer, and by no other: whether it took the place of the answer of a pair that was in the draft.',
      })
      .exactOptional(),
    end_user_id: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'Who said so; null: the holder of the key.' }),
    key_id: idSchema('key').meta({ description: 'The key that it came with.' }),
    created_at: timeSchema,
  })
  .meta({ id: 'Feedback' });

/** Newest first. */
export const feedbackPageSchema = pageSchema(feedbackSchema, 'FeedbackPage');

export type FeedbackRequest = z.output<typeof feedbackRequestSchema>;
export type AcceptFeedbackRequest = z.output<typeof acceptFeedbackRequestSchema>;
export type FeedbackEntry = z.output<typeof feedbackSchema>;
