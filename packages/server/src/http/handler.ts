import type { OperationId } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Handles the requests of one operation. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The handlers of some operations, by their ids. */
export type Handlers = Readonly<Partial<Record<OperationId, Handler>>>;
