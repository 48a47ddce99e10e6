import { z } from 'zod';
import { hasAtMostCodePoints, textSchema } from '../fields/code-points.ts';
import { languageSchema } from '../fields/language.ts';
import { isJsonObject, metadataSchema } from '../fields/metadata.ts';
import { answerFormats, knownChannelTypes } from '../values/enumerations.ts';

export const queryRequestLimits = {
  promptCodePointsMax: 32_000,
  answerSchemaBytesMax: 16 * 1024,
  contentPackIdsMax: 20,
  idLengthMax: 64,
  endUserIdLengthMax: 128,
  groupsMax: 64,
  groupLengthMax: 128,
  modelTierMax: 3,
  historyMax: 8,
  historyCodePointsMax: 2_000,
  threadKeyCodePointsMax: 128,
  threadPauseMinutesMax: 1_440,
} as const;

/** Browsers and clients resolve these two within a path, even encoded, so that such a person could not be erased. */
const unaddressable = ['.', '..'];

/** Names a person in what is stored, and in the path of their erasure. */
export const endUserIdSchema = textSchema({ min: 1, max: queryRequestLimits.endUserIdLengthMax })
  .refine((id) => !unaddressable.includes(id), { error: 'Must not be . or ..' })
  .meta({ minLength: 1, maxLength: queryRequestLimits.endUserIdLengthMax, not: { enum: unaddressable } });

/** Exactly what `trim` leaves nothing of, spelt out because other languages mean other characters by `\s`. */
const somethingBesidesSpacePattern =
  '[^\\u0009-\\u000d\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';

/** Counted after trimming, kept as sent. */
const promptSchema = z
  .string()
  .superRefine((prompt, context) => {
    const trimmed = prompt.trim();
    if (trimmed.length === 0) {
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true });
    } else if (!hasAtMostCodePoints(trimmed, queryRequestLimits.promptCodePointsMax)) {
      const maximum = queryRequestLimits.promptCodePointsMax;
      context.addIssue({ code: 'too_big', origin: 'string', maximum, inclusive: true });
    }
  })
  .meta({
    minLength: 1,
    maxLength: queryRequestLimits.promptCodePointsMax,
    pattern: somethingBesidesSpacePattern,
    description:
      'The question, in natural language. Leading and trailing white space does not count towards its length.',
  });

const answerSchemaSchema = z
  .custom<Readonly<Record<string, unknown>>>()
  .superRefine((value, context) => {
    if (!isJsonObject(value)) {
      context.addIssue({ code: 'invalid_type', expected: 'object', input: value });
    } else if (
      new TextEncoder().encode(JSON.stringify(value)).length > queryRequestLimits.answerSchemaBytesMax
    ) {
      context.addIssue({
        code: 'too_big',
        origin: 'file',
        maximum: queryRequestLimits.answerSchemaBytesMax,
        inclusive: true,
        input: value,
        message: `Too big: expected at most ${queryRequestLimits.answerSchemaBytesMax} bytes of JSON`,
      });
    }
  })
  .meta({
    type: 'object',
    description: 'A JSON Schema for the answer, at most 16 KiB. Only with `answer_format` `json`.',
  });

/** Only the length of ids is validated: a malformed id is not found, like an unknown one. */
const looseIdSchema = textSchema({ min: 1, max: queryRequestLimits.idLengthMax });

export const channelTypePattern = /^[a-z][a-z0-9_]{0,31}$/;

