import { z } from 'zod';
import { textSchema } from './code-points.ts';
import { contentLimits, groupsSchema, webAddressSchema } from './content-fields.ts';
import { qnaSchema } from './content-qna.ts';
import { noAnswerCauses } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { countedFields, countSchema, insightLimits, periodFields } from './insight-period.ts';
import { openEnum } from './open-enum.ts';
import { pageLimits, pageParameters } from './page.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

/** Why a question is listed: no answer was given, or one that is weak, or one that people called wrong. */
export const unansweredCauses = [...noAnswerCauses, 'low_confidence', 'called_wrong'] as const;
export type UnansweredCause = (typeof unansweredCauses)[number];

const unansweredStates = ['open', 'drafted', 'dismissed'] as const;
export type UnansweredState = (typeof unansweredStates)[number];

/** What closes a gap, as far as what was nearest tells. */
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
    .meta({ description: 'Groups in this state alone; all where left out.' })
    .exactOptional(),
  ...pageParameters,
});

/** Not checked for form: an ill-formed id is not found, like an unknown one. */
export const groupParamsSchema = z.strictObject({
  group_id: z.string().min(1).meta({
    description: 'The id of the group, or of any message in it.',
  }),
});

const nearestSchema = z
  .strictObject({
    title: z.string().nullable().meta({
      description: 'Of the document, or the curated question; null where the draft has it no longer.',
    }),
    source: z.string().nullable(),
    headings: z.string().meta({ description: 'Those above the passage; empty where there are none.' }),
    content_pack_id: idSchema('pack'),
    document_id: z.union([idSchema('doc'), idSchema('qna')]),
  })
  .meta({ id: 'NearestKnowledge' });

const groupFields = {
  group_id: idSchema('msg').meta({ description: 'The message of the question that is nearest to all.' }),
  question: z.string().min(1).meta({ description: 'The question that is nearest to all, as stored.' }),
  examples: z.array(z.string().min(1)).max(insightLimits.examplesMax).meta({
    description: 'Other phrasings, those asked most first.',
  }),
  count: z.int().min(1).meta({ description: 'How often it was asked.' }),
  askers: countSchema.meta({ description: 'Distinct end users, of those that were named.' }),
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
    .meta({ description: 'Most first.' }),
  nearest: z.array(nearestSchema).max(insightLimits.nearestMax).meta({
    description: 'What was found that is nearest, whether or not it answers. Best first.',
  }),
  state: openEnum(unansweredStates, 'What was done about it.'),
  qna_id: idSchema('qna').nullable().meta({ description: 'The pair that was drafted; null: none was.' }),
  asked_since: countSchema.meta({
    description: 'How often it was asked after what was done about it; 0 while it is open.',
  }),
};

const groupSchema = z.strictObject(groupFields).meta({ id: 'UnansweredGroup' });

export const unansweredPageSchema = z
  .strictObject({
    ...countedFields,
    questions: countSchema.max(insightLimits.questionsMax).meta({
      description: `Questions in all groups: the newest ${insightLimits.questionsMax} at most.`,
    }),
    questions_left_out: countSchema.meta({
      description: 'Older questions beyond those, and questions whose text is not stored any more.',
    }),
    labels_truncated: z.boolean().meta({
      description: `Whether there are more labels than the newest ${insightLimits.labelsPerWeekMax} of each seven days that are read: answers that were called wrong may be missing.`,
    }),
    grouped_by: openEnum(['meaning', 'words'], 'What tells that two questions ask the same.'),
    waiting: countSchema.meta({
      description:
        'Questions whose meaning is yet to be read: each stands by itself until then. Ask again in a while.',
    }),
    data: z.array(groupSchema).max(pageLimits.limitMax),
    has_more: z.boolean(),
    next_cursor: z.string().min(1).nullable(),
  })
  .refine((page) => page.has_more === (page.next_cursor !== null), {
    path: ['next_cursor'],
    error: 'Given exactly where there is more',
  })
  .meta({ id: 'UnansweredPage' });

export const groupDraftRequestSchema = z
  .strictObject({
    ...periodFields,
    content_pack_id: textSchema({ min: 1, max: 64 }).meta({
      description: 'The pack whose draft it goes into.',
    }),
    answer: writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' }).meta({
      description: 'May use Markdown.',
    }),
    question: writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' })
      .meta({ description: 'In place of that of the group.' })
      .exactOptional(),
    source: writtenTextSchema({ max: contentLimits.sourceCodePointsMax, lines: 'one', min: 0 })
      .meta({ description: 'Where the answer comes from, as citations name it.' })
      .default(''),
    url: webAddressSchema.nullable().default(null),
    tags: z
      .array(writtenTextSchema({ max: contentLimits.tagCodePointsMax, lines: 'one' }))
      .max(contentLimits.tagsMax)
      .default([]),
    groups: groupsSchema
      .meta({
        description:
          'Only members of any of these groups get the answer; none: everyone. Left out: the groups that what the answers of the group cite is kept to. Where they cannot be told, it is required.',
      })
      .exactOptional(),
  })
  .meta({ id: 'UnansweredDraftRequest' });

export const groupRequestSchema = z.strictObject(periodFields).meta({ id: 'UnansweredGroupRequest' });

/** What was done about a group. */
export const groupMarkedSchema = z
  .strictObject({
    group_id: idSchema('msg'),
    state: openEnum(unansweredStates, 'What the group is now.'),
    marked: countSchema.meta({ description: 'The messages of the group that were marked.' }),
  })
  .meta({ id: 'UnansweredMarked' });

export const groupDraftSchema = z
  .strictObject({
    qna: qnaSchema,
    content_pack_id: idSchema('pack'),
    group_id: idSchema('msg'),
    marked: countSchema.meta({ description: 'The messages of the group that were marked as drafted.' }),
    left_out: countSchema.meta({
      description:
        'Phrasings that did not become alternatives: too long, redacted, too many, or another pair answers them.',
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
      .meta({ description: 'These groups, in this order; those that are open where left out.' })
      .exactOptional(),
    limit: z
      .int()
      .min(1)
      .max(insightLimits.tasksMax)
      .default(insightLimits.tasksUsual)
      .meta({ description: 'How many at most, those asked most first.' }),
  })
  .meta({ id: 'UnansweredTasksRequest' });

const { group_id, question, count, askers, last_asked_at, nearest } = groupFields;

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
            ...{ count, askers, last_asked_at },
            nearest: nearest.element.nullable().meta({ description: 'Null: nothing near was found.' }),
            action: openEnum(unansweredActions, 'What would close the gap.'),
            words: z.string().min(1).meta({ description: 'The same in one sentence.' }),
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
