import { z } from 'zod';
import { contentLimits, groupsSchema } from '../content/content-fields.ts';
import { callerSchema } from '../fields/actor.ts';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { endUserIdSchema, queryRequestLimits } from '../query/query-request.ts';
import { feedbackReasons, feedbackVerdicts } from '../values/enumerations.ts';

export const feedbackLimits = {
  commentCodePointsMax: 2_000,
  /** Further authors add nothing new about one answer. */
  authorsPerMessageMax: 50,
} as const;

/** The state of a better answer that was proposed with feedback. */
const proposalStates = ['none', 'proposed', 'drafted', 'dismissed'] as const;

/** Whether somebody still has to decide about it. */
const feedbackStates = ['open', 'done'] as const;

/** Not validated: a malformed id is not found, like an unknown one. */
export const feedbackParamsSchema = z.strictObject({
  feedback_id: z.string().min(1).meta({ description: 'The id of the feedback.' }),
});

const packIdSchema = textSchema({ min: 1, max: queryRequestLimits.idLengthMax });
const answerSchema = writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' });
const questionSchema = writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' });

export const feedbackRequestSchema = z
  .strictObject({
    verdict: z.enum(feedbackVerdicts).meta({
      description:
        '`right` means right in full. An answer that is right only in part, or incomplete, is `partly`.',
    }),
    reason: z.enum(feedbackReasons).meta({ description: 'What is wrong with the answer.' }).exactOptional(),
    comment: writtenTextSchema({ max: feedbackLimits.commentCodePointsMax, lines: 'many' })
      .meta({ description: 'A comment for the people who maintain the content. Checked for personal data.' })
      .exactOptional(),
    better_answer: answerSchema
      .meta({
        description:
          'What the answer should have been. Checked for personal data, and proposed to the people who manage content packs.',
      })
      .exactOptional(),
    content_pack_id: packIdSchema
      .meta({
        description:
          'The content pack for the better answer. If the key has the scope `content:manage`, it is added to the draft immediately.',
      })
      .exactOptional(),
    end_user_id: endUserIdSchema
      .meta({
        description:
          'Who gives the feedback. If the message has an end user, only that one is allowed. Default: the holder of the key.',
      })
      .exactOptional(),
  })
  .superRefine((request, context) => {
    if (request.verdict === 'right' && request.better_answer !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['better_answer'],
        message: 'Not allowed with the verdict right',
      });
    if (request.content_pack_id !== undefined && request.better_answer === undefined)
      context.addIssue({
        code: 'custom',
        path: ['content_pack_id'],
        message: 'Only allowed with better_answer',
      });
  })
  .meta({
    id: 'FeedbackRequest',
    dependentRequired: { content_pack_id: ['better_answer'] },
    not: { required: ['better_answer'], properties: { verdict: { const: 'right' } } },
  });

/** Defaults are taken from the message and its feedback. */
export const acceptFeedbackRequestSchema = z
  .strictObject({
    content_pack_id: packIdSchema
      .meta({
        description:
          'Default: the pack named in the feedback, otherwise the first pack that the answer cites. Required if there is neither.',
      })
      .exactOptional(),
    qna_id: textSchema({ min: 1, max: queryRequestLimits.idLengthMax })
      .meta({
        description:
          'The pair in the draft of the pack that gets the answer, such as the one that answered. Default: the pair that has the question, otherwise a new one.',
      })
      .exactOptional(),
    question: questionSchema
      .meta({
        description:
          'Default: the question of the existing pair, otherwise the question as asked, rewritten to be self-contained.',
      })
      .exactOptional(),
    alternatives: z
      .array(questionSchema)
      .max(contentLimits.alternativesMax)
      .meta({
        description: 'Other phrasings of the question. Default: those of the existing pair, otherwise none.',
      })
      .exactOptional(),
    answer: answerSchema
      .meta({
        description: 'Default: the better answer as given. Required if the feedback has none.',
      })
      .exactOptional(),
    groups: groupsSchema
      .meta({
        description:
          'Only members of at least one of these groups get the answer; if empty, everyone does. Default: the groups of the existing pair, otherwise those of the cited sources. Required if these cannot be determined, or if the pair is visible to other groups.',
      })
      .exactOptional(),
  })
  .meta({ id: 'AcceptFeedbackRequest' });

