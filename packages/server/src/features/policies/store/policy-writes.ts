import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import type { PolicyStore, StoredPolicy } from '@avow/guardrails/policies';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { encodePolicy, sealedPolicies } from './policy-columns.ts';

/** Of a policy that was put. */
function revisionOf({ commitments, details }: LogEntry): number[] {
  const revision = Number(new Map(details).get('revision'));
  return commitments.length > 0 && Number.isSafeInteger(revision) ? [revision] : [];
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
  const logged = all.read<{ readonly entry: string }>(
    "SELECT entry FROM log_entries WHERE tenant_id = ? AND event_kind = 'policy'",
  );
  const keep = all.change(
    'INSERT INTO built_in_policies (version, policy) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    keepBuiltIn: (version: string, policy: GuardrailPolicy) => keep.put(version, JSON.stringify(policy)),
    *putPolicy(
      tenantId: TenantId,
      given: Omit<StoredPolicy, 'revision'>,
      expectedRevision: number | null,
      reason: string,
    ): Operation<Awaited<ReturnType<PolicyStore['putPolicy']>>> {
      const inForce = (yield* last.first(tenantId))?.revision ?? 0;
      if (expectedRevision !== null && expectedRevision !== inForce) return { kind: 'conflict' };
      // The number of one that is on the log is not given again, also if its row is gone.
      const known = (yield* logged.all(tenantId)).flatMap(({ entry }) => revisionOf(parseEntry(entry)));
      const revision = known.reduce((most, one) => Math.max(most, one), inForce) + 1;
      const policy = { ...encodePolicy(given), tenant_id: tenantId, revision };
      yield* policies.insert(policy);
      const { version, created_at_ms: atMs, created_by: by } = policy;
      yield* log.appendRights(tenantId, {
        ...{
          kind: 'policy',
          subject: `revision-${revision}`,
          state: given.policy === null ? 'reset' : 'set',
          atMs,
        },
        ...{ actor: by ?? 'operator', details: [['version', version]], revision, reason },
        commitments: [yield* policies.rightsOf(policy)],
      });
      return { kind: 'put', revision };
    },
  };
}
