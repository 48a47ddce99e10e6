import { formatTime, type PolicyState, type PolicyVersionEntry } from '@avow/contract';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../clock/clock.ts';
import type { AuditLog } from '../../../interfaces/audit-log.ts';
import type { GuardrailPolicies, KnownPolicy } from '../../../interfaces/guardrail-policies.ts';
import type { Cursors } from '../../cursor.ts';
import { sendPrivateJson } from '../../send-json.ts';

export interface GuardrailRoutesParts {
  readonly guardrailPolicies: GuardrailPolicies;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

export function policyVersionToWire(known: KnownPolicy): PolicyVersionEntry {
  return {
    revision: known.revision,
    version: known.version,
    built_in: known.isBuiltIn,
    created_at: known.createdAtMs === null ? null : formatTime(known.createdAtMs),
    created_by: known.createdBy,
  };
}

export function sendPolicy(reply: FastifyReply, known: KnownPolicy): FastifyReply {
  const { guardrails, ...rest } = known.policy;
  const state: PolicyState = {
    ...policyVersionToWire(known),
    policy: { ...rest, guardrails: [...guardrails] },
  };
  return sendPrivateJson(reply.header('etag', `"${known.revision}"`), JSON.stringify(state));
}
