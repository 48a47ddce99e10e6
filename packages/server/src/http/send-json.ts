import { AppError } from '@avow/foundation';
import type { FastifyReply } from 'fastify';

/** Sends serialized JSON as bytes: to a string Fastify would add a character set, which JSON does not have. */
export function sendJson(reply: FastifyReply, body: string, mediaType = 'application/json'): FastifyReply {
  return reply.header('content-type', mediaType).send(Buffer.from(body));
}

/** Sends JSON that no cache may store. */
export function sendPrivateJson(reply: FastifyReply, body: string): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), body);
}

/** The mark of an automatic answer for those who read no bodies, such as proxies. */
export function markGenerated(
  reply: FastifyReply,
  { generated }: { readonly generated?: string | null },
): FastifyReply {
  return generated == null ? reply : reply.header('avow-generated', generated);
}

export function sendEntry(reply: FastifyReply, entry: unknown): FastifyReply {
  return sendPrivateJson(reply, JSON.stringify(entry));
}

export function sendDeleted(reply: FastifyReply, isDeleted: boolean): FastifyReply {
  if (!isDeleted) throw new AppError('not_found');
  return reply.code(204).header('cache-control', 'no-store').send();
}
