import type { StoredPolicy } from '@avow/guardrails/policies';
import type { Row } from '@avow/storage';
import type { SealedTable } from '@avow/storage/sealing';
import { guardrailPolicies } from './policy-tables.ts';

const sealedPolicyRows = guardrailPolicies.without('seal');
export type SealedPolicy = Row<typeof sealedPolicyRows>;

/** Without its tenant. */
const policyRows = sealedPolicyRows.without('tenant_id');
export type PolicyColumns = Row<typeof policyRows>;

export const sealedPolicies: SealedTable<SealedPolicy> = {
  ...{ table: 'guardrail_policies', key: ['tenant_id', 'revision'], unlogged: [] },
  columns: sealedPolicyRows.columns,
};

/** A policy as it is read: one that is not as the service wrote it must not be used, nor the one before it. */
export interface CheckedPolicy {
  readonly row: PolicyColumns;
  readonly isGenuine: boolean;
}

/** The writer assigns the revision. */
const newPolicies = policyRows.without('revision');
type NewPolicy = Row<typeof newPolicies>;

export const encodePolicy: (stored: Omit<StoredPolicy, 'revision'>) => NewPolicy = newPolicies.encode;
export const decodePolicy: (row: PolicyColumns) => StoredPolicy = policyRows.decode;
