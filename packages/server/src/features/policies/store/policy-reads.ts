import type { TenantId } from '@avow/foundation';
import type { PolicyStore } from '@avow/guardrails/policies';
import { assertPage, type Operation, type Statements } from '@avow/storage';
import type { KeyRing, Sealed } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import { type CheckedPolicy, type SealedPolicy, sealedPolicies } from './policy-columns.ts';

/** The reader's operations on guardrail policies. */
export function createPolicyReads({ read }: Statements, keys: KeyRing) {
  const from = `SELECT ${sealedPolicies.columns.join(', ')}, seal FROM guardrail_policies WHERE tenant_id = ?`;
  const current = read<Sealed<SealedPolicy>>(`${from} ORDER BY revision DESC LIMIT 1`);
  const get = read<Sealed<SealedPolicy>>(`${from} AND revision = ?`);
  const find = read<Sealed<SealedPolicy>>(`${from} AND version = ? ORDER BY revision DESC LIMIT 1`);
  const list = read<Sealed<SealedPolicy>>(`${from} AND revision < ? ORDER BY revision DESC LIMIT ?`);
  const findBuiltIn = read<{ readonly policy: string }>(
    'SELECT policy FROM built_in_policies WHERE version = ?',
  );
  const { isGenuine } = prepareSealedReads(keys, sealedPolicies);

  function* check(reading: Operation<Sealed<SealedPolicy> | null>): Operation<CheckedPolicy | null> {
    const row = yield* reading;
    return row === null ? null : { row, isGenuine: yield* isGenuine(row) };
  }

  return {
    findBuiltIn: (version: string) => findBuiltIn.first(version),
    currentPolicy: (tenantId: TenantId) => check(current.first(tenantId)),
    getPolicy: (tenantId: TenantId, revision: number) => check(get.first(tenantId, revision)),
    findPolicy: (tenantId: TenantId, version: string) => check(find.first(tenantId, version)),
    *listPolicies(
      tenantId: TenantId,
      { before, limit }: Parameters<PolicyStore['listPolicies']>[1],
    ): Operation<CheckedPolicy[]> {
      assertPage(limit);
      const found: CheckedPolicy[] = [];
      for (const row of yield* list.all(tenantId, before ?? Number.MAX_SAFE_INTEGER, limit))
        found.push({ row, isGenuine: yield* isGenuine(row) });
      return found;
    },
  };
}
