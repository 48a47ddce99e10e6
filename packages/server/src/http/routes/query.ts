import { idempotencyKeyPattern, queryRequestSchema } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Queries } from '../../query/create-queries.ts';
import { readPreferences } from '../prefer.ts';
import { principalOf } from '../request-facts.ts';
import { sendPrivateJson } from '../send-json.ts';
import { validate } from '../validate.ts';

/** `POST /v1/query` */
export function executeQuery(queries: Queries) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const idempotencyKey = readIdempotencyKey(request);
    const asking = validate(queryRequestSchema, request.body);
    const { tenantId } = principalOf(request);
    const waiting = readPreferences(request.headers.prefer as string | undefined);
    const asked = await queries.ask({ tenantId, request: asking, idempotencyKey }, waiting);
    if (asked.kind === 'replayed') {
      request.requestId = asked.messageId.replace(/^msg_/, 'req_');
      return sendPrivateJson(reply.header('idempotent-replayed', 'true'), asked.body);
    }
    request.requestId = asked.response.request_id;
    if (asked.kind === 'accepted') {
      reply.code(202).header('location', `/v1/messages/${asked.response.message_id}`);
      reply.header('preference-applied', 'respond-async');
    }
    return sendPrivateJson(reply, asked.body);
  };
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && idempotencyKeyPattern.test(key)) return key;
  throw new AppError('invalid_header', {
    detail: 'Idempotency-Key takes 1 to 255 visible ASCII characters.',
  });
}
