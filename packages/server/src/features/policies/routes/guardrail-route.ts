import { formatTime, type PolicyState, type PolicyVersionEntry } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { type GuardrailPolicies, type PolicyRevision, proposedToWire } from '@avow/guardrails';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import type { AuditLog } from '../../log/audit-log.ts';

export interface GuardrailRoutesParts {
  readonly guardrailPolicies: GuardrailPolicies;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

export function policyVersionToWire(known: PolicyRevision): PolicyVersionEntry {
  return {
    revision: known.revision,
    version: known.version,
    built_in: known.isBuiltIn,
    created_at: known.createdAtMs === null ? null : formatTime(known.createdAtMs),
    created_by: known.createdBy,
  };
}

export function sendPolicy(
  request: FastifyRequest,
  reply: FastifyReply,
  known: PolicyRevision,
): Promise<FastifyReply> {
  const { guardrails, ...rest } = known.policy;
  const state: PolicyState = {
    ...policyVersionToWire(known),
    policy: { ...rest, guardrails: [...guardrails] },
    moved_thresholds: {},
    proposed_thresholds: known.proposed.map(proposedToWire),
  };
  return sendRevised(request, reply, { revision: known.revision, entry: state });
}
