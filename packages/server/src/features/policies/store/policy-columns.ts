import type { StoredPolicy } from '@avow/guardrails';
import { columnsOf } from '@avow/storage';
import type { SealedTable } from '@avow/storage/sealing';

/** A row of `guardrail_policies` without its tenant. */
export interface PolicyColumns {
  readonly revision: number;
  readonly version: string;
  readonly policy: string | null;
  readonly created_at_ms: number;
  readonly created_by: StoredPolicy['createdBy'];
}

const policyColumns = columnsOf<PolicyColumns>()([
  'revision',
  'version',
  'policy',
  'created_at_ms',
  'created_by',
]);

/** With it. */
export interface SealedPolicy extends PolicyColumns {
  readonly tenant_id: string;
}

export const sealedPolicies: SealedTable<SealedPolicy> = {
  ...{ table: 'guardrail_policies', key: ['tenant_id', 'revision'], unlogged: [] },
  columns: columnsOf<SealedPolicy>()(['tenant_id', ...policyColumns]),
};

/** A policy as it is read: one that is not as the service wrote it must not be used, nor the one before it. */
export interface CheckedPolicy {
  readonly row: PolicyColumns;
  readonly isGenuine: boolean;
}

/** The writer assigns the revision. */
export type NewPolicy = Omit<PolicyColumns, 'revision'>;

export function encodePolicy(stored: Omit<StoredPolicy, 'revision'>): NewPolicy {
  const { version, policy, createdAtMs, createdBy } = stored;
  return {
    version,
    policy: policy === null ? null : JSON.stringify(policy),
    created_at_ms: createdAtMs,
    created_by: createdBy,
  };
}

export function decodePolicy(row: PolicyColumns): StoredPolicy {
  return {
    revision: row.revision,
    version: row.version,
    // Only what the contract's schema has accepted is ever in that column.
    policy: row.policy === null ? null : JSON.parse(row.policy),
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
  };
}
