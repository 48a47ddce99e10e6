import { consistencyQuerySchema, type LogConsistency, logKeyListQuerySchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import { validateParameters } from '../../../http/validate.ts';
import { wireOfLogKeys } from '../wire-of-log-keys.ts';
import type { LogRoutes } from './log-route.ts';

/** Revalidated each time, since the newest checkpoint changes with every entry. */
const revalidated = 'private, no-cache';
/** What a checkpoint covers never changes. */
const immutable = 'private, max-age=31536000, immutable';

/** `GET /v1/log/checkpoint` */
export function getLogCheckpoint({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { note } = await auditLog.checkpoint(principalOf(request).tenantId);
    return sendTagged(request, reply, {
      body: note,
      mediaType: 'text/plain; charset=utf-8',
      cacheControl: revalidated,
    });
  };
}

/** `GET /v1/log/key` */
export function getLogKey({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const key = await auditLog.verifierKey(principalOf(request).tenantId);
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': revalidated });
    return reply.send(Buffer.from(`${key}\n`));
  };
}

const outside = () =>
  new AppError('not_found', {
    detail: 'The latest checkpoint is smaller: read its size at /v1/log/checkpoint.',
  });

/** `GET /v1/log/keys` */
export function listLogKeys({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { size = null } = validateParameters(logKeyListQuerySchema, request.query);
    const keys = await auditLog.keys(principalOf(request).tenantId, size);
    if (keys === 'outside') throw outside();
    return sendTagged(request, reply, {
      ...{ body: JSON.stringify(wireOfLogKeys(keys)), mediaType: 'application/json' },
      cacheControl: revalidated,
    });
  };
}

/** The part of the path after `tile/`, including slashes. */
function tilePathOf(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

/** `GET /v1/log/tile/{path}` */
export function getLogTile({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const tile = await auditLog.readTile(principalOf(request).tenantId, tilePathOf(request));
    if (tile === null)
      throw new AppError('not_found', {
        detail:
          'The newest checkpoint has no such tile. The path after tile/ is LEVEL/INDEX such as 0/000, or entries/INDEX; a partial tile has its width, such as 0/000.p/17.',
      });
    const { bytes: body } = tile;
    return sendTagged(request, reply, {
      body,
      mediaType: 'application/octet-stream',
      cacheControl: immutable,
    });
  };
}

/** `GET /v1/log/consistency` */
export function getLogConsistency({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { from, to = null } = validateParameters(consistencyQuerySchema, request.query);
    const proved = await auditLog.proveConsistency(tenantId, { from, to });
    if (proved === 'outside') throw outside();
    const { older, newer, proof } = proved;
    const body: LogConsistency = { from: older, to: newer, proof: [...proof] };
    return sendTagged(request, reply, {
      ...{ body: JSON.stringify(body), mediaType: 'application/json' },
      cacheControl: to === null ? revalidated : immutable,
    });
  };
}
