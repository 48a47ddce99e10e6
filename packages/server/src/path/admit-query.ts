import type { AnsweringSteps } from '@avow/answering';
import type { QueryRequest } from '@avow/contract';
import type { Clock, InputFault, PackId, TenantId } from '@avow/foundation';
import { AppError, newSuffix, suffixOf } from '@avow/foundation';
import canonicalize from 'canonicalize';
import type { ContentStore } from '../features/content/content-store.ts';
import type { RecordStore, StoredMessage } from '../features/records/record-store.ts';
import type { Admission } from './admission/admission.ts';
import { findThread } from './admission/find-thread.ts';
import type { HashPrompt } from './guard-prompt.ts';

export interface AdmitParts {
  readonly records: RecordStore;
  readonly content: ContentStore;
  readonly clock: Clock;
  readonly hashPrompt: HashPrompt;
  readonly idempotencyKeepMs: number;
  readonly steps: Pick<AnsweringSteps, 'tiers'>;
  readonly faultOfSchema: (schema: Readonly<Record<string, unknown>>) => string | null;
}

/** A query as the transport hands it over: the tenant, and a request that the contract's schema has accepted. */
export interface IncomingQuery {
  readonly tenantId: TenantId;
  readonly request: QueryRequest;
  /** The key or the person that asks; threads under a key of the client belong to it where no end user is known. */
  readonly callerId?: string;
  readonly idempotencyKey: string | null;
  /** The route that the key is unique for; `POST /v1/query` if it is left out. */
  readonly route?: string;
  /** How long the claim on the key is valid if the process dies. */
  readonly leaseMs: number;
}

export type Admitted =
  | { readonly kind: 'admitted'; readonly admission: Admission }
  | { readonly kind: 'replay'; readonly message: StoredMessage };

const queryRoute = 'POST /v1/query';

/** Assigns a message id, once it is certain that the query can be answered for this tenant. */
export async function admitQuery(parts: AdmitParts, query: IncomingQuery): Promise<Admitted> {
  refuseUnsupported(parts, query.request);
  const createdAtMs = parts.clock.nowMs();
  const suffix = newSuffix(createdAtMs);
  const messageId = `msg_${suffix}` as const;
  const { tenantId, request, idempotencyKey, route = queryRoute } = query;
  const claim = idempotencyKey === null ? null : { route, key: idempotencyKey, messageId };
  if (claim !== null) {
    const outcome = await parts.records.claimIdempotencyKey(tenantId, {
      ...claim,
      // The same for equal JSON in another spelling. It is stored, so it must not allow anyone to guess the prompt.
      fingerprint: parts.hashPrompt(tenantId, canonicalize(request) ?? ''),
      nowMs: createdAtMs,
      leaseUntilMs: createdAtMs + query.leaseMs,
      keepUntilMs: createdAtMs + parts.idempotencyKeepMs,
    });
    if (outcome.kind === 'replay') return outcome;
    if (outcome.kind !== 'claimed') throw refusedClaim(outcome.kind);
  }
  try {
    const found = await findThread(parts, { ...query, nowMs: createdAtMs });
    const packIds = await findPacks(parts.content, tenantId, request);
    const admission = {
      tenantId,
      messageId,
      threadId: found.threadId ?? (`thr_${suffix}` as const),
      createdAtMs,
      request: found.request,
      packIds,
      claim,
      input: null,
    };
    return { kind: 'admitted', admission };
  } catch (error) {
    // Refused before it was admitted: the key is free for the corrected request.
    if (claim !== null) await parts.records.releaseIdempotencyKey(tenantId, claim).catch(() => undefined);
    throw error;
  }
}

/** Refuses what the contract allows and this installation cannot do, rather than ignoring it. */
function refuseUnsupported({ steps, faultOfSchema }: AdmitParts, request: QueryRequest): void {
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

async function findPacks(
  content: ContentStore,
  tenantId: TenantId,
  request: QueryRequest,
): Promise<PackId[] | null> {
  const wanted = request.content_pack_ids;
  if (wanted === undefined) return null;
  return await Promise.all(
    wanted.map(async (id) => {
      const suffix = suffixOf(id, ['pack']);
      const found = suffix === null ? null : await content.getPack(tenantId, `pack_${suffix}`);
      if (found === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
      return found.packId;
    }),
  );
}
