import { hash } from 'node:crypto';
import { idempotencyKeyPattern } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';

export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && idempotencyKeyPattern.test(key)) return ownKey(request.visitorId, key);
  throw new AppError('invalid_header', {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  });
}

/** Visitors have keys of their own: they neither find nor block those of others. */
function ownKey(visitorId: string | null, key: string): string {
  return visitorId === null ? key : `visitor_${hash('sha256', `${visitorId} ${key}`, 'base64url')}`;
}
