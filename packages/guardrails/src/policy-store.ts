import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { CallerId, TenantId } from '@avow/foundation';

/** A policy as it was set. */
export interface StoredPolicy {
  /** 1 for the first policy of a tenant, then counting up. */
  readonly revision: number;
  /** The version that records refer to. */
  readonly version: string;
  /** Null: the tenant returned to the built-in policy. */
  readonly policy: GuardrailPolicy | null;
  readonly createdAtMs: number;
  /** The key that set it; null: the command line. */
  readonly createdBy: CallerId | null;
}

/**
 * The policies of tenants: all are kept, and the last is in force. Every method takes the tenant first, except those for
 * built-in policies, which all tenants share.
 */
export interface PolicyStore {
  /** Stores a built-in policy, so that its records can be explained after an upgrade changes it. An existing one stays. */
  keepBuiltIn(version: string, policy: GuardrailPolicy): Promise<void>;
  findBuiltIn(version: string): Promise<GuardrailPolicy | null>;
  /** Null: no policy was ever set. */
  currentPolicy(tenantId: TenantId): Promise<StoredPolicy | null>;
  getPolicy(tenantId: TenantId, revision: number): Promise<StoredPolicy | null>;
  findPolicy(tenantId: TenantId, version: string): Promise<StoredPolicy | null>;
  /** Newest first, below that revision. */
  listPolicies(
    tenantId: TenantId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<StoredPolicy[]>;
  /**
   * Puts a policy in force. `conflict`: the current revision is not the expected one (0: none was set). Null accepts any.
   */
  putPolicy(
    tenantId: TenantId,
    policy: Omit<StoredPolicy, 'revision'>,
    expectedRevision: number | null,
  ): Promise<{ readonly kind: 'put'; readonly revision: number } | { readonly kind: 'conflict' }>;
}
