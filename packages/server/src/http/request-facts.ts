import type { Operation } from '@avow/contract';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../access/authenticate.ts';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Drawn when first needed: an admitted query has the id of its message, every other request one of its own. */
    requestId: string | null;
    principal: Principal | null;
    problemCode: string | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export function requestIdOf(request: FastifyRequest): string {
  request.requestId ??= newId('req', Date.now());
  return request.requestId;
}

/** The caller of an operation that asks for a key: the request does not come so far without one. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new AppError('unauthenticated');
  return request.principal;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]?.slice(0, 2048) || '/';
}

const singleHeaders = new Set(['authorization', 'content-type', 'content-length', 'idempotency-key', 'host']);

/** Node keeps the first of some repeated headers and joins others; either way a proxy may have read another one. */
export function refuseRepeatedHeaders(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!singleHeaders.has(name)) continue;
    if (seen.has(name))
      throw new AppError('invalid_header', { detail: `The header ${name} was sent more than once.` });
    seen.add(name);
  }
}

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?[ \t]*$/i;

/** JSON in UTF-8, not compressed: anything else would have to be guessed at. */
export function requireJsonBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', { detail: 'Send the body without a content encoding.' });
  }
  if (!jsonType.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', { detail: 'Send the body as application/json in UTF-8.' });
  }
}
