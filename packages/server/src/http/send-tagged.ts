import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Tagged {
  readonly body: string | Uint8Array;
  readonly mediaType: string;
  readonly cacheControl: string;
  /** Before it is shown; where the client has it already, nothing is. */
  readonly beforeShown?: () => Promise<void>;
}

/** Sends it with its strong tag, or says that it is still what the client has. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, mediaType, cacheControl, beforeShown }: Tagged,
): Promise<FastifyReply> {
  // The same for the same bytes, and for no others.
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  const headers = { etag, 'cache-control': cacheControl };
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
  // No header is set before it: a refusal would bear the tag of what it does not show.
  await beforeShown?.();
  // As bytes: to a string Fastify would add a character set.
  return reply.headers({ ...headers, 'content-type': mediaType }).send(Buffer.from(body));
}

/** Whether what a client has is what it would get. */
function matchesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
