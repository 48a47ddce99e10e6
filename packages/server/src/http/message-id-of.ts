import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { suffixOf } from '../ids/typeid.ts';
import type { MessageId } from '../interfaces/identity.ts';

/** Three names of one message: whichever of them a client kept will do. */
const messagePrefixes = ['msg', 'req', 'aud'];

/** The message that a path names. What is no id at all is not found, like an unknown one. */
export function messageIdOf(request: FastifyRequest): MessageId {
  const { message_id: id } = request.params as { message_id: string };
  const suffix = suffixOf(id, messagePrefixes);
  if (suffix === null) throw new AppError('not_found');
  return `msg_${suffix}`;
}
