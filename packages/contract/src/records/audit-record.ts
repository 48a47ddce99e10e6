import { z } from 'zod';
import { hashSchema } from '../fields/hash.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { queryResponseSchema } from '../query/query-response.ts';
import { reviewSchema } from '../review/review.ts';
import { contentStates, messageStatuses, sourceTypes, tierFailures } from '../values/enumerations.ts';
import { isTerminal } from '../values/message-states.ts';
import { auditLimits } from './audit-limits.ts';
import { logEventSchema } from './audit-log.ts';

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
  .meta({ id: 'LogEntry', description: "The position of the record in the tenant's log." });

const packVersionSchema = z
  .strictObject({ pack_id: idSchema('pack'), version: z.int().min(1) })
  .meta({ id: 'PackVersion' });

const blockedPromptSchema = z
  .strictObject({
    hash: hashSchema.meta({
      description:
        'HMAC-SHA-256 of the prompt with a key of this installation. Equal prompts of a tenant have equal hashes.',
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
      'What is stored of a blocked prompt instead of its text: a hash, and the code point ranges of the findings, without those of personal data or secrets.',
  });

const confidenceModelSchema = z
  .strictObject({
    name: z.string().min(1).meta({ description: 'The name changes whenever the weights change.' }),
    calibration: z.int().min(1).nullable().meta({
      description: "The revision of the tenant's calibration; null if none was active.",
    }),
  })
  .meta({ id: 'ConfidenceModel' });

const failedTierSchema = z
  .strictObject({
    model_tier: z.int().min(1).max(3),
    model: z.string().min(1).meta({ description: "The provider's name and the model's." }),
    cause: openEnum(tierFailures, 'Why the tier did not answer, or why its answer was not used.'),
  })
  .meta({ id: 'FailedTier' });

const ownTierSchema = z.int().min(0).max(3).meta({
  description: '0: the embedded models.',
});

/** Why something that a language model wrote was not delivered as it was written. */
const changeReasons = [
  'contradicted',
  'unsupported',
  'fact_missing',
  'no_source',
  'not_judged',
  'below_minimum',
  'disguised',
  'repeated',
  'depends_on_removed',
  'irrelevant',
  'incomplete_list',
] as const;
export type ChangeReason = (typeof changeReasons)[number];

const answerChangeSchema = z
  .strictObject({
    model_tier: z.int().min(1).max(3),
    model: z.string().min(1).meta({ description: "The provider's name and the model's." }),
    written: z.string().meta({
      description:
        'The words of the model, redacted as answers are. Empty if it left out an item of a list, or if they may not be stored.',
    }),
    delivered: z.string().meta({
      description:
        "The source's own words in their place. Empty if the words were removed, if the whole answer was not used, or if they may not be stored.",
    }),
    reason: openEnum(
      changeReasons,
      'Why: sources say otherwise; no judge is sure that they say it; a number, date, name or negation is not in them; none speaks of it; no judge could be asked; a judge is less sure than the policy wants; it reads otherwise than it is written; it was said before; what it belongs to was removed; it does not answer the question; or the list lacked an item of its source.',
    ),
  })
  .meta({
    id: 'AnswerChange',
    description: 'What a language model wrote, and what was delivered instead.',
  });

const searchSchema = z
  .strictObject({
    model: z.string().min(1).meta({ description: "The provider's name and the model's." }),
    query: z.string().meta({ description: 'Redacted as answers are; empty if it may not be stored.' }),
    passages: z.int().min(0).meta({
      description: 'The passages that were found, passed the guardrails, and were not found before.',
    }),
  })
  .meta({ id: 'Search', description: 'A search that a language model asked for.' });

const otherAnswerSchema = z
  .strictObject({
    model_tier: ownTierSchema,
    model: z.string().min(1).meta({ description: 'The model that gave it.' }),
    answer: z.string().meta({
      description: 'Redacted as answers are; empty if it may not be stored.',
    }),
    confidence: z.number().min(0).max(1).meta({
      description: 'The calibrated probability that it is right, before caps.',
    }),
    citations: z.array(
      z.strictObject({
        document_id: z.union([idSchema('doc'), idSchema('qna')]),
        start: z.int().min(0),
        end: z.int().min(0),
      }),
    ),
  })
  .meta({
    id: 'OtherAnswer',
    description:
      'Another answer to the same question from the same passages, by a different tier, that rests on other words and was less sure.',
  });

const recordFields = {
  id: idSchema('aud'),
  tenant_id: idSchema('ten'),
  thread_id: idSchema('thr'),
  question: z
    .string()
    .meta({ description: 'The question, redacted as the policy requires; empty once erased or expired.' }),
  refined_question: z.string().min(1).nullable().meta({
    description:
      'The rewritten question that was searched for; null if the question was not rewritten, or once erased or expired.',
  }),
  history: z.array(z.string()).meta({
    description:
      'Earlier questions that the request stated, oldest first, as far as the policy allowed them to be used. They are what the client said, and not messages on record. Empty if there were none, or once erased or expired.',
  }),
  answer: z.string().meta({ description: 'Empty if there is no answer, or once erased or expired.' }),
  confidence_score: z.number().min(0).max(1),
  tripwire_triggered: z
    .boolean()
    .meta({ description: 'Whether an enforced guardrail blocked the message or failed closed.' }),
  channel_type: z.string().min(1),
  created_at: timeSchema,
  message_id: idSchema('msg'),
  request_id: idSchema('req'),
  status: openEnum(messageStatuses, 'The state of the message.'),
  source_type: openEnum(sourceTypes, 'Where the answer came from.'),
  content_state: openEnum(contentStates, 'Whether the question and answer are still stored.'),
  end_user_id: z
    .string()
    .nullable()
    .meta({ description: 'As given in the request; null if it was not given, or once erased.' }),
  groups: z.array(z.string()).nullable().meta({
    description:
      'The groups that the question was answered for; null once erased or expired, and in records of versions that did not store them.',
  }),
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'As given in the request; empty once erased or expired.' }),
  response: queryResponseSchema
    .nullable()
    .meta({ description: 'The response as delivered; null once erased or expired.' }),
  pack_versions: z.array(packVersionSchema),
  policy_version: z.string().min(1),
  rules_in_force: z.array(logEventSchema).max(auditLimits.rulesMax).meta({
    description:
      'What it was answered by, as the log says: the publication of each pack version, the policy, the calibration and the guarantee if there are any, the models, the settings and the software. The leaf of the record commits to the indexes of these leaves. Empty until the message was answered, and for records of earlier versions.',
  }),
  blocked_prompt: blockedPromptSchema.nullable().meta({
    description: 'Null if the prompt was not blocked, or if the policy allows its text to be stored.',
  }),
  confidence_model: confidenceModelSchema.nullable().meta({
    description:
      'The model that scored the answer, even if the answer was withheld because of its score; null if there was no answer to score, or if it is pending review or was blocked in review.',
  }),
  review: reviewSchema.nullable().meta({
    description:
      'The outcome of the review; null if the answer was not reviewed, or is still pending review.',
  }),
  cost: costSchema,
  failed_tiers: z.array(failedTierSchema).meta({
    description:
      'The tiers of language models that did not answer, or whose answer was not used or ends early, in the order in which they were tried. Empty if there were none, or once erased or expired.',
  }),
  searches: z.array(searchSchema).meta({
    description:
      'What language models asked to look up besides the question, in that order. Empty if there was nothing, or once erased or expired.',
  }),
  answer_changes: z.array(answerChangeSchema).meta({
    description:
      'What language models wrote and what was not delivered as written, in that order. Empty if there was none, if the answer was not delivered, or once erased or expired.',
  }),
  other_answer: otherAnswerSchema.nullable().meta({
    description:
      'The answer of a language model or of the embedded models that was compared with the one delivered, and that differs; null if there was none, or once erased or expired.',
  }),
  log: logEntrySchema.nullable().meta({ description: 'Null until the message has ended.' }),
};

