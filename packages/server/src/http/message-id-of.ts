import type { MessageId } from '@avow/foundation';
import { AppError, messageIdFrom } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';

/** The message that a path names. A malformed id is not found, like an unknown one. */
export function messageIdOf(request: FastifyRequest): MessageId {
  const { message_id: id } = request.params as { message_id: string };
  const messageId = messageIdFrom(id);
  if (messageId === null) throw new AppError('not_found');
  return messageId;
}
