import type { LogAppends } from '../log/log-appends.ts';
import { intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type NewPolicy, type PolicyColumns, policyColumns } from './policy-columns.ts';

export interface PutPolicyCall {
  readonly tenantId: string;
  readonly policy: NewPolicy;
  readonly expectedRevision: number | null;
}

/** The writer's operations on guardrail policies. A change is on the log in the same commit. */
export function createPolicyWrites({ read, write, change }: Statements, log: LogAppends) {
  const last = read<{ readonly revision: number }>(
    'SELECT coalesce(max(revision), 0) AS revision FROM guardrail_policies WHERE tenant_id = ?',
  );
  const insert = write<PolicyColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('guardrail_policies', ['tenant_id', ...policyColumns])}`,
  );
  const keep = change('INSERT INTO built_in_policies (version, policy) VALUES (?, ?) ON CONFLICT DO NOTHING');
  return {
    keepBuiltIn: ([version, policy]: readonly [version: string, policy: string]) => keep.put(version, policy),
    /** Its revision; null if another policy is in force than expected. */
    *putPolicy({ tenantId, policy, expectedRevision }: PutPolicyCall): Operation<number | null> {
      const inForce = (yield* last.first(tenantId))?.revision ?? 0;
      if (expectedRevision !== null && expectedRevision !== inForce) return null;
      const revision = inForce + 1;
      yield* insert.put({ ...policy, tenant_id: tenantId, revision });
      const { version, created_at_ms: atMs, created_by: actor } = policy;
      yield* log.appendEvent(tenantId, {
        ...{
          kind: 'policy',
          subject: `revision-${revision}`,
          state: policy.policy === null ? 'reset' : 'set',
        },
        ...{ atMs, actor: actor ?? 'operator', details: [['version', version]] },
      });
      return revision;
    },
  };
}
