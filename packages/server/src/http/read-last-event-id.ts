import { eventIdPattern } from '@avow/contract';
import { followQuerySchema } from '@avow/contract/query';
import { AppError } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import { validateParameters } from './validate.ts';

/** The number of the last event that the client has seen; 0: none. The header takes precedence over the parameter. */
export function readLastEventId(request: FastifyRequest): number {
  const { after = '0' } = validateParameters(followQuerySchema, request.query);
  const header = request.headers['last-event-id'];
  if (header === undefined) return Number(after);
  // A repeated header arrives joined by a comma, which does not match the pattern.
  if (typeof header === 'string' && eventIdPattern.test(header)) return Number(header);
  throw invalidHeader();
}

/** The number that the client has given is of no event of the message. */
export function unknownEvent(request: FastifyRequest): AppError {
  if (request.headers['last-event-id'] !== undefined) return invalidHeader();
  const message = 'Must be the number of an event of this message';
  return new AppError('validation_failed', {
    errors: [{ pointer: 'after', code: 'invalid_value', message }],
  });
}

function invalidHeader(): AppError {
  return new AppError('invalid_header', {
    detail: 'Last-Event-ID must be the id of an event of this message.',
  });
}
