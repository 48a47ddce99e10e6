import { type Trial, type TrialRequest, trialRequestSchema } from '@avow/contract';
import { messageIdFrom } from '@avow/foundation';
import type { TrialSubject } from '@avow/guardrails';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import { requireScope } from '../../keys/authenticate.ts';
import type { ReaderGroups } from '../../records/audience.ts';
import type { GuardrailRoutesParts } from './guardrail-route.ts';

/** `POST /v1/guardrails/test` */
export function testGuardrails({ guardrailPolicies, auditLog, clock }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const principal = principalOf(request);
    // The policy may be large: it is validated in the trial, one guardrail at a time.
    const { policy, rest } = takePolicy(request.body);
    const wanted = validate(trialRequestSchema, rest);
    // Only callers who may read records may try a policy on them: its results reveal their content.
    if (wanted.messages !== undefined) requireScope(principal, 'audit:read');
    const trial = await guardrailPolicies.tryOut(
      principal.tenantId,
      policy,
      subjectOf(wanted, principal.groups),
    );
    // A policy can extract a record letter by letter, so the access is on the log like any other.
    const read = recordsRead(trial).map((subject) => ({
      ...({
        kind: 'access',
        subject,
        state: 'read',
        atMs: clock.nowMs(),
        actor: principal.callerId,
      } as const),
      details: [['what', 'guardrail_trial']] as const,
    }));
    if (read.length > 0) await auditLog.note(principal.tenantId, ...read);
    return sendPrivateJson(reply, JSON.stringify(trial));
  };
}

function takePolicy(body: unknown): { readonly policy: unknown; readonly rest: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { policy: undefined, rest: body };
  const { policy, ...rest } = body as { readonly policy?: unknown };
  return { policy, rest };
}

/** The ids of the messages that the policy was tried on. */
function recordsRead({ data }: Trial): string[] {
  return data.flatMap((one) =>
    one.kind === 'message' && one.state === 'tried' ? (messageIdFrom(one.message_id) ?? []) : [],
  );
}

/** The schema ensures that there is exactly one of them. */
function subjectOf({ texts = [], messages }: TrialRequest, readableBy: ReaderGroups): TrialSubject {
  if (messages === undefined) return { kind: 'texts', texts };
  const { ids, last = 0 } = messages;
  const which =
    ids === undefined ? ({ kind: 'last', count: last } as const) : ({ kind: 'ids', ids } as const);
  return { kind: 'messages', which, readableBy };
}
