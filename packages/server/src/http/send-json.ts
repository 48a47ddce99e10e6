import type { FastifyReply } from 'fastify';

/** Sends JSON that is written already. As bytes: to a string Fastify would add a character set that JSON does not have. */
export function sendJson(reply: FastifyReply, body: string, mediaType = 'application/json'): FastifyReply {
  return reply.header('content-type', mediaType).send(Buffer.from(body));
}

/** What belongs to one caller is kept nowhere on the way. */
export function sendPrivateJson(reply: FastifyReply, body: string): FastifyReply {
  return sendJson(reply.header('cache-control', 'no-store'), body);
}
