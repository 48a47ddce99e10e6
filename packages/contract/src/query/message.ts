import { z } from 'zod';
import { eventsAfterSchema } from '../api/headers.ts';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { flagSchema } from '../fields/query-parameters.ts';
import { dateTimeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { bands, messageStatuses } from '../values/enumerations.ts';
import { confidenceExplanationSchema } from './confidence-explanation.ts';
import { queryRequestLimits } from './query-request.ts';
import { queryResponseSchema } from './query-response.ts';
import { queryResponseObject } from './query-response-fields.ts';
import { checkQueryResponse } from './query-response-rules.ts';

/** `{message_id}` in a path. Not validated: a malformed id is not found, like an unknown one. */
export const messageParamsSchema = z.strictObject({
  message_id: z.string().min(1).meta({
    description: 'The `message_id`; the `request_id` or `audit_ref` of the message works as well.',
  }),
});

export const messageListQuerySchema = z.strictObject({
  thread_id: textSchema({ min: 1, max: 64 }).exactOptional(),
  end_user_id: textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax })
    .meta({ description: 'Only messages of this end user.' })
    .exactOptional(),
  status: z.enum(messageStatuses).exactOptional(),
  band: z.enum(bands).exactOptional(),
  tripwire_triggered: flagSchema.exactOptional(),
  channel_type: textSchema({ min: 1, max: 64 })
    .meta({ description: 'Only messages of this channel.' })
    .exactOptional(),
  content_pack_id: textSchema({ min: 1, max: 64 })
    .meta({
      description:
        'Only messages whose answer cites this content pack. Looks through a limited number of messages for each page, which may then have few or none although there are more.',
    })
    .exactOptional(),
  latest_in_thread: flagSchema
    .meta({ description: 'True: only the latest message of each thread.' })
    .exactOptional(),
  created_from: dateTimeSchema.meta({ description: 'Created at or after this time.' }).exactOptional(),
  created_before: dateTimeSchema.meta({ description: 'Created before this time.' }).exactOptional(),
  guardrail_id: idSchema('grd')
    .meta({ description: 'Only messages in which this guardrail found something.' })
    .exactOptional(),
  guardrail_result: z
    .enum(['flagged', 'redacted', 'blocked', 'failed', 'shadow'])
    .meta({
      description:
        'What that guardrail did about it; `shadow` for findings in shadow mode. It has no effect without `guardrail_id`.',
    })
    .exactOptional(),
  ...pageParameters,
});

const searchLimits = { textCodePointsMax: 200 } as const;

/** The filters of messages, and words of questions and answers, which only who may read records may look for. */
export const recordListQuerySchema = messageListQuerySchema.extend({
  text: writtenTextSchema({ max: searchLimits.textCodePointsMax, lines: 'one' })
    .meta({
      description:
        'Only records in whose question, answer, end user or metadata all these words are found, as far as they are stored; case and accents do not matter. Looks through a limited number of records for each page, which may then have few or none although there are more.',
    })
    .exactOptional(),
});

export const followQuerySchema = z.strictObject({ after: eventsAfterSchema.exactOptional() });

/** A message as returned: the response, and how its score was computed. */
export const messageSchema = queryResponseObject
  .extend({
    confidence_explanation: confidenceExplanationSchema.nullable().meta({
      description:
        'How the answer was scored, even if it was withheld because of its score; null if there was no answer to score, or if it is pending review or was blocked in review.',
    }),
  })
  .superRefine((message, context) => {
    checkQueryResponse(message, context);
    if (message.confidence_explanation?.withheld === true && message.source_type !== 'none')
      context.addIssue({
        code: 'custom',
        path: ['confidence_explanation', 'withheld'],
        message: 'Must not be true if an answer is given',
      });
  })
  .meta({ id: 'Message' });

/** Newest first. */
export const messagePageSchema = pageSchema(queryResponseSchema, 'MessagePage');

export type RecordListQuery = z.output<typeof recordListQuerySchema>;
export type Message = z.output<typeof messageSchema>;
export type MessagePage = z.output<typeof messagePageSchema>;
