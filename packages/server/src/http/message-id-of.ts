import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { messageIdFrom } from '../ids/message-id-from.ts';
import type { MessageId } from '../interfaces/identity.ts';

/** The message that a path names. What is no id at all is not found, like an unknown one. */
export function messageIdOf(request: FastifyRequest): MessageId {
  const { message_id: id } = request.params as { message_id: string };
  const messageId = messageIdFrom(id);
  if (messageId === null) throw new AppError('not_found');
  return messageId;
}
