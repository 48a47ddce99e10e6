import type { DatabaseSync } from 'node:sqlite';
import { intoTable } from '../columns.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type NewPolicy, type PolicyColumns, policyColumns } from './policy-columns.ts';

export interface PutPolicyCall {
  readonly tenantId: string;
  readonly policy: NewPolicy;
  readonly expectedRevision: number | null;
}

/** The writer's operations on guardrail policies. */
export function createPolicyWrites(database: DatabaseSync) {
  const last = prepareReads(database)<{ readonly revision: number }>(
    'SELECT coalesce(max(revision), 0) AS revision FROM guardrail_policies WHERE tenant_id = ?',
  );
  const insert = prepareWrite<PolicyColumns & { readonly tenant_id: string }>(
    database,
    `INSERT ${intoTable('guardrail_policies', ['tenant_id', ...policyColumns])}`,
  );
  const keep = database.prepare(
    'INSERT INTO built_in_policies (version, policy) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    keepBuiltIn([version, policy]: readonly [version: string, policy: string]): null {
      keep.run(version, policy);
      return null;
    },
    /** Its revision; null if another policy is in force than expected. */
    putPolicy({ tenantId, policy, expectedRevision }: PutPolicyCall): number | null {
      const inForce = last.first(tenantId)?.revision ?? 0;
      if (expectedRevision !== null && expectedRevision !== inForce) return null;
      const revision = inForce + 1;
      insert.run({ ...policy, tenant_id: tenantId, revision });
      return revision;
    },
  };
}
