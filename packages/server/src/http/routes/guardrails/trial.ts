import { type Trial, type TrialRequest, trialRequestSchema } from '@avow/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope } from '../../../access/authenticate.ts';
import { messageIdFrom } from '../../../ids/message-id-from.ts';
import type { TrialSubject } from '../../../interfaces/guardrail-policies.ts';
import { principalOf } from '../../request-facts.ts';
import { sendPrivateJson } from '../../send-json.ts';
import { validate } from '../../validate.ts';
import type { GuardrailRoutesParts } from './guardrail-route.ts';

/** `POST /v1/guardrails/test` */
export function testGuardrails({ guardrailPolicies, auditLog, clock }: GuardrailRoutesParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const principal = principalOf(request);
    // The policy is read where it is tried, a guardrail at a time: it may be large.
    const { policy, rest } = takePolicy(request.body);
    const wanted = validate(trialRequestSchema, rest);
    // What was asked and answered is for those who may read records; a policy of one's own would ask it out of them.
    if (wanted.messages !== undefined) requireScope(principal, 'audit:read');
    const trial = await guardrailPolicies.tryOut(principal.tenantId, policy, subjectOf(wanted));
    // A policy of one's own can ask a record out letter by letter: it is read like any other.
    const read = recordsRead(trial).map((subject) => ({
      ...({ kind: 'access', subject, state: 'read', atMs: clock.nowMs(), actor: principal.keyId } as const),
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

/** The messages of which something was tried, by the first of their names. */
function recordsRead({ data }: Trial): string[] {
  return data.flatMap((one) =>
    one.kind === 'message' && one.state === 'tried' ? (messageIdFrom(one.message_id) ?? []) : [],
  );
}

/** The schema has seen to it that there is one of them, and one only. */
function subjectOf({ texts = [], messages }: TrialRequest): TrialSubject {
  if (messages === undefined) return { kind: 'texts', texts };
  const { ids, last = 0 } = messages;
  const which =
    ids === undefined ? ({ kind: 'last', count: last } as const) : ({ kind: 'ids', ids } as const);
  return { kind: 'messages', which };
}
