import { eventIdPattern, followQuerySchema } from '@avow/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { validateParameters } from './validate.ts';

/** The number of the last event that the client has seen; 0: none. The header goes before the parameter. */
export function readLastEventId(request: FastifyRequest): number {
  const { after = '0' } = validateParameters(followQuerySchema, request.query);
  const header = request.headers['last-event-id'];
  if (header === undefined) return Number(after);
  // Sent twice, it comes joined by a comma, which no number has.
  if (typeof header === 'string' && eventIdPattern.test(header)) return Number(header);
  throw new AppError('invalid_header', { detail: 'Last-Event-ID takes the id of an event of this message.' });
}
