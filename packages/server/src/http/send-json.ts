import type { FastifyReply } from 'fastify';

/** Sends serialized JSON as bytes: to a string Fastify would add a character set, which JSON does not have. */
export function sendJson(reply: FastifyReply, body: string, mediaType = 'application/json'): FastifyReply {
  return reply.header('content-type', mediaType).send(Buffer.from(body));
}

/** Sends JSON that no cache may store. */
export function sendPrivateJson(reply: FastifyReply, body: string): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), body);
}