const recordObject = z.strictObject(recordFields);
export type AuditRecord = z.output<typeof recordObject>;

function* findBreaches(record: AuditRecord): Generator<{ path: string; message: string }> {
  const suffix = record.id.slice('aud_'.length);
  if (record.message_id !== `msg_${suffix}`)
    yield { path: 'message_id', message: 'Does not match the id of the record' };
  if (record.request_id !== `req_${suffix}`)
    yield { path: 'request_id', message: 'Does not match the id of the record' };
  if (isTerminal(record.status) !== (record.log !== null)) {
    yield { path: 'log', message: 'Must be given if and only if the message has ended' };
  }
  const isGone = record.content_state === 'erased' || record.content_state === 'expired';
  if (isGone !== (record.response === null)) {
    yield { path: 'response', message: 'Must be null if and only if the content is gone' };
  }
  const { question, refined_question: refined, answer } = record;
  if (isGone && (question !== '' || refined !== null || answer !== '')) {
    yield { path: 'content_state', message: 'Must have no question or answer once the content is gone' };
  }
  const { response } = record;
  if (response === null) return;
  if (record.content_state === 'present' && response.answer !== record.answer) {
    yield { path: 'answer', message: "Does not match the response's answer" };
  }
  if (response.message_id !== record.message_id)
    yield { path: 'response', message: 'Belongs to another message' };
  if (response.status !== record.status)
    yield { path: 'status', message: "Does not match the response's status" };
  if (response.confidence.score !== record.confidence_score) {
    yield { path: 'confidence_score', message: "Does not match the response's score" };
  }
  if (response.source_type !== record.source_type) {
    yield { path: 'source_type', message: "Does not match the response's source_type" };
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

/** Newest first. */
export const auditRecordPageSchema = pageSchema(auditRecordSchema, 'AuditRecordPage');

export type BlockedPrompt = z.output<typeof blockedPromptSchema>;
export type Cost = z.output<typeof costSchema>;
export type AnswerChange = z.output<typeof answerChangeSchema>;
export type OtherAnswer = z.output<typeof otherAnswerSchema>;
