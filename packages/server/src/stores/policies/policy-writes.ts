import type { KeyRing } from '../keys/key-ring.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { prepareSealedRows } from '../rights/sealed-rows.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type NewPolicy, sealedPolicies } from './policy-columns.ts';

export interface PutPolicyCall {
  readonly tenantId: string;
  readonly policy: NewPolicy;
  readonly expectedRevision: number | null;
}

/** The writer's operations on guardrail policies. */
export function createPolicyWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const policies = prepareSealedRows(all, keys, sealedPolicies);
  const last = all.read<{ readonly revision: number }>(
    'SELECT coalesce(max(revision), 0) AS revision FROM guardrail_policies WHERE tenant_id = ?',
  );
  const keep = all.change(
    'INSERT INTO built_in_policies (version, policy) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    keepBuiltIn: ([version, policy]: readonly [version: string, policy: string]) => keep.put(version, policy),
    /** Its revision; null if another policy is in force than expected. */
    *putPolicy({ tenantId, policy: given, expectedRevision }: PutPolicyCall): Operation<number | null> {
      const inForce = (yield* last.first(tenantId))?.revision ?? 0;
      if (expectedRevision !== null && expectedRevision !== inForce) return null;
      const revision = inForce + 1;
      const policy = { ...given, tenant_id: tenantId, revision };
      yield* policies.insert(policy);
      const { version, created_at_ms: atMs, created_by: by } = policy;
      yield* log.appendRights(tenantId, {
        ...{
          kind: 'policy',
          subject: `revision-${revision}`,
          state: given.policy === null ? 'reset' : 'set',
          atMs,
        },
        ...{ actor: by ?? 'operator', details: [['version', version]], revision },
        commitments: [yield* policies.rightsOf(policy)],
      });
      return revision;
    },
  };
}
