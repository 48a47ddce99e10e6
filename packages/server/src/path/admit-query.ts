import type { QueryRequest } from '@avow/contract/query';
import type { InputFault, MessageId, TenantId } from '@avow/foundation';
import { AppError, newSuffix } from '@avow/foundation';
import canonicalize from 'canonicalize';
import type { ClaimName, StoredMessage } from '../features/records/record-store.ts';
import { openEnvelope } from '../features/records/records.ts';
import type { EnteredQuery } from '../limits/in-flight.ts';
import type { Admission, IncomingQuery, ReplayedQuery } from './admission/admission.ts';
import type { TimeLimit } from './admission/deadlines.ts';
import { findAskedPacks } from './admission/find-asked-packs.ts';
import { findThread } from './admission/find-thread.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type { AdmittedQuery } from './query.ts';
import { abandonMessage } from './waiting/end-unanswered.ts';

/** How the client waits for the answer. */
interface Wait {
  /** Null: as long as the service allows. */
  readonly waitMs: number | null;
  /** The answer comes after an acknowledgement. */
  readonly isForLater: boolean;
}

export interface Admitted {
  readonly kind: 'admitted';
  readonly query: AdmittedQuery;
  readonly slot: Slot;
}

const queryRoute = 'POST /v1/query';

/** A claim outlives the longest wait, so that only a dead process loses it. */
const leaseMarginMs = 30_000;

/** Gives a query a slot, a deadline and a message id, once it is certain that it can be answered for this tenant. */
export async function admitQuery(
  path: PathDependencies,
  incoming: IncomingQuery,
  { waitMs, isForLater }: Wait,
): Promise<Admitted | ReplayedQuery> {
  const { tenantId, request } = incoming;
  const timeoutMs = waitMs ?? path.limits.deadlineMs;
  const slot = takeSlot(path, tenantId, timeoutMs);
  let claim: ClaimName | null = null;
  let admission: Admission | null = null;
  try {
    refuseUnsupported(path, request);
    const createdAtMs = path.clock.nowMs();
    const suffix = newSuffix(createdAtMs);
    const messageId = `msg_${suffix}` as const;
    const leaseMs = isForLater ? path.limits.idempotencyKeepMs : timeoutMs + leaseMarginMs;
    const claimed = await claimKey(path, incoming, { messageId, createdAtMs, leaseMs });
    if (claimed.kind === 'replay') {
      slot.leave();
      return toReplayed(claimed.message);
    }
    claim = claimed.claim;
    const found = await findThread(path, { ...incoming, nowMs: createdAtMs });
    const threadId = found.threadId ?? (`thr_${suffix}` as const);
    const packIds = await findAskedPacks(path.content, incoming);
    admission = { tenantId, messageId, threadId, createdAtMs, request: found.request, packIds, claim };
    slot.start(admission);
    // Not before a replay, which costs nothing.
    const mayAskModels = await path.budgets.mayAskModels(tenantId);
    return { kind: 'admitted', query: { admission, timeLimit: slot.timeLimit, mayAskModels }, slot };
  } catch (error) {
    // Refused before it was admitted: the key is free for the corrected request.
    if (admission !== null) abandonMessage(path, admission);
    else if (claim !== null) await path.records.releaseIdempotencyKey(tenantId, claim).catch(() => undefined);
    slot.leave();
    throw error;
  }
}

/** A place among the queries in progress, for a limited time. */
interface Slot extends EnteredQuery {
  readonly timeLimit: TimeLimit;
  /** From now on it can be cancelled, by its message. */
  start(admission: Admission): void;
}

function takeSlot(
  { inFlight, deadlines, running }: PathDependencies,
  tenantId: TenantId,
  timeoutMs: number,
): Slot {
  const entered = inFlight.enter(tenantId, timeoutMs);
  const deadline = deadlines.start(timeoutMs);
  let startedId: MessageId | null = null;
  return {
    timeLimit: deadline,
    start: ({ messageId, threadId, request }) => {
      startedId = messageId;
      const owner = { tenantId, threadId, endUserId: request.end_user_id ?? null };
      running.start(messageId, owner, deadline.cancel);
    },
    run: entered.run,
    leave: () => {
      if (startedId !== null) running.end(startedId);
      deadline.end();
      entered.leave();
    },
  };
}

type Claimed =
  | { readonly kind: 'claimed'; readonly claim: ClaimName | null }
  | { readonly kind: 'replay'; readonly message: StoredMessage };

/** Claims the idempotency key for the message, if the client has given one. */
async function claimKey(
  path: PathDependencies,
  { tenantId, request, idempotencyKey: key, route = queryRoute }: IncomingQuery,
  {
    messageId,
    createdAtMs,
    leaseMs,
  }: { readonly messageId: MessageId; readonly createdAtMs: number; readonly leaseMs: number },
): Promise<Claimed> {
  if (key === null) return { kind: 'claimed', claim: null };
  const claim = { route, key, messageId };
  const outcome = await path.records.claimIdempotencyKey(tenantId, {
    ...claim,
    // The same for equal JSON in another spelling. It is stored, so it must not allow anyone to guess the prompt.
    fingerprint: path.hashPrompt(tenantId, canonicalize(request) ?? ''),
    nowMs: createdAtMs,
    leaseUntilMs: createdAtMs + leaseMs,
    keepUntilMs: createdAtMs + path.limits.idempotencyKeepMs,
  });
  if (outcome.kind === 'replay') return outcome;
  if (outcome.kind !== 'claimed') throw refusedClaim(outcome.kind);
  return { kind: 'claimed', claim };
}

function toReplayed({ envelope, messageId, status }: StoredMessage): ReplayedQuery {
  return { kind: 'replayed', body: JSON.stringify(openEnvelope(envelope).response), messageId, status };
}

/** Refuses what the contract allows and this installation cannot do, rather than ignoring it. */
function refuseUnsupported({ steps, faultOfSchema }: PathDependencies, request: QueryRequest): void {
  const { answer_schema: schema, model_tier: tier } = request;
  if (schema === undefined) return;
  const errors: InputFault[] = [];
  const pointer = '/answer_schema';
  if (steps.tiers.length === 0 || tier === 0) {
    const message = 'Only a language model can follow a schema, and none may be asked.';
    errors.push({ pointer, code: 'unsupported', message });
  }
  const fault = faultOfSchema(schema);
  if (fault !== null) errors.push({ pointer, code: 'invalid_value', message: fault });
  if (errors.length > 0)
    throw new AppError('validation_failed', {
      detail: 'The request is not supported.',
      errors,
    });
}

function refusedClaim(kind: 'in_progress' | 'mismatch'): AppError {
  if (kind === 'mismatch') {
    return new AppError('idempotency_key_reused', {
      detail: 'This Idempotency-Key was used with another request body.',
    });
  }
  return new AppError('idempotency_in_progress', {
    detail: 'A request with this Idempotency-Key is still in progress.',
    retryAfterSeconds: 1,
  });
}
