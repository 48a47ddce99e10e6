import type { HttpOperation } from '@avow/contract';
import { AppError, messageIdFrom } from '@avow/foundation';
import canonicalize from 'canonicalize';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeldRequest, IdempotentRequests, KeptResponse } from '../features/idempotency/idempotency.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { isMultipart } from './multipart.ts';
import { principalOf, readerGroupsOf, requestIdOf, requestPath } from './request-facts.ts';
import { sendPrivateJson } from './send-json.ts';

export interface Idempotency {
  /** Claims the key of a request that creates something. Gives the reply if its response is kept, and is sent again. */
  claim(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Whether the response to this request is to be kept. */
  holds(request: FastifyRequest): boolean;
  /** Keeps the response under the key of its request, before it is sent. */
  keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void>;
}

/** Responses of operations that create something are kept under the idempotency key before they are sent. */
export function createIdempotency(parts: {
  readonly idempotentRequests: IdempotentRequests;
  readonly onIdempotencyFailure: (error: unknown) => void;
}): Idempotency {
  const held = new WeakMap<FastifyRequest, HeldRequest>();
  return {
    claim: async (request, reply) => {
      const { operation } = request.routeOptions.config;
      if (operation?.creates === undefined) return;
      const key = readIdempotencyKey(request);
      if (key === null) return;
      const { tenantId, callerId } = principalOf(request);
      const claimed = await parts.idempotentRequests.claim({
        ...{ tenantId, callerId, route: `${operation.method} ${requestPath(request)}`, key },
        ...{ body: [...bodyOf(request), ...readerOf(request)], requestId: requestIdOf(request) },
      });
      if ('status' in claimed) return replay(reply, claimed);
      held.set(request, claimed);
      return;
    },
    holds: (request) => held.has(request),
    keep: async (request, reply, payload) => {
      const claim = held.get(request);
      if (claim === undefined) return;
      held.delete(request);
      try {
        if (reply.statusCode < 200 || reply.statusCode > 299) await claim.release();
        else await claim.complete(keptOf(request, reply, payload), quotesOf(request));
      } catch (error) {
        // What was created is created: the client must hear of it.
        parts.onIdempotencyFailure(error);
      }
    },
  };
}

function replay(reply: FastifyReply, { status, headers, body }: KeptResponse): FastifyReply {
  if (body === null) {
    const where = headers['location'] === undefined ? '' : ` at ${headers['location']}`;
    throw new AppError('invalid_state', {
      detail: `This request has been carried out${where}. Its response contained a secret, or was too large, and is not stored. If it got lost, delete or rotate what was created.`,
    });
  }
  return sendPrivateJson(reply.code(status).headers({ ...headers, 'idempotent-replayed': 'true' }), body);
}

function operationOf(request: FastifyRequest): HttpOperation | undefined {
  return request.routeOptions.config.operation;
}

/** Headers that belong to what was created. */
const keptHeaders = ['location', 'etag', 'retry-after'];

function keptOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): KeptResponse {
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const isText = typeof payload === 'string' || payload instanceof Buffer;
  const text = isText ? String(payload) : null;
  const hasSecret = operationOf(request)?.creates === 'secret' && !hasNoSecret(request, text);
  return {
    ...{ status: reply.statusCode, headers: Object.fromEntries(headers) },
    body: hasSecret ? null : text,
  };
}

/** A tenant without a first owner comes with no link: all there is can be said again. */
function hasNoSecret(request: FastifyRequest, body: string | null): boolean {
  return (
    operationOf(request)?.operationId === 'createTenant' && body !== null && JSON.parse(body).owner === null
  );
}

/** The message whose erasure deletes the response; `*`: that of any. */
function quotesOf(request: FastifyRequest): string | null {
  if (operationOf(request)?.creates !== 'quoting') return null;
  const { message_id: id = '' } = request.params as { readonly message_id?: string };
  return messageIdFrom(id) ?? '*';
}

/** What quotes a record is repeated only for who may still name the same groups. */
function readerOf(request: FastifyRequest): string[] {
  if (operationOf(request)?.creates !== 'quoting') return [];
  return [JSON.stringify(readerGroupsOf(request)?.toSorted() ?? null)];
}

/** A form has another boundary each time it is sent. */
function bodyOf(request: FastifyRequest): readonly (string | Uint8Array)[] {
  const { body, url } = request;
  const contentType = request.headers['content-type'] ?? '';
  if (!(body instanceof Buffer)) return [url, canonicalize(body ?? null) ?? ''];
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (!isMultipart(contentType) || boundary === undefined) return [url, body];
  return [url, body.toString('latin1').replaceAll(boundary, '')];
}
