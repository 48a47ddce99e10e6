import type { GuardrailPolicy } from '@avow/contract';
import type { GuardrailPolicies, KnownPolicy } from '../interfaces/guardrail-policies.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { PolicyStore, StoredPolicy } from '../interfaces/policy-store.ts';
import { completePolicy } from './complete-policy.ts';
import { builtInVersion } from './policy-version.ts';

export interface PoliciesKnown extends Pick<GuardrailPolicies, 'inForce' | 'get' | 'list'> {
  /** A policy as it is stored; where it is the built-in one, as that is now. */
  know(stored: StoredPolicy): KnownPolicy;
}

/** What there is to be known of the policies of tenants: those that were put, and the one that comes with the service. */
export function knowPolicies(policies: PolicyStore, builtIn: GuardrailPolicy): PoliciesKnown {
  const service = { version: builtInVersion(builtIn), isBuiltIn: true, policy: builtIn };
  const neverPut: KnownPolicy = { revision: 0, createdAtMs: null, createdBy: null, ...service };

  function know({ revision, version, policy, createdAtMs, createdBy }: StoredPolicy): KnownPolicy {
    const made = { revision, createdAtMs, createdBy };
    return policy === null
      ? { ...made, ...service }
      : { ...made, version, isBuiltIn: false, policy: completePolicy(policy) };
  }

  return {
    know,
    inForce: async (tenantId: TenantId) => {
      const stored = await policies.currentPolicy(tenantId);
      return stored === null ? neverPut : know(stored);
    },
    get: async (tenantId, revision) => {
      if (revision === 0) return neverPut;
      const stored = await policies.getPolicy(tenantId, revision);
      return stored === null ? null : know(stored);
    },
    list: async (tenantId, page) => (await policies.listPolicies(tenantId, page)).map(know),
  };
}
