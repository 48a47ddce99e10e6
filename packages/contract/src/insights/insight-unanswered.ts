import { z } from 'zod';
import { contentLimits, groupsSchema, webAddressSchema } from '../content/content-fields.ts';
import { qnaSchema } from '../content/qna.ts';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageLimits, pageParameters } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { noAnswerCauses } from '../values/enumerations.ts';
import { countedFields, countSchema, insightLimits, periodFields } from './insight-period.ts';

/** Why a question is listed: no answer, a low-confidence answer, or one that people, or only visitors, reported as wrong. */
export const unansweredCauses = [
  ...noAnswerCauses,
  'low_confidence',
  'reported_wrong',
  'reported_wrong_by_visitor',
] as const;
export type UnansweredCause = (typeof unansweredCauses)[number];

/** `published`: the pair that was drafted for it is served. */
const unansweredStates = ['open', 'drafted', 'dismissed', 'published'] as const;
export type UnansweredState = (typeof unansweredStates)[number];

/** What would close the gap, judging by the nearest content. */
const unansweredActions = [
  'write_pair',
  'extend_page',
  'extend_pair',
  'add_knowledge',
  'check_access',
] as const;
export type UnansweredAction = (typeof unansweredActions)[number];

export const unansweredQuerySchema = z.strictObject({
  ...periodFields,
  state: z
    .enum(unansweredStates)
    .meta({ description: 'Only groups in this state. Default: all.' })
    .exactOptional(),
  ...pageParameters,
});

/** Not validated: a malformed id is not found, like an unknown one. */
export const groupParamsSchema = z.strictObject({
  group_id: z.string().min(1).meta({
    description: 'The id of the group, or of any message in it.',
  }),
});

const nearestSchema = z
  .strictObject({
    title: z.string().nullable().meta({
      description:
        'The title of the document, or the curated question; null if it is no longer in the draft.',
    }),
    source: z.string().nullable(),
    headings: z.string().meta({ description: 'The headings above the passage; empty if there are none.' }),
    content_pack_id: idSchema('pack'),
    document_id: z.union([idSchema('doc'), idSchema('qna')]),
  })
  .meta({ id: 'NearestKnowledge' });

const groupFields = {
  group_id: idSchema('msg').meta({ description: 'The id of the most central message of the group.' }),
  question: z.string().min(1).meta({ description: 'The most central question of the group, as stored.' }),
  examples: z.array(z.string().min(1)).max(insightLimits.examplesMax).meta({
    description: 'Other phrasings, most frequent first.',
  }),
  count: z.int().min(1).meta({ description: 'How often it was asked.' }),
  end_user_count: countSchema.meta({
    description: 'The number of distinct end users, among messages that have one.',
  }),
  first_asked_at: timeSchema,
  last_asked_at: timeSchema,
  causes: z
    .array(
      z.strictObject({
        cause: openEnum(unansweredCauses, 'Why it is listed.'),
        count: z.int().min(1),
      }),
    )
    .min(1)
    .meta({ description: 'Most frequent first.' }),
  nearest: z.array(nearestSchema).max(insightLimits.nearestMax).meta({
    description: 'The nearest content that was found, whether or not it answers the question. Best first.',
  }),
  feedback_ids: z.array(idSchema('fbk')).max(insightLimits.examplesMax).meta({
    description:
      'The newest feedback on messages of the group that waits for somebody: see `GET /v1/feedback?state=open`.',
  }),
  state: openEnum(
    unansweredStates,
    'What was done about the group. It is open again if its pair is neither in a draft nor served.',
  ),
  qna_id: idSchema('qna').nullable().meta({ description: 'The drafted pair; null if none was drafted.' }),
  asked_since_resolved: countSchema.meta({
    description: 'How often it was asked since it was drafted or dismissed; 0 while it is open.',
  }),
};

const groupSchema = z.strictObject(groupFields).meta({ id: 'UnansweredGroup' });

