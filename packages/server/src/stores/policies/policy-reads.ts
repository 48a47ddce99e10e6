import type { Statements } from '../sql/statements.ts';
import { type PolicyColumns, policyColumns } from './policy-columns.ts';

/** The reader's operations on guardrail policies. */
export function createPolicyReads({ read }: Statements) {
  const from = `SELECT ${policyColumns.join(', ')} FROM guardrail_policies WHERE tenant_id = ?`;
  const current = read<PolicyColumns>(`${from} ORDER BY revision DESC LIMIT 1`);
  const get = read<PolicyColumns>(`${from} AND revision = ?`);
  const find = read<PolicyColumns>(`${from} AND version = ? ORDER BY revision DESC LIMIT 1`);
  const list = read<PolicyColumns>(`${from} AND revision < ? ORDER BY revision DESC LIMIT ?`);
  const findBuiltIn = read<{ readonly policy: string }>(
    'SELECT policy FROM built_in_policies WHERE version = ?',
  );
  return {
    findBuiltIn: (version: string) => findBuiltIn.first(version),
    currentPolicy: (tenantId: string) => current.first(tenantId),
    getPolicy: ([tenantId, revision]: readonly [tenantId: string, revision: number]) =>
      get.first(tenantId, revision),
    findPolicy: ([tenantId, version]: readonly [tenantId: string, version: string]) =>
      find.first(tenantId, version),
    listPolicies: ([tenantId, before, limit]: readonly [tenantId: string, before: number, limit: number]) =>
      list.all(tenantId, before, limit),
  };
}
