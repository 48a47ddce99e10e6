import {
  acceptThresholdsRequestSchema,
  formatTime,
  type OperationId,
  type PolicyState,
  type PolicyVersionEntry,
  pageQuerySchema,
  policyQuerySchema,
  type Trial,
  type TrialRequest,
  trialRequestSchema,
} from '@avow/contract';
import { AppError, type Clock, messageIdFrom } from '@avow/foundation';
import {
  type GuardrailPolicies,
  type PolicyChange,
  type PolicyRevision,
  proposedToWire,
  type TrialSubject,
} from '@avow/guardrails';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { readIfMatch } from '../../../http/if-match.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import { requireScope } from '../../keys/keys.ts';
import type { AuditLog } from '../../log/log.ts';
import type { ReaderGroups } from '../../records/records.ts';

export interface PolicyRoutes {
  readonly guardrailPolicies: GuardrailPolicies;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

function policyVersionToWire(known: PolicyRevision): PolicyVersionEntry {
  return {
    revision: known.revision,
    version: known.version,
    built_in: known.isBuiltIn,
    created_at: known.createdAtMs === null ? null : formatTime(known.createdAtMs),
    created_by: known.createdBy,
  };
}

function sendPolicy(
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

/** The handlers of the operations on guardrail policies, by their ids. */
export function policyHandlers(routes: PolicyRoutes) {
  return {
    getGuardrails: getGuardrails(routes),
    replaceGuardrails: replaceGuardrails(routes),
    acceptThresholds: acceptThresholds(routes),
    resetGuardrails: resetGuardrails(routes),
    listGuardrailVersions: listGuardrailVersions(routes),
    testGuardrails: testGuardrails(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

function changeOf(request: FastifyRequest): PolicyChange {
  return {
    createdBy: principalOf(request).callerId,
    expected: readIfMatch(request.headers['if-match']),
  };
}

/** `GET /v1/guardrails` */
function getGuardrails({ guardrailPolicies }: PolicyRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { revision } = validateParameters(policyQuerySchema, request.query);
    const known =
      revision === undefined
        ? await guardrailPolicies.inForce(tenantId)
        : await guardrailPolicies.get(tenantId, revision);
    if (known === null)
      throw new AppError('not_found', { detail: `There is no revision ${revision} of the policy.` });
    return sendPolicy(request, reply, known);
  };
}

/** `PUT /v1/guardrails` */
function replaceGuardrails({ guardrailPolicies }: PolicyRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    // The body is validated there, so that all its faults are reported together.
    return sendPolicy(request, reply, await guardrailPolicies.put(tenantId, request.body, changeOf(request)));
  };
}

/** `POST /v1/guardrails/thresholds/accept` */
function acceptThresholds({ guardrailPolicies }: PolicyRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { thresholds } = validate(acceptThresholdsRequestSchema, request.body);
    return sendPolicy(
      request,
      reply,
      await guardrailPolicies.acceptThresholds(tenantId, thresholds, changeOf(request)),
    );
  };
}

/** `DELETE /v1/guardrails` */
function resetGuardrails({ guardrailPolicies }: PolicyRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    return sendPolicy(request, reply, await guardrailPolicies.reset(tenantId, changeOf(request)));
  };
}

/** `GET /v1/guardrails/versions` */
function listGuardrailVersions({ guardrailPolicies, cursors }: PolicyRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantId } = principalOf(request);
    const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
    const list = { tenantId, filter: JSON.stringify(['guardrail-versions']) };
    const before = cursor === undefined ? null : Number(cursors.read(cursor, list));
    const found = await guardrailPolicies.list(tenantId, { before, limit: limit + 1 });
    return await sendPage(reply, cursors, {
      ...{ list, limit, found, toWire: policyVersionToWire },
      placeOf: ({ revision }) => String(revision),
    });
  };
}

/** `POST /v1/guardrails/test` */
function testGuardrails({ guardrailPolicies, auditLog, clock }: PolicyRoutes) {
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