const fields = {
  prompt: promptSchema,
  thread_id: looseIdSchema
    .meta({ description: 'The thread that this question continues. Default: a new thread.' })
    .exactOptional(),
  thread_key: textSchema({ min: 1, max: queryRequestLimits.threadKeyCodePointsMax })
    .meta({
      description:
        'A name of your own for the conversation, such as the id of a chat: the question continues the thread that the same end user began under it, or begins one. Not with `thread_id`.',
    })
    .exactOptional(),
  thread_pause_minutes: z
    .int()
    .min(1)
    .max(queryRequestLimits.threadPauseMinutesMax)
    .meta({
      description:
        'After a pause of this many minutes, the next question under the `thread_key` begins a new thread: for chats that never end. Such a thread is continued for at most twelve times as long.',
    })
    .exactOptional(),
  thread_shared: z
    .boolean()
    .meta({
      description:
        '`true`: the thread under the `thread_key` is that of everyone who asks under it with the same API key, such as all people in a channel. The questions of others help to understand a follow-up.',
    })
    .exactOptional(),
  history: z
    .array(textSchema({ min: 1, max: queryRequestLimits.historyCodePointsMax }))
    .max(queryRequestLimits.historyMax)
    .meta({
      description:
        'Earlier questions of the conversation, oldest first, as the client states them: they help to understand a follow-up and are not messages on record. Not with `thread_id`; with a `thread_key`, only for the first question under it.',
    })
    .exactOptional(),
  channel_type: z
    .string()
    .regex(channelTypePattern, {
      error: 'Must be 1 to 32 lower-case letters, digits or _, starting with a letter',
    })
    .meta({
      description: `The channel of the question. Known values: ${knownChannelTypes.join(', ')}. Others are accepted.`,
      examples: [...knownChannelTypes],
    })
    .default('api'),
  answer_format: z.enum(answerFormats).default('structured_text'),
  answer_schema: answerSchemaSchema.exactOptional(),
  model_tier: z
    .int()
    .min(0)
    .max(queryRequestLimits.modelTierMax)
    .meta({ description: 'The model tier to start from, if the policy allows the client to choose.' })
    .exactOptional(),
  content_pack_ids: z
    .array(looseIdSchema)
    .max(queryRequestLimits.contentPackIdsMax)
    .meta({ description: 'Restricts the query to these content packs.' })
    .exactOptional(),
  end_user_id: endUserIdSchema
    .meta({ description: 'The end user who asks, for access rules, erasure and limits.' })
    .exactOptional(),
  groups: z
    .array(textSchema({ min: 1, max: queryRequestLimits.groupLengthMax }))
    .max(queryRequestLimits.groupsMax)
    .meta({
      description:
        "The end user's groups, of those that the key may name. Without them only unrestricted content is used, or for a person who is signed in that of their own groups. Not with `End-User-Token`.",
    })
    .exactOptional(),
  language: languageSchema
    .meta({ description: 'The language to answer in, as a BCP 47 tag.' })
    .exactOptional(),
  stream: z
    .boolean()
    .meta({
      description:
        '`true` is the same as `Accept: text/event-stream`, `false` the same as `Accept: application/json`. Default: `Accept` decides. If both are given and conflict, the response is 406.',
    })
    .exactOptional(),
  metadata: metadataSchema
    .meta({ description: 'Your own labels, stored in the audit record.' })
    .exactOptional(),
};

/** The body of `POST /v1/query`. Unknown fields and wrong types are refused, never dropped or coerced. */
export const queryRequestSchema = z
  .strictObject(fields)
  .superRefine((request, context) => {
    if (request.answer_schema !== undefined && request.answer_format !== 'json')
      context.addIssue({
        code: 'custom',
        path: ['answer_schema'],
        message: 'Only allowed with answer_format "json"',
      });
    if (request.history !== undefined && request.thread_id !== undefined)
      context.addIssue({ code: 'custom', path: ['history'], message: 'Not allowed with thread_id' });
    if (request.thread_key !== undefined && request.thread_id !== undefined)
      context.addIssue({ code: 'custom', path: ['thread_key'], message: 'Not allowed with thread_id' });
    for (const name of ['thread_pause_minutes', 'thread_shared'] as const)
      if (request[name] !== undefined && request.thread_key === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'Only allowed with thread_key' });
  })
  .meta({
    id: 'QueryRequest',
    dependentSchemas: {
      answer_schema: { required: ['answer_format'], properties: { answer_format: { const: 'json' } } },
      history: { not: { required: ['thread_id'] } },
      thread_key: { not: { required: ['thread_id'] } },
      thread_pause_minutes: { required: ['thread_key'] },
      thread_shared: { required: ['thread_key'] },
    },
  });

/** A request after validation, with defaults filled in. */
export type QueryRequest = z.output<typeof queryRequestSchema>;

/** A request as a client writes it. */
export type QueryRequestInput = z.input<typeof queryRequestSchema>;
