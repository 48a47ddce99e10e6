import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { channelTypePattern } from '../query/query-request.ts';
import {
  countedFields,
  countSchema,
  daySchema,
  insightLimits,
  periodFields,
  shareSchema,
} from './insight-period.ts';

export const activityQuerySchema = z.strictObject({
  ...periodFields,
  channel_type: z
    .string()
    .regex(channelTypePattern, {
      error: 'Must be 1 to 32 lower-case letters, digits or _, starting with a letter',
    })
    .meta({ description: 'Only questions of this channel. The list of channels stays whole.' })
    .exactOptional(),
});

const activityFields = {
  questions: countSchema.meta({ description: 'Finished messages, with any outcome.' }),
  answered: countSchema,
  declined: countSchema.meta({ description: 'No answer was found, or it was withheld.' }),
  blocked: countSchema.meta({ description: 'Stopped by a guardrail or by a reviewer.' }),
  other: countSchema.meta({ description: 'Failed or cancelled.' }),
  bands: z.strictObject({ high: countSchema, medium: countSchema, low: countSchema }).meta({
    description: 'The answers by the band of their score.',
  }),
  mean_score: shareSchema
    .nullable()
    .meta({ description: 'The mean score of the answers; null if there are none.' }),
  right: countSchema.meta({ description: 'Answers that feedback rates right.' }),
  wrong: countSchema.meta({ description: 'Answers that feedback rates wrong or partly right.' }),
};

const topicSchema = z
  .strictObject({
    title: z.string().meta({ description: 'The title that the newest answer cites it by.' }),
    content_pack_id: idSchema('pack'),
    document_id: z.union([idSchema('doc'), idSchema('qna')]),
    count: z.int().min(1).meta({ description: 'How many of the examined answers cite it first.' }),
  })
  .meta({ id: 'ActivityTopic' });

export const activityInsightSchema = z
  .strictObject({
    ...countedFields,
    total: z.strictObject(activityFields),
    days: z
      .array(z.strictObject({ day: daySchema, ...activityFields }))
      .meta({ description: 'Every day of the period, oldest first.' }),
    channels: z
      .array(z.strictObject({ channel_type: z.string(), ...activityFields }))
      .max(insightLimits.channelsMax)
      .meta({ description: 'Every channel, most questions first, also those that were not asked for.' }),
    channels_omitted: countSchema.meta({ description: 'Channels with fewer questions than those listed.' }),
    topics: z.array(topicSchema).max(insightLimits.topicsMax).meta({
      description:
        'What the newest answers cite first, most frequent first, as far as the caller may see them.',
    }),
    topics_examined: countSchema
      .max(insightLimits.topicAnswersMax)
      .meta({ description: 'How many answers the topics were counted in.' }),
    labels_truncated: z.boolean().meta({
      description: 'Whether there is more feedback than was read, so that some is missing.',
    }),
  })
  .meta({ id: 'ActivityInsight' });

export type ActivityInsight = z.output<typeof activityInsightSchema>;
export type ActivityCounts = ActivityInsight['total'];
