import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an operation is bound to. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
