import type { QueryRequest } from '@avow/contract/query';
import type { MessageStatus } from '@avow/contract/values';
import type { MessageId, PackId, TenantId, ThreadId } from '@avow/foundation';
import type { InputOutcome } from '@avow/guardrails';
import type { ClaimName } from '../../features/records/record-store.ts';

/** A query as the transport hands it over: the tenant, and a request that the contract's schema has accepted. */
export interface IncomingQuery {
  readonly tenantId: TenantId;
  readonly request: QueryRequest;
  /** The key or the person that asks; threads under a key of the client belong to it where no end user is known. */
  readonly callerId?: string;
  /** The packs that the caller may ask; null or left out: all. */
  readonly mayAskPacks?: readonly PackId[] | null;
  readonly idempotencyKey: string | null;
  /** The route that the key is unique for; `POST /v1/query` if it is left out. */
  readonly route?: string;
}

/** What is known of an admitted query, and nothing of the transport. */
export interface Admission {
  readonly tenantId: TenantId;
  readonly messageId: MessageId;
  readonly threadId: ThreadId;
  readonly createdAtMs: number;
  readonly request: QueryRequest;
  readonly packIds: readonly PackId[] | null;
  readonly claim: ClaimName | null;
}

/** With the guardrails' outcome on the prompt as it came. It can be stored and resumed; the prompt is then the redacted one. */
export interface GuardedAdmission extends Admission {
  readonly input: InputOutcome;
}

/** The idempotency key had been used for this request before. The message may still be in progress. */
export interface ReplayedQuery {
  readonly kind: 'replayed';
  /** Its stored response. */
  readonly body: string;
  readonly messageId: MessageId;
  readonly status: MessageStatus;
}
