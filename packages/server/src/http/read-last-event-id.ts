import { eventIdPattern, followQuerySchema } from '@avow/contract';
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
  throw new AppError('invalid_header', {
    detail: 'Last-Event-ID must be the id of an event of this message.',
  });
}
