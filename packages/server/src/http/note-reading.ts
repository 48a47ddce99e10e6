import type { OperationId } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { messageIdFrom } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditLog } from '../features/log/log.ts';
import { signedInPerson } from '../features/people/sessions.ts';

/**
 * Operations that show what was asked or answered, and that note themselves who sees it, since they know more of what they
 * show. All others are noted here.
 */
const notedElsewhere: ReadonlySet<string> = new Set<OperationId>([
  'getAudit',
  'listAudits',
  'getAuditProof',
  'startAuditExport',
  'startEvidence',
  'replayMessage',
  'downloadAuditExport',
  'testGuardrails',
]);

/** A message in a response; a group of questions is named by one of them. */
const shownPattern = /"(?:message_id|group_id)":"(msg_[0-9a-z]{26})"/g;
/** More than a page has. */
const namedMax = 200;

/** Whether a response to this request may have to be noted. */
export function isReading({ principal, routeOptions: { config } }: FastifyRequest): boolean {
  const { operation } = config;
  return principal !== null && operation?.shows !== undefined && !notedElsewhere.has(operation.operationId);
}

/** One entry on the log for each request, with the messages that it shows, before they are shown. */
export async function noteReading(
  { auditLog, clock }: { readonly auditLog: Pick<AuditLog, 'note'>; readonly clock: Clock },
  request: FastifyRequest,
  { reply, payload }: { readonly reply: FastifyReply; readonly payload: unknown },
): Promise<void> {
  const { principal, method, routeOptions } = request;
  const { operation } = routeOptions.config;
  if (principal === null || operation === undefined || !isReading(request)) return;
  if (operation.shows === 'people' && signedInPerson(principal) === null) return;
  if (method === 'HEAD' || reply.statusCode >= 300 || reply.statusCode === 204) return;
  const ids = idsOf(request, payload);
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  // An empty page shows nothing; a list in another form does not name what it shows.
  if (ids.length === 0 && isJson) return;
  const [only = ''] = ids;
  await auditLog.note(principal.tenantId, {
    ...{ kind: 'access', subject: ids.length === 1 ? only : '', state: 'read', atMs: clock.nowMs() },
    actor: principal.callerId,
    details: [
      ['what', operation.operationId],
      ...(ids.length < 2 ? [] : ([['messages', ids.slice(0, namedMax).join(' ')]] as const)),
      ...(ids.length > namedMax ? ([['count', String(ids.length)]] as const) : []),
    ],
  });
}

/** Of the response; of a stream, which is sent as it arises, those of the request. */
function idsOf({ params }: FastifyRequest, payload: unknown): string[] {
  const { message_id: named } = params as { readonly message_id?: string };
  const id = named === undefined ? null : messageIdFrom(named);
  if (id !== null) return [id];
  if (!Buffer.isBuffer(payload) && typeof payload !== 'string') return [];
  const shown = [...payload.toString().matchAll(shownPattern)].map(([, found = '']) => found);
  return [...new Set(shown)];
}