export const feedbackListQuerySchema = z.strictObject({
  verdict: z.enum(feedbackVerdicts).exactOptional(),
  proposal: z
    .enum(proposalStates)
    .meta({ description: 'Only feedback whose proposal is in this state.' })
    .exactOptional(),
  state: z
    .enum(feedbackStates)
    .meta({
      description:
        'Only feedback that waits for somebody, or that does not. `open`: a better answer was proposed, or the answer was called wrong or partly right and nobody has answered or dismissed that.',
    })
    .exactOptional(),
  ...pageParameters,
});

const citedSchema = z
  .strictObject({
    content_pack_id: idSchema('pack'),
    document_id: z.string().meta({ description: 'A document, or a curated pair (`qna_…`).' }),
  })
  .meta({ id: 'CitedItem' });

const proposalSchema = z
  .strictObject({
    state: openEnum(
      proposalStates,
      'The state of the better answer. `none`: none was given, and nobody has dismissed the feedback. `drafted`: it is a pair in the draft of a pack, and is served once the draft is published.',
    ),
    content_pack_id: idSchema('pack').nullable(),
    qna_id: idSchema('qna')
      .nullable()
      .meta({ description: 'The pair in the draft that has the better answer.' }),
  })
  .refine(({ state, qna_id }) => (state === 'drafted') === (qna_id !== null), {
    path: ['qna_id'],
    error: 'Must be given if and only if a pair was drafted',
  })
  .meta({ id: 'FeedbackProposal' });

export const feedbackEntrySchema = z
  .strictObject({
    id: idSchema('fbk'),
    message_id: idSchema('msg'),
    verdict: openEnum(feedbackVerdicts, 'The verdict on the answer.'),
    reason: openEnum(feedbackReasons, 'What is wrong with the answer.').nullable(),
    comment: z.string().min(1).nullable(),
    better_answer: z.string().min(1).nullable(),
    proposal: proposalSchema,
    replaced: z
      .boolean()
      .meta({
        description:
          'Only in the response to the call that drafts a better answer: whether it replaced the answer of an existing pair.',
      })
      .exactOptional(),
    end_user_id: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'Who gave the feedback; null for the holder of the key.' }),
    key_id: callerSchema.meta({
      description: 'The key that the feedback was sent with, or the person who was signed in.',
    }),
    visitor: z.boolean().meta({
      description:
        'Whether it is from a visitor with a publishable key. Such feedback is for people to read: it never changes scores or thresholds.',
    }),
    created_at: timeSchema,
    question: z
      .string()
      .nullable()
      .meta({
        description:
          'Only in the list of all feedback: the question as it is stored; null if its text is not stored.',
      })
      .exactOptional(),
    answer: z
      .string()
      .nullable()
      .meta({
        description: 'Only in the list of all feedback: what was answered; null if nothing was delivered.',
      })
      .exactOptional(),
    cited: z
      .array(citedSchema)
      .meta({
        description:
          'Only in the list of all feedback: the documents and pairs that the answer cites, each once.',
      })
      .exactOptional(),
  })
  .meta({ id: 'Feedback' });

/** Newest first. */
export const feedbackPageSchema = pageSchema(feedbackEntrySchema, 'FeedbackPage');

export type FeedbackRequest = z.output<typeof feedbackRequestSchema>;
export type AcceptFeedbackRequest = z.output<typeof acceptFeedbackRequestSchema>;
export type FeedbackEntry = z.output<typeof feedbackEntrySchema>;
