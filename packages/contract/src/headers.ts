import { z } from 'zod';

/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

export const idempotencyKeySchema = z
  .string()
  .regex(idempotencyKeyPattern, { error: 'Expected 1 to 255 visible characters' })
  .meta({
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]{1,255}$',
    description: 'Sending the same key and body again within 24 hours gives the stored response.',
  });

/** RFC 7240: preferences the service does not know are ignored. */
export const preferSchema = z.string().meta({
  description:
    '`wait=N`: answer within N seconds, 120 at most. `respond-async`: accept the question and answer later; it goes before a wish for a stream wherever JSON is accepted.',
  examples: ['wait=30', 'respond-async'],
});

/** The number of an event, as the service writes it: no sign, no zero in front, and no more than a number can hold. */
export const eventIdPattern = /^(?:0|[1-9][0-9]{0,14})$/;

const eventIdSchema = z
  .string()
  .regex(eventIdPattern, { error: 'Expected the number of an event' })
  .meta({ examples: ['17'] });

export const lastEventIdSchema = eventIdSchema.meta({
  description: 'The `id` of the last event that was seen. Only those after it are sent.',
});

export const eventsAfterSchema = eventIdSchema.meta({
  description: 'The same as `Last-Event-ID`, for clients that cannot set a header. The header wins.',
});
