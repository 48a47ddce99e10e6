import type { FastifyReply } from 'fastify';

/** Adds the name of a request header that the response depends on to those that are stated already. */
export function addVary(reply: FastifyReply, name: string): FastifyReply {
  const stated = reply.getHeader('vary');
  return reply.header('vary', stated === undefined ? name : `${stated}, ${name}`);
}
