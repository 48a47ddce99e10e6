import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import { processingSteps } from '../values/enumerations.ts';
import { queryResponseSchema } from './query-response.ts';
import { citationSchema, generatedSchema, guardrailResultSchema } from './query-response-fields.ts';

const messageCreatedSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    request_id: idSchema('req'),
    audit_ref: idSchema('aud'),
    thread_id: idSchema('thr'),
    created_at: timeSchema.meta({ description: 'When the query was admitted.' }),
  })
  .meta({ id: 'MessageCreated' });

const messageProcessingSchema = z
  .strictObject({ step: openEnum(processingSteps, 'The step that starts.') })
  .meta({ id: 'MessageProcessing' });

const answerDeltaSchema = z
  .strictObject({
    text: z.string().min(1).meta({
      description:
        'The next part of the answer. It has passed all checks and is recorded; all parts concatenated are the answer.',
    }),
    generated: generatedSchema,
  })
  .meta({ id: 'AnswerDelta' });

/** The data of each server-sent event, by event name. Clients must ignore names that they do not know. */
export const streamEvents = {
  'message.created': messageCreatedSchema,
  'message.processing': messageProcessingSchema,
  'message.guardrail': guardrailResultSchema,
  'message.citation': citationSchema,
  'message.answer.delta': answerDeltaSchema,
  'message.in_review': queryResponseSchema,
  'message.delivered': queryResponseSchema,
  'message.blocked': queryResponseSchema,
  'message.failed': queryResponseSchema,
  'message.cancelled': queryResponseSchema,
} as const;

export type StreamEventType = keyof typeof streamEvents;

/** An event without its number. */
export type StreamEvent = {
  readonly [Type in StreamEventType]: {
    readonly type: Type;
    readonly data: z.output<(typeof streamEvents)[Type]>;
  };
}[StreamEventType];

const terminalTypes: ReadonlySet<string> = new Set<StreamEventType>([
  'message.delivered',
  'message.blocked',
  'message.failed',
  'message.cancelled',
]);

/** The last event of a stream. `message.in_review` is not one, because the message has not ended. */
export function isTerminalEventType(type: string): boolean {
  return terminalTypes.has(type);
}
