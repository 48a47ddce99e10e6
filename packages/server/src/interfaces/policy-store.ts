import type { GuardrailPolicy } from '@avow/contract';
import type { KeyId, TenantId } from './identity.ts';

/** A policy as it was put in force. */
export interface StoredPolicy {
  /** 1 for the first of a tenant, and one more for each after it. */
  readonly revision: number;
  /** What records name it by. */
  readonly version: string;
  /** Null: from here on the one that comes with the service. */
  readonly policy: GuardrailPolicy | null;
  readonly createdAtMs: number;
  /** The key that put it in force; null: the command line. */
  readonly createdBy: KeyId | null;
}

/**
 * The policies of tenants: each is kept, and the last is in force. Every method names the tenant first, but for those on what
 * came with the service, which is everybody's.
 */
export interface PolicyStore {
  /** So that records under it can be accounted for when another comes with the service. What is there already stays. */
  keepBuiltIn(version: string, policy: GuardrailPolicy): Promise<void>;
  findBuiltIn(version: string): Promise<GuardrailPolicy | null>;
  /** The one in force; null: none was ever put. */
  currentPolicy(tenantId: TenantId): Promise<StoredPolicy | null>;
  getPolicy(tenantId: TenantId, revision: number): Promise<StoredPolicy | null>;
  findPolicy(tenantId: TenantId, version: string): Promise<StoredPolicy | null>;
  /** Newest first, below that revision. */
  listPolicies(
    tenantId: TenantId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<StoredPolicy[]>;
  /**
   * Puts a policy in force. `conflict`: the one in force is not of the revision that was expected (0: none was put). Null
   * expects nothing.
   */
  putPolicy(
    tenantId: TenantId,
    policy: Omit<StoredPolicy, 'revision'>,
    expectedRevision: number | null,
  ): Promise<{ readonly kind: 'put'; readonly revision: number } | { readonly kind: 'conflict' }>;
}
