import type { TenantId } from '@avow/foundation';

/** A request with an idempotency key, before it is carried out. */
export interface RequestClaim {
  /** A keyed hash of the route and the idempotency key. */
  readonly name: string;
  /** Equal for requests that ask for the same. */
  readonly requestHash: string;
  /** Names this attempt. */
  readonly claim: string;
  readonly nowMs: number;
  /** Until then nobody else carries the request out. */
  readonly leaseUntilMs: number;
  readonly expiresAtMs: number;
  /** How many a tenant may have. */
  readonly requestsMax: number;
}

type RequestOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'replay'; readonly response: Uint8Array };

/** Responses to requests that created something, so that repeating them creates nothing twice. */
export interface RequestStore {
  /** Claims the request for this attempt, or says why not. A claim whose lease has expired is taken over. */
  claimRequest(tenantId: TenantId, claim: RequestClaim): Promise<RequestOutcome>;
  /**
   * Keeps the response for later. `quotes`: the message that it may contain words of, or `*` for any; it is deleted when that
   * message is erased. Does nothing unless the attempt still has its claim.
   */
  completeRequest(
    tenantId: TenantId,
    completed: Pick<RequestClaim, 'name' | 'claim'> & {
      readonly response: Uint8Array;
      readonly quotes: string | null;
    },
  ): Promise<void>;
  /** Forgets a request that created nothing. */
  releaseRequest(tenantId: TenantId, claim: Pick<RequestClaim, 'name' | 'claim'>): Promise<void>;
}
