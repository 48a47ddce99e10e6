import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Tagged {
  readonly body: string | Uint8Array;
  readonly mediaType: string;
  readonly cacheControl: string;
  /** Runs before the body is sent, but not if the client already has it. */
  readonly beforeShown?: () => Promise<void>;
}

/** Sends a body with a strong ETag, or 304 if the client already has it. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, mediaType, cacheControl, beforeShown }: Tagged,
): Promise<FastifyReply> {
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  const headers = { etag, 'cache-control': cacheControl };
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
  // No header is set before this, since a refusal must not carry the tag of the body.
  await beforeShown?.();
  // As bytes: to a string Fastify would add a character set.
  return reply.headers({ ...headers, 'content-type': mediaType }).send(Buffer.from(body));
}

/** Whether the client already has this body. */
function matchesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
