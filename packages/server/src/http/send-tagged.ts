import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from './send-json.ts';

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

/**
 * Sends an entry that changes by revisions. `If-Match` needs the revision alone; the hash is of what else the body says, such
 * as what is published, so that a client which has the same body gets 304.
 */
export async function sendRevised(
  request: FastifyRequest,
  reply: FastifyReply,
  { revision, entry }: { readonly revision: number; readonly entry: unknown },
): Promise<FastifyReply> {
  const body = JSON.stringify(entry);
  const etag = `"${revision}-${hash('sha256', body, 'base64url').slice(0, hashLength)}"`;
  reply.headers({ etag, 'cache-control': 'no-store' });
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendJson(reply, body);
}

const hashLength = 16;

/** Whether the client already has this body. */
function matchesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
