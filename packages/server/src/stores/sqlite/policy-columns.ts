import type { StoredPolicy } from '../../interfaces/policy-store.ts';

export const policyColumnsSql = 'revision, version, policy, created_at_ms, created_by';

export type PolicyColumns = readonly [
  revision: number,
  version: string,
  policy: string | null,
  createdAtMs: number,
  createdBy: string | null,
];

export function decodePolicy([
  revision,
  version,
  policy,
  createdAtMs,
  createdBy,
]: PolicyColumns): StoredPolicy {
  return {
    revision,
    version,
    // Only what the contract's schema has accepted is ever in that column.
    policy: policy === null ? null : JSON.parse(policy),
    createdAtMs,
    createdBy: createdBy as StoredPolicy['createdBy'],
  };
}
