import { z } from 'zod';
import { contentStates, messageStatuses, sourceTypes } from './enumerations.ts';
import { hashSchema } from './hash.ts';
import { idSchema } from './ids.ts';
import { isTerminal } from './message-states.ts';
import { openEnum } from './open-enum.ts';
import { queryResponseSchema } from './query-response.ts';
import { reviewSchema } from './review.ts';
import { timeSchema } from './time.ts';

/** By ISO 4217, of what has no currency: a model without a price. */
export const noCurrency = 'XXX';

export const costSchema = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ description: 'ISO 4217.' }),
    amount: z.number().min(0),
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
  })
  .meta({ id: 'Cost' });

export const logEntrySchema = z
  .strictObject({ leaf_index: z.int().min(0), leaf_hash: hashSchema })
  .meta({ id: 'LogEntry', description: "Where the record stands in the tenant's log." });

const packVersionSchema = z
  .strictObject({ pack_id: idSchema('pack'), version: z.int().min(1) })
  .meta({ id: 'PackVersion' });

const blockedPromptSchema = z
  .strictObject({
    hash: hashSchema.meta({
      description:
        'HMAC-SHA-256 of the prompt under a key of the installation: the same for the same prompt of a tenant.',
    }),
    spans: z.array(
      z.strictObject({
        guardrail_id: idSchema('grd'),
        start: z.int().min(0),
        end: z.int().min(0),
      }),
    ),
  })
  .meta({
    id: 'BlockedPrompt',
    description:
      'What is kept of a prompt that was blocked, in place of its text. Code points; none of personal data or secrets.',
  });

const confidenceModelSchema = z
  .strictObject({
    name: z.string().min(1).meta({ description: 'It changes with the weights of the model.' }),
    calibration: z.int().min(1).nullable().meta({
      description: "The revision of the tenant's own calibration; null: none was in force.",
    }),
  })
  .meta({ id: 'ConfidenceModel' });

const recordFields = {
  id: idSchema('aud'),
  tenant_id: idSchema('ten'),
  thread_id: idSchema('thr'),
  question: z
    .string()
    .meta({ description: 'As the policy lets it be stored; empty once erased or expired.' }),
  refined_question: z.string().min(1).nullable().meta({
    description:
      'The question as it was looked up, where that is another than the one asked; null once erased or expired.',
  }),
  answer: z.string().meta({ description: 'Empty where there is none, and once erased or expired.' }),
  confidence_score: z.number().min(0).max(1),
  tripwire_triggered: z.boolean().meta({ description: 'Some enforced guardrail blocked, or failed closed.' }),
  channel_type: z.string().min(1),
  created_at: timeSchema,
  message_id: idSchema('msg'),
  request_id: idSchema('req'),
  status: openEnum(messageStatuses, 'The state of the message.'),
  source_type: openEnum(sourceTypes, 'Where the answer came from.'),
  content_state: openEnum(contentStates, 'What is left of question and answer.'),
  end_user_id: z
    .string()
    .nullable()
    .meta({ description: 'As the request had it; null where it had none, and once erased.' }),
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'As the request had it; empty once its content is erased or expired.' }),
  response: queryResponseSchema
    .nullable()
    .meta({ description: 'The response as delivered; null once its content is erased or expired.' }),
  pack_versions: z.array(packVersionSchema),
  policy_version: z.string().min(1),
  blocked_prompt: blockedPromptSchema
    .nullable()
    .meta({ description: 'Null where the prompt was not blocked, or the policy lets its text be stored.' }),
  confidence_model: confidenceModelSchema.nullable().meta({
    description:
      'What scored the answer, also where it was withheld for that; null: nothing did, or the answer waits for a person, or one did not let it be given.',
  }),
  review: reviewSchema.nullable().meta({
    description:
      'What was decided on the answer, where it waited for a person; null: it did not, or still does.',
  }),
  cost: costSchema,
  log: logEntrySchema.nullable().meta({ description: 'Null until the message has ended.' }),
};

const recordObject = z.strictObject(recordFields);
export type AuditRecord = z.output<typeof recordObject>;

function* findBreaches(record: AuditRecord): Generator<{ path: string; message: string }> {
  const suffix = record.id.slice('aud_'.length);
  if (record.message_id !== `msg_${suffix}`)
    yield { path: 'message_id', message: 'Not the id of the record' };
  if (record.request_id !== `req_${suffix}`)
    yield { path: 'request_id', message: 'Not the id of the record' };
  if (isTerminal(record.status) !== (record.log !== null)) {
    yield { path: 'log', message: 'Given exactly where the message has ended' };
  }
  const isGone = record.content_state === 'erased' || record.content_state === 'expired';
  if (isGone !== (record.response === null)) {
    yield { path: 'response', message: 'Null exactly where the content is gone' };
  }
  const { question, refined_question: refined, answer } = record;
  if (isGone && (question !== '' || refined !== null || answer !== '')) {
    yield { path: 'content_state', message: 'Gone content is empty' };
  }
  const { response } = record;
  if (response === null) return;
  if (record.content_state === 'present' && response.answer !== record.answer) {
    yield { path: 'answer', message: "Not the response's answer" };
  }
  if (response.message_id !== record.message_id)
    yield { path: 'response', message: "Another message's response" };
  if (response.status !== record.status) yield { path: 'status', message: "Not the response's status" };
  if (response.confidence.score !== record.confidence_score) {
    yield { path: 'confidence_score', message: "Not the response's score" };
  }
  if (response.source_type !== record.source_type) {
    yield { path: 'source_type', message: "Not the response's source_type" };
  }
}

/** What is kept of a message. One final record per admitted message. */
export const auditRecordSchema = recordObject
  .superRefine((record, context) => {
    for (const { path, message } of findBreaches(record)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  })
  .meta({ id: 'AuditRecord' });

export type BlockedPrompt = z.output<typeof blockedPromptSchema>;
export type Cost = z.output<typeof costSchema>;
