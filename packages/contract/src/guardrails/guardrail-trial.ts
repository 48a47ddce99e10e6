import { z } from 'zod';
import { textSchema } from '../fields/code-points.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { guardrailResultSchema } from '../query/query-response-fields.ts';
import {
  blockedReasons,
  guardrailActions,
  guardrailModes,
  guardrailStages,
  messageStatuses,
} from '../values/enumerations.ts';
import { policyLimits } from './guardrail-checks.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';

export const trialLimits = {
  textsMax: 50,
  textCodePointsMax: policyLimits.promptCodePointsMax,
  messagesMax: 100,
  messageIdLengthMax: 64,
} as const;

const messagesSchema = z
  .strictObject({
    ids: z
      .array(textSchema({ min: 1, max: trialLimits.messageIdLengthMax }))
      .min(1)
      .max(trialLimits.messagesMax)
      .meta({ description: 'Message ids; a `request_id` or `audit_ref` works as well.' })
      .exactOptional(),
    last: z
      .int()
      .min(1)
      .max(trialLimits.messagesMax)
      .meta({ description: 'How many of the newest messages.' })
      .exactOptional(),
  })
  .refine(({ ids, last }) => (ids === undefined) !== (last === undefined), {
    error: 'Give either ids or last',
  })
  .meta({
    description: 'Messages of the tenant. The key must also have the scope `audit:read`.',
    if: { required: ['ids'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { not: { required: ['last'] } },
    else: { required: ['last'] },
  });

const givenTextSchema = z.strictObject({
  text: textSchema({ min: 1, max: trialLimits.textCodePointsMax }).meta({
    description: 'A prompt, a passage or an answer.',
  }),
  stage: z.enum(guardrailStages),
});

export const trialRequestSchema = z
  .strictObject({
    policy: guardrailPolicySchema
      .exactOptional()
      .meta({ description: 'The policy to test. Default: the one in force.' }),
    texts: z.array(givenTextSchema).min(1).max(trialLimits.textsMax).exactOptional(),
    messages: messagesSchema.exactOptional(),
  })
  .refine(({ texts, messages }) => (texts === undefined) !== (messages === undefined), {
    error: 'Give either texts or messages',
  })
  .meta({
    id: 'GuardrailTrialRequest',
    if: { required: ['texts'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { not: { required: ['messages'] } },
    else: { required: ['messages'] },
  });

/** How a message ends, as far as a policy decides it. `in_review`: a person decides. */
const messageEndings = ['answered', 'no_answer', 'in_review', 'blocked'] as const;
export type MessageEnding = (typeof messageEndings)[number];

const countSchema = z.int().min(0);
const blockedReasonSchema = openEnum(blockedReasons, 'Why it would be blocked.').nullable();

const trialFields = {
  state: openEnum(
    ['tried', 'not_stored', 'not_found', 'not_reached'],
    'Whether the test ran. `not_stored`: the text is not stored. `not_reached`: the time ran out.',
  ),
  action: openEnum(guardrailActions, 'The strongest action that would be taken.'),
  blocked_reason: blockedReasonSchema,
  results: z
    .array(guardrailResultSchema)
    .meta({ description: 'Results of the guardrails at the tested stages.' }),
};

const textTrialSchema = z
  .strictObject({
    kind: z.literal('text'),
    stage: openEnum(guardrailStages, 'The tested stage.'),
    ...trialFields,
    text: z.string().nullable().meta({
      description: 'The text after redaction; empty for a dropped passage; null if the test did not run.',
    }),
  })
  .meta({ id: 'TextTrial' });

const messageTrialSchema = z
  .strictObject({
    kind: z.literal('message'),
    message_id: z
      .string()
      .min(1)
      .meta({ description: 'The id as given in the request, or the id of the message.' }),
    ...trialFields,
    question: z.string().nullable().meta({
      description: 'The stored question after redaction; null if it is not stored or the test did not run.',
    }),
    answer: z.string().nullable().meta({
      description: 'The stored answer after redaction; also null if the question would be blocked.',
    }),
    original: z
      .strictObject({
        status: openEnum(messageStatuses, 'How the message ended.'),
        blocked_reason: openEnum(blockedReasons, 'Why it was blocked.').nullable(),
        ending: openEnum(
          messageEndings,
          'What the policy did. `in_review`: a person decides, or has decided.',
        ).nullable(),
      })
      .nullable()
      .meta({ description: 'The original outcome; null if there is no such message.' }),
    ending: openEnum(
      messageEndings,
      'What the policy would do: `answered`, `no_answer` if the answer scores below the risk level, `in_review` if a person would decide. An answer whose text is not stored is judged by its score alone.',
    ).nullable(),
    changed: z.boolean().nullable().meta({
      description:
        'Whether the outcome would differ: another `ending`, blocked for another reason, or with more redactions. Null if this cannot be determined from what is stored.',
    }),
  })
  .meta({ id: 'MessageTrial' });

const guardrailSummarySchema = z
  .strictObject({
    guardrail_id: idSchema('grd'),
    name: z.string().min(1),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    mode: openEnum(guardrailModes, 'Whether findings are acted on.'),
    found: countSchema.meta({
      description: 'How many texts or messages it found something in, in either mode.',
    }),
    flagged: countSchema,
    redacted: countSchema,
    blocked: countSchema,
    failed: countSchema.meta({ description: 'How often it did not complete.' }),
  })
  .meta({ id: 'GuardrailTrialCounts' });

export const trialSchema = z
  .strictObject({
    version: z.string().min(1).meta({ description: 'The version of the tested policy.' }),
    data: z
      .array(z.discriminatedUnion('kind', [textTrialSchema, messageTrialSchema]))
      .meta({ description: 'One entry per text or message, in the order given.' }),
    summary: z.strictObject({
      tried: countSchema,
      not_stored: countSchema,
      not_found: countSchema,
      not_reached: countSchema,
      changed: countSchema.meta({ description: 'Messages whose outcome would differ.' }),
      guardrails: z.array(guardrailSummarySchema).meta({ description: 'In policy order.' }),
    }),
  })
  .meta({ id: 'GuardrailTrial' });

export type TrialRequest = z.output<typeof trialRequestSchema>;
export type Trial = z.output<typeof trialSchema>;
export type TextTrial = z.output<typeof textTrialSchema>;
export type MessageTrial = z.output<typeof messageTrialSchema>;
