import { z } from 'zod';
import { textSchema } from './code-points.ts';
import {
  blockedReasons,
  guardrailActions,
  guardrailModes,
  guardrailStages,
  messageStatuses,
} from './enumerations.ts';
import { policyLimits } from './guardrail-checks.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { guardrailResultSchema } from './query-response-fields.ts';

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
      .meta({ description: 'Each the `message_id`, or equally the `request_id` or `audit_ref`.' })
      .exactOptional(),
    last: z
      .int()
      .min(1)
      .max(trialLimits.messagesMax)
      .meta({ description: 'So many of the newest.' })
      .exactOptional(),
  })
  .refine(({ ids, last }) => (ids === undefined) !== (last === undefined), {
    error: 'Name either ids or last',
  })
  .meta({ description: 'Messages of the tenant. The key must have the scope `audit:read` as well.' });

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
      .meta({ description: 'Left out, the policy in force is tried.' }),
    texts: z.array(givenTextSchema).min(1).max(trialLimits.textsMax).exactOptional(),
    messages: messagesSchema.exactOptional(),
  })
  .refine(({ texts, messages }) => (texts === undefined) !== (messages === undefined), {
    error: 'Name either texts or messages',
  })
  .meta({ id: 'GuardrailTrialRequest' });

const countSchema = z.int().min(0);
const blockedReasonSchema = openEnum(blockedReasons, 'Why it would be blocked.').nullable();

const trialFields = {
  state: openEnum(
    ['tried', 'not_stored', 'not_found', 'not_reached'],
    'Whether it was tried; `not_stored`: its text is not there any more, or never was; `not_reached`: the time ran out.',
  ),
  action: openEnum(guardrailActions, 'The most that would be done.'),
  blocked_reason: blockedReasonSchema,
  results: z
    .array(guardrailResultSchema)
    .meta({ description: 'Of the guardrails at the stages that were tried.' }),
};

const textTrialSchema = z
  .strictObject({
    kind: z.literal('text'),
    stage: openEnum(guardrailStages, 'The stage it was tried at.'),
    ...trialFields,
    text: z.string().nullable().meta({
      description:
        'After every redaction; empty for a passage that is left out. Null where it was not tried.',
    }),
  })
  .meta({ id: 'TextTrial' });

const messageTrialSchema = z
  .strictObject({
    kind: z.literal('message'),
    message_id: z.string().min(1).meta({ description: 'As it was asked for, or the id of the message.' }),
    ...trialFields,
    question: z.string().nullable().meta({
      description: 'As stored, after every redaction. Null where none is stored, or it was not tried.',
    }),
    answer: z.string().nullable().meta({
      description: 'The same of the answer. Null too where the question would be blocked.',
    }),
    before: z
      .strictObject({
        status: openEnum(messageStatuses, 'How the message ended.'),
        blocked_reason: openEnum(blockedReasons, 'Why it was blocked.').nullable(),
      })
      .nullable()
      .meta({ description: 'What was done then. Null where there is no such message.' }),
    changed: z.boolean().nullable().meta({
      description:
        'Whether it would be blocked where it was not, or the other way round, or for another reason, or whether more would be taken out. Null where what is stored does not tell.',
    }),
  })
  .meta({ id: 'MessageTrial' });

const guardrailSummarySchema = z
  .strictObject({
    guardrail_id: idSchema('grd'),
    name: z.string().min(1),
    stage: openEnum(guardrailStages, 'When the check runs.'),
    mode: openEnum(guardrailModes, 'Whether something is done about what it finds.'),
    found: countSchema.meta({ description: 'In how many it found something, whatever its mode.' }),
    flagged: countSchema,
    redacted: countSchema,
    blocked: countSchema,
    failed: countSchema.meta({ description: 'How often it did not run through.' }),
  })
  .meta({ id: 'GuardrailTrialCounts' });

export const trialSchema = z
  .strictObject({
    version: z.string().min(1).meta({ description: 'Of the policy that was tried.' }),
    data: z
      .array(z.discriminatedUnion('kind', [textTrialSchema, messageTrialSchema]))
      .meta({ description: 'One for each text or message, in their order.' }),
    summary: z.strictObject({
      tried: countSchema,
      not_stored: countSchema,
      not_found: countSchema,
      not_reached: countSchema,
      changed: countSchema.meta({ description: 'Messages that would end otherwise.' }),
      guardrails: z.array(guardrailSummarySchema).meta({ description: 'In the order of the policy.' }),
    }),
  })
  .meta({ id: 'GuardrailTrial' });

export type TrialRequest = z.output<typeof trialRequestSchema>;
export type Trial = z.output<typeof trialSchema>;
export type TextTrial = z.output<typeof textTrialSchema>;
export type MessageTrial = z.output<typeof messageTrialSchema>;