export const unansweredPageSchema = z
  .strictObject({
    ...countedFields,
    questions: countSchema.max(insightLimits.questionsMax).meta({
      description: `The number of questions in all groups: at most the newest ${insightLimits.questionsMax}.`,
    }),
    questions_omitted: countSchema.meta({
      description: 'Older questions beyond this limit, and questions whose text is no longer stored.',
    }),
    labels_truncated: z.boolean().meta({
      description: `Whether only the newest ${insightLimits.labelsPerWeekMax} labels of each week were read, so that answers reported as wrong may be missing.`,
    }),
    grouped_by: openEnum(
      ['semantic', 'keyword'],
      'Whether questions were grouped by embeddings or by keywords.',
    ),
    pending_embeddings: countSchema.meta({
      description:
        'Questions that are not embedded yet. Each is a group of its own until then. Request the list again later.',
    }),
    data: z.array(groupSchema).max(pageLimits.limitMax),
    has_more: z.boolean(),
    next_cursor: z.string().min(1).nullable(),
  })
  .refine((page) => page.has_more === (page.next_cursor !== null), {
    path: ['next_cursor'],
    error: 'Must be given if and only if has_more is true',
  })
  .meta({ id: 'UnansweredPage' });

export const groupDraftRequestSchema = z
  .strictObject({
    ...periodFields,
    content_pack_id: textSchema({ min: 1, max: 64 }).meta({
      description: 'The content pack whose draft the pair is added to.',
    }),
    answer: writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' }).meta({
      description: 'May use Markdown.',
    }),
    question: writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' })
      .meta({ description: 'Default: the question of the group.' })
      .exactOptional(),
    source: writtenTextSchema({ max: contentLimits.sourceCodePointsMax, lines: 'one', min: 0 })
      .meta({ description: 'The source of the answer, as shown in citations.' })
      .default(''),
    url: webAddressSchema.nullable().default(null),
    tags: z
      .array(writtenTextSchema({ max: contentLimits.tagCodePointsMax, lines: 'one' }))
      .max(contentLimits.tagsMax)
      .default([]),
    groups: groupsSchema
      .meta({
        description:
          'Only members of at least one of these groups get the answer; if empty, everyone does. Default: the access groups of the sources cited in the answers of the group. Required if these cannot be determined.',
      })
      .exactOptional(),
  })
  .meta({ id: 'UnansweredDraftRequest' });

export const groupRequestSchema = z.strictObject(periodFields).meta({ id: 'UnansweredGroupRequest' });

/** The result of marking a group. */
export const groupMarkedSchema = z
  .strictObject({
    group_id: idSchema('msg'),
    state: openEnum(unansweredStates, 'The new state of the group.'),
    marked: countSchema.meta({ description: 'How many messages of the group were marked.' }),
  })
  .meta({ id: 'UnansweredGroupUpdate' });

export const groupDraftSchema = z
  .strictObject({
    qna: qnaSchema,
    content_pack_id: idSchema('pack'),
    group_id: idSchema('msg'),
    marked: countSchema.meta({ description: 'How many messages of the group were marked as drafted.' }),
    omitted: countSchema.meta({
      description:
        'How many phrasings did not become alternatives because they are too long, redacted, too many, or answered by another pair.',
    }),
  })
  .meta({ id: 'UnansweredDraft' });

export const taskRequestSchema = z
  .strictObject({
    ...periodFields,
    group_ids: z
      .array(textSchema({ min: 1, max: 64 }))
      .min(1)
      .max(insightLimits.tasksMax)
      .meta({ description: 'The groups, in this order. Default: all open groups.' })
      .exactOptional(),
    limit: z
      .int()
      .min(1)
      .max(insightLimits.tasksMax)
      .default(insightLimits.tasksUsual)
      .meta({ description: 'The maximum number of tasks, most frequent groups first.' }),
  })
  .meta({ id: 'UnansweredTasksRequest' });

const { group_id, question, count, end_user_count, last_asked_at, nearest } = groupFields;

export const taskListSchema = z
  .strictObject({
    ...countedFields,
    data: z
      .array(
        z
          .strictObject({
            group_id,
            question,
            phrasings: groupFields.examples,
            ...{ count, end_user_count, last_asked_at },
            nearest: nearest.element.nullable().meta({ description: 'Null if nothing similar was found.' }),
            action: openEnum(unansweredActions, 'What would close the gap.'),
            description: z.string().min(1).meta({ description: 'The action in one sentence.' }),
          })
          .meta({ id: 'UnansweredTask' }),
      )
      .max(insightLimits.tasksMax),
  })
  .meta({ id: 'UnansweredTasks' });

export type UnansweredPage = z.output<typeof unansweredPageSchema>;
export type UnansweredGroup = z.output<typeof groupSchema>;
export type NearestKnowledge = z.output<typeof nearestSchema>;
export type UnansweredMarked = z.output<typeof groupMarkedSchema>;
export type UnansweredTasks = z.output<typeof taskListSchema>;
export type UnansweredTask = UnansweredTasks['data'][number];
