import type { HttpOperation } from '@avow/contract';
import { AppError, newId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../features/keys/keys.ts';
import type { ReaderGroups } from '../features/records/audience.ts';
import { isMultipart } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Created when it is first needed; an admitted query takes it from its message. */
    requestId: string | null;
    principal: Principal | null;
    /** The end user whom a publishable key asks for; null with a secret key. */
    visitorId: string | null;
    /** The groups of the end user's token, whose records the caller may read as well. */
    endUserGroups: readonly string[] | null;
    /** What content is read for; empty: the request does not say. */
    purpose: string;
    /** The id that a path names and that is not there for the caller. */
    hiddenId: string | null;
    problemCode: string | null;
    /** It has been counted and logged. */
    isReported: boolean;
  }
  interface FastifyContextConfig {
    operation?: HttpOperation;
  }
}

export function requestIdOf(request: FastifyRequest): string {
  request.requestId ??= newId('req', Date.now());
  return request.requestId;
}

/** The caller of an operation that requires one: it has been authenticated by now. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new AppError('unauthenticated');
  return request.principal;
}

/** The groups whose records the caller may read: those that it may name, and those of the end user's token. */
export function readerGroupsOf(request: FastifyRequest): ReaderGroups {
  const { groups } = principalOf(request);
  return groups === null ? null : [...groups, ...(request.endUserGroups ?? [])];
}

export function requestPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]?.slice(0, 2048) || '/';
}

const singleHeaders = new Set([
  'authorization',
  'content-type',
  'content-length',
  'end-user-token',
  'visitor-token',
  'idempotency-key',
  'host',
]);

/** Node keeps the first of some repeated headers and joins others; a proxy may have used a different one. */
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

/** Whether the request has a body. */
function hasBody(request: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Throws if the body is not of a type that the operation accepts, or if it does not accept one. */
export function requireFittingBody(operation: HttpOperation, request: FastifyRequest): void {
  const { body, bodyOptional, upload } = operation.request;
  const isMissing = !hasBody(request);
  if (body === undefined && upload === undefined) {
    if (isMissing || operation.method === 'GET') return;
    throw new AppError('invalid_header', { detail: 'This operation does not accept a body.' });
  }
  if (isMissing && bodyOptional === true) return;
  if ((request.headers['content-type'] ?? '').length > contentTypeLengthMax)
    throw new AppError('unsupported_media_type', { detail: 'The Content-Type is too long.' });
  if (upload === undefined) requireJsonBody(request);
  else requireUpload(upload, request);
}

/** The boundary of a form has at most 70 characters. */
const contentTypeLengthMax = 256;
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?[ \t]*$/i;

function requireUpload(
  upload: NonNullable<HttpOperation['request']['upload']>,
  request: FastifyRequest,
): void {
  refuseEncoded(request);
  const contentType = request.headers['content-type'] ?? '';
  const isForm = 'multipart/form-data' in upload && isMultipart(contentType);
  const isAnything = '*/*' in upload && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+[ \t]*(?:;|$)/.test(contentType);
  if (isForm || isAnything) return;
  if ('*/*' in upload) {
    throw new AppError('unsupported_media_type', {
      detail: 'Send the file with its media type, or as a form.',
    });
  }
  if (!jsonType.test(contentType)) {
    throw new AppError('unsupported_media_type', {
      detail: 'Send the body as multipart/form-data, or as application/json in UTF-8.',
    });
  }
}

function refuseEncoded(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', { detail: 'Send the body without a content encoding.' });
  }
}

/** Only uncompressed JSON in UTF-8 is accepted. */
function requireJsonBody(request: FastifyRequest): void {
  refuseEncoded(request);
  if (!jsonType.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', { detail: 'Send the body as application/json in UTF-8.' });
  }
}
