import { z } from 'zod';

/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

export const idempotencyKeySchema = z
  .string()
  .regex(idempotencyKeyPattern, { error: 'Must be 1 to 255 visible ASCII characters' })
  .meta({
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]{1,255}$',
    description: 'A request with the same key and body within 24 hours gets the stored response.',
  });

/** RFC 7240: preferences the service does not know are ignored. */
export const preferSchema = z.string().meta({
  description:
    '`wait=N`: answer within N seconds, at least 1 and at most 120; other numbers count as the nearest of these. `respond-async`: accept the question and answer it asynchronously; if the client accepts JSON, this takes precedence over streaming.',
  examples: ['wait=30', 'respond-async'],
});

/** RFC 9110: one range of bytes. A header that is not understood is ignored. */
export const rangeSchema = z.object({
  Range: z
    .string()
    .meta({ description: 'One range of bytes; several are ignored.', examples: ['bytes=1048576-'] })
    .exactOptional(),
  'If-Range': z
    .string()
    .meta({ description: 'The `ETag` of what is resumed: if the file is another one, all of it is sent.' })
    .exactOptional(),
});

/** The number of an event, as the service writes it: no sign, no leading zeros, and within the safe integer range. */
export const eventIdPattern = /^(?:0|[1-9][0-9]{0,14})$/;

const eventIdSchema = z
  .string()
  .regex(eventIdPattern, { error: 'Must be an event number' })
  .meta({ examples: ['17'] });

export const lastEventIdSchema = eventIdSchema.meta({
  description: 'The `id` of the last event received. Only later events are sent.',
});

export const eventsAfterSchema = eventIdSchema.meta({
  description:
    'The same as `Last-Event-ID`, for clients that cannot set headers. The header takes precedence.',
});

/** The cookie with the session of a person. Browsers accept the prefix over https only. */
export const sessionCookieName = '__Host-avow-session';
/** The same over plain http on a loopback address. */
export const loopbackCookieName = 'avow-session';
export const csrfHeader = 'X-CSRF-Token';
/** A JWT of the end user who asks, which names their groups. */
export const endUserTokenHeader = 'End-User-Token';

/** Why something is changed: it is kept with the event of the change. */
export const reasonHeader = 'Avow-Reason';

/** What records are read for: the id of one of the tenant's purposes. It is kept with the access. */
export const purposeHeader = 'Avow-Purpose';

/** Also the name of a detail on the log. */
export const purposeIdPattern = /^[a-z][a-z0-9_]{0,31}$/;

export const purposeSchema = z
  .string()
  .regex(purposeIdPattern, { error: 'Must be the id of a purpose' })
  .meta({
    description:
      'What the content is read for: the `id` of one of the purposes of the tenant (`getPurposes`). Where the tenant requires one, a request without it is refused with `purpose_required`.',
    examples: ['annual_audit'],
  });

/** A secret of a visitor of a web page, which the page draws at random. */
export const visitorTokenHeader = 'Visitor-Token';
export const visitorTokenPattern = /^[A-Za-z0-9_-]{32,128}$/;

export const visitorTokenSchema = z
  .string()
  .regex(visitorTokenPattern, { error: 'Must be 32 to 128 characters of base64url' })
  .meta({
    description:
      'Required with a publishable key, and without effect otherwise: a random secret of the visitor. Only requests with the same token reach the messages and threads of the visitor.',
  });

export const endUserTokenSchema = z.string().meta({
  pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
  description:
    'A signed token (JWT) of the end user who asks, from an issuer that the operator has configured. The question is answered for the groups that the token names, and for its subject as `end_user_id`.',
});

/** Where what was answered for the end user is read, followed, cancelled or judged. */
export const readerTokenHeaders = {
  [endUserTokenHeader]: z
    .string()
    .meta({
      pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
      description:
        'A signed token (JWT) of the end user, as with a question. What was answered for the groups that it names can be read, in addition to what the key may read.',
    })
    .exactOptional(),
};

const entityTag = '(?:W/)?"[!#-+\\--~]*"';
/** One or more entity tags, or `*` for any (RFC 9110). */
const ifMatchPattern = `^(?:\\*|${entityTag}(?:[ \\t]*,[ \\t]*${entityTag})*)$`;

export function ifMatchSchema(description: string) {
  return z.object({
    'If-Match': z
      .string()
      .meta({ pattern: ifMatchPattern, description, examples: ['"3"'] })
      .exactOptional(),
  });
}

/** For changes of a draft. */
export const draftMatchSchema = ifMatchSchema(
  'The `ETag` of what you read. If it has changed since, the request fails with `precondition_failed` and nothing changes.',
);
