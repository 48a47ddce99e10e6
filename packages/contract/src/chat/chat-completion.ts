import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { metadataSchema } from '../fields/metadata.ts';
import { openEnum } from '../fields/open-enum.ts';
import { endUserIdSchema, queryRequestSchema } from '../query/query-request.ts';
import { citationSchema, generatedSchema } from '../query/query-response-fields.ts';
import { receiptSchema } from '../records/receipt.ts';
import { bands, messageStatuses, nextActions, sourceTypes } from '../values/enumerations.ts';

/** The only model: which language models write is decided by the operator's tiers and the policy. */
export const chatModel = 'avow';

/** Identifies a document, or a curated pair, that has no address of its own. */
export const documentUri = (documentId: string) => `avow://documents/${documentId}`;

/** Where the receipt of a message is taken. */
export const receiptPath = (messageId: string) => `/v1/messages/${messageId}/receipt`;

export const chatLimits = { messagesMax: 1_000, partsMax: 64, modelLengthMax: 128 } as const;

const chatRoles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

const chatPartSchema = z
  .looseObject({ type: z.string().min(1), text: z.string().exactOptional() })
  .meta({ id: 'ChatContentPartRequest', description: 'Only parts of the type `text` can be read.' });

const chatMessageSchema = z
  .looseObject({
    role: z.enum(chatRoles),
    content: z.union([z.string(), z.array(chatPartSchema).max(chatLimits.partsMax)]).nullish(),
  })
  .meta({ id: 'ChatMessageRequest' });

const { thread_id, content_pack_ids, model_tier, end_user_id, groups, language } = queryRequestSchema.shape;

const avowOptionsSchema = z
  .strictObject({
    ...{ thread_id, content_pack_ids, model_tier, end_user_id, groups, language },
    answer_format: z
      .enum(['structured_text', 'plain_text', 'markdown'])
      .meta({ description: 'Default: `markdown`. An answer in JSON is asked for by `response_format`.' })
      .exactOptional(),
  })
  .meta({ id: 'ChatAvowRequest', description: 'As in `POST /v1/query`.' });

const responseFormatSchema = z
  .looseObject({
    type: z.enum(['text', 'json_object', 'json_schema']),
    json_schema: z
      .looseObject({ schema: queryRequestSchema.shape.answer_schema })
      .meta({ id: 'ChatJsonSchemaRequest' })
      .exactOptional(),
  })
  .meta({ id: 'ChatResponseFormatRequest' });

/**
 * The body of `POST /v1/chat/completions`. Clients send many settings of language models, so fields that are not listed are
 * accepted; the response names those that had no effect.
 */
export const chatRequestSchema = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .max(chatLimits.modelLengthMax)
      .meta({ description: `Always \`${chatModel}\`.` }),
    messages: z.array(chatMessageSchema).min(1).max(chatLimits.messagesMax).meta({
      description:
        'The last message is the question, and must be from the user. Earlier messages of the user help to understand a follow-up; all others are ignored.',
    }),
    stream: z.boolean().nullish(),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish() })
      .meta({ id: 'ChatStreamOptionsRequest' })
      .nullish(),
    response_format: responseFormatSchema.nullish(),
    user: endUserIdSchema.meta({ description: 'The same as `avow.end_user_id`.' }).nullish(),
    safety_identifier: endUserIdSchema.meta({ description: 'The same as `user`.' }).nullish(),
    metadata: metadataSchema.meta({ description: 'Stored in the audit record.' }).nullish(),
    n: z.int().meta({ description: 'Only 1: a question has one answer.' }).nullish(),
    avow: avowOptionsSchema.nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatRequest = z.output<typeof chatRequestSchema>;

const annotationSchema = z
  .strictObject({
    type: z.literal('url_citation'),
    url_citation: z
      .strictObject({
        url: z.string().meta({
          description: 'The address of the source, or that of the resource at `/mcp` if it has none.',
        }),
        title: z.string(),
        start_index: z.int().min(0).meta({ description: 'A code point offset into the content.' }),
        end_index: z.int().min(0),
      })
      .meta({ id: 'ChatUrlCitation' }),
  })
  .meta({ id: 'ChatAnnotation' });

const finishReasons = ['stop', 'content_filter'] as const;
const finishReasonSchema = openEnum(
  finishReasons,
  'Why the content ends: `content_filter` if the message was blocked.',
);

const chatAvowSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    audit_ref: idSchema('aud'),
    thread_id: idSchema('thr'),
    status: openEnum(messageStatuses, 'The state of the message.'),
    confidence: z.number().min(0).max(1),
    band: openEnum(bands, 'The band of the confidence.'),
    source_type: openEnum(sourceTypes, 'Where the answer came from.'),
    generated: generatedSchema,
    suggested_next_action: openEnum(nextActions, 'What an automated client should do next.'),
    citations: z.array(citationSchema),
    receipt: receiptSchema.nullable().meta({
      description: 'Null: no signed checkpoint covers the record yet. It is at `receipt_path` then.',
    }),
    receipt_path: z.string().min(1).meta({ description: 'Where the receipt of the answer is taken.' }),
    ignored: z.array(z.string()).meta({
      description: 'The parameters of the request that had no effect, and `messages` of other roles.',
    }),
  })
  .meta({
    id: 'ChatAvow',
    description: 'What is on record of the answer. In a stream it comes with the last part.',
  });
export type ChatAvow = z.output<typeof chatAvowSchema>;

const usageSchema = z
  .strictObject({
    prompt_tokens: z.int().min(0),
    completion_tokens: z.int().min(0),
    total_tokens: z.int().min(0),
  })
  .meta({
    id: 'ChatUsage',
    description: 'The tokens of language models of the operator; 0 if none was asked.',
  });
export type ChatUsage = z.output<typeof usageSchema>;

const shared = {
  id: idSchema('msg'),
  created: z.int().min(0).meta({ description: 'Seconds since 1970.' }),
  model: z.string().min(1),
};

export const chatCompletionSchema = z
  .strictObject({
    ...shared,
    object: z.literal('chat.completion'),
    choices: z.array(
      z
        .strictObject({
          index: z.literal(0),
          message: z
            .strictObject({
              role: z.literal('assistant'),
              content: z.string(),
              refusal: z.null(),
              annotations: z.array(annotationSchema),
            })
            .meta({ id: 'ChatAnswer' }),
          logprobs: z.null(),
          finish_reason: finishReasonSchema,
        })
        .meta({ id: 'ChatChoice' }),
    ),
    usage: usageSchema,
    avow: chatAvowSchema,
  })
  .meta({ id: 'ChatCompletion' });
export type ChatCompletion = z.output<typeof chatCompletionSchema>;

/** One part of a streamed answer. The stream ends with the text `[DONE]`. */
export const chatChunkSchema = z
  .strictObject({
    ...shared,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(
      z
        .strictObject({
          index: z.literal(0),
          delta: z
            .strictObject({
              role: z.literal('assistant').exactOptional(),
              content: z.string().exactOptional(),
              annotations: z.array(annotationSchema).exactOptional(),
            })
            .meta({ id: 'ChatDelta' }),
          logprobs: z.null(),
          finish_reason: finishReasonSchema.nullable(),
        })
        .meta({ id: 'ChatChunkChoice' }),
    ),
    usage: usageSchema.nullable().exactOptional(),
    avow: chatAvowSchema.exactOptional(),
  })
  .meta({ id: 'ChatCompletionChunk' });
export type ChatChunk = z.output<typeof chatChunkSchema>;

/** How these operations report a problem, for clients that expect it. */
export const chatErrorSchema = z
  .strictObject({
    error: z
      .strictObject({
        message: z.string().min(1),
        type: z.string().min(1),
        param: z.string().nullable().meta({ description: 'The part of the request that is at fault.' }),
        code: z.string().min(1).meta({ description: 'The code of the problem.' }),
        request_id: idSchema('req'),
        message_id: idSchema('msg').exactOptional(),
      })
      .meta({ id: 'ChatErrorDetail' }),
  })
  .meta({ id: 'ChatError' });
export type ChatError = z.output<typeof chatErrorSchema>;

export const chatModelSchema = z
  .strictObject({
    id: z.string().min(1),
    object: z.literal('model'),
    created: z.int().min(0),
    owned_by: z.string().min(1),
  })
  .meta({ id: 'ChatModel' });

export const chatModelListSchema = z
  .strictObject({ object: z.literal('list'), data: z.array(chatModelSchema) })
  .meta({ id: 'ChatModelList' });
