import type { Attribution } from '../../access/attribution.ts';
import { sealedKeys, sealedTenants } from '../access/access-columns.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { sealedPasskeys, sealedUsers } from '../people/people-columns.ts';
import { type SealedPolicy, sealedPolicies } from '../policies/policy-columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { RowValues, Statements } from '../sql/statements.ts';
import type { SealedTable } from './seal-row.ts';
import { prepareSealedRows } from './sealed-rows.ts';

export interface SealUnsealedCall extends Attribution {
  readonly tenantId: string;
}

/** Seals rows of a release that had no seals. Only the operator asks for it: what is found is taken as it is. */
export function createUnsealedWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const prepare = <Row extends RowValues<Row> & { readonly tenant_id: string }>(sealed: SealedTable<Row>) => {
    const { table, columns } = sealed;
    const unsealed = all.read<Row>(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE tenant_id = ? AND seal IS NULL`,
    );
    const rows = prepareSealedRows(all, keys, sealed);
    return {
      rows,
      *seal(tenantId: string): Operation<Row[]> {
        const found = yield* unsealed.all(tenantId);
        for (const row of found) yield* rows.update(row);
        return found;
      },
    };
  };
  const others = [
    ...[prepare(sealedTenants).seal, prepare(sealedKeys).seal],
    ...[prepare(sealedUsers).seal, prepare(sealedPasskeys).seal],
  ];
  const policies = prepare(sealedPolicies);

  function* notePolicy(call: SealUnsealedCall, policy: SealedPolicy): Operation<void> {
    const { tenantId, atMs, actor } = call;
    yield* log.appendRights(tenantId, {
      ...{
        kind: 'policy',
        subject: `revision-${policy.revision}`,
        state: 'sealed',
        atMs,
        actor,
        details: [],
      },
      ...{ revision: policy.revision, commitments: [yield* policies.rows.rightsOf(policy)] },
    });
  }

  return {
    /** How many there were. */
    *sealUnsealed(call: SealUnsealedCall): Operation<number> {
      const { tenantId, atMs, actor } = call;
      let count = 0;
      for (const seal of others) count += (yield* seal(tenantId)).length;
      const sealed = yield* policies.seal(tenantId);
      for (const policy of sealed) yield* notePolicy(call, policy);
      count += sealed.length;
      if (count === 0) return 0;
      yield* log.appendEvent(tenantId, {
        ...{ kind: 'tenant', subject: tenantId, state: 'sealed', atMs, actor },
        details: [['rows', String(count)]],
      });
      return count;
    },
  };
}
