import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import { completePolicy } from './complete-policy.ts';
import type { GuardrailPolicies, PolicyRevision } from './guardrail-policies.ts';
import type { PolicyStore, StoredPolicy } from './policy-store.ts';
import { builtInVersion } from './policy-version.ts';
import { type BlocksByThreshold, proposeThresholds } from './propose-thresholds.ts';

export type CountBlocks = (tenantId: TenantId, askedFromMs: number) => Promise<BlocksByThreshold>;

export interface PolicyReader extends Pick<GuardrailPolicies, 'inForce' | 'get' | 'list'> {
  /** If the tenant went back to the built-in policy, the current built-in one. */
  toRevision(stored: StoredPolicy): PolicyRevision;
}

/** Reads the policies of tenants: those that were set, and the built-in one. */
export function createPolicyReader(
  policies: PolicyStore,
  builtIn: GuardrailPolicy,
  /** What people said of prompts that were asked since that time. */
  countBlocks: CountBlocks,
): PolicyReader {
  const service = { version: builtInVersion(builtIn), isBuiltIn: true, policy: builtIn, proposed: [] };
  const initialRevision: PolicyRevision = { revision: 0, createdAtMs: null, createdBy: null, ...service };

  function toRevision({ revision, version, policy, createdAtMs, createdBy }: StoredPolicy): PolicyRevision {
    const made = { revision, createdAtMs, createdBy };
    return policy === null
      ? { ...made, ...service }
      : { ...made, version, isBuiltIn: false, policy: completePolicy(policy), proposed: [] };
  }

  return {
    toRevision,
    inForce: async (tenantId: TenantId) => {
      const stored = await policies.currentPolicy(tenantId);
      const revision = stored === null ? initialRevision : toRevision(stored);
      // What an earlier policy blocked says nothing of this one.
      const blocks = await countBlocks(tenantId, revision.createdAtMs ?? 0);
      return { ...revision, proposed: proposeThresholds(revision.policy, blocks) };
    },
    get: async (tenantId, revision) => {
      if (revision === 0) return initialRevision;
      const stored = await policies.getPolicy(tenantId, revision);
      return stored === null ? null : toRevision(stored);
    },
    list: async (tenantId, page) => (await policies.listPolicies(tenantId, page)).map(toRevision),
  };
}
