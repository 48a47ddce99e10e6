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
    '`wait=N`: answer within N seconds, 120 at most. `respond-async`: accept the question and answer later.',
  examples: ['wait=30', 'respond-async'],
});
