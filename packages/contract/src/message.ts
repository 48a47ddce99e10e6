import { z } from 'zod';
import { textSchema } from './code-points.ts';
import { bands, messageStatuses } from './enumerations.ts';
import { queryResponseSchema } from './query-response.ts';
import { dateTimeSchema } from './time.ts';

export const pageLimits = { limitDefault: 20, limitMax: 100, cursorLengthMax: 1024 } as const;

/** `{message_id}` in a path. Not checked for form: an ill-formed id is not found, like an unknown one. */
export const messageParamsSchema = z.strictObject({
  message_id: z.string().min(1).meta({
    description: 'The id of the message: its `message_id`, or equally its `request_id` or `audit_ref`.',
  }),
});

/** Parameters arrive as text. They are read strictly: `limit=+5`, `limit=05` and `limit=5.0` are refused. */
const limitSchema = z
  .custom<string>((value) => typeof value === 'string' && /^(?:[1-9][0-9]?|100)$/.test(value), {
    error: `Expected a whole number from 1 to ${pageLimits.limitMax}`,
  })
  .transform(Number)
  .default(pageLimits.limitDefault)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: pageLimits.limitMax,
    description: `How many; ${pageLimits.limitDefault} where left out.`,
  });

const flagSchema = z
  .custom<'true' | 'false'>((value) => value === 'true' || value === 'false', {
    error: 'Expected true or false',
  })
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' });

export const messageListQuerySchema = z.strictObject({
  thread_id: textSchema({ min: 1, max: 64 }).exactOptional(),
  status: z.enum(messageStatuses).exactOptional(),
  band: z.enum(bands).exactOptional(),
  tripwire_triggered: flagSchema.exactOptional(),
  created_from: dateTimeSchema.meta({ description: 'This instant or later.' }).exactOptional(),
  created_before: dateTimeSchema.meta({ description: 'Before this instant.' }).exactOptional(),
  limit: limitSchema,
  cursor: textSchema({ min: 1, max: pageLimits.cursorLengthMax })
    .meta({ description: 'The `next_cursor` of the page before.' })
    .exactOptional(),
});

/** A page, newest first. The cursor is opaque, and there is one exactly where there is more. */
export const messagePageSchema = z
  .strictObject({
    data: z.array(queryResponseSchema).max(pageLimits.limitMax),
    has_more: z.boolean(),
    next_cursor: z.string().min(1).nullable(),
  })
  .refine((page) => page.has_more === (page.next_cursor !== null), {
    path: ['next_cursor'],
    error: 'Given exactly where there is more',
  })
  .meta({ id: 'MessagePage' });

export type MessageListQuery = z.output<typeof messageListQuerySchema>;
export type MessagePage = z.output<typeof messagePageSchema>;
