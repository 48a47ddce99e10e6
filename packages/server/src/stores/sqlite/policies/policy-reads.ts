import type { DatabaseSync } from 'node:sqlite';
import { prepareReads } from '../prepare-reads.ts';
import { type PolicyColumns, policyColumns } from './policy-columns.ts';

/** The reader's operations on guardrail policies. */
export function createPolicyReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const from = `SELECT ${policyColumns.join(', ')} FROM guardrail_policies WHERE tenant_id = ?`;
  const current = prepare<PolicyColumns>(`${from} ORDER BY revision DESC LIMIT 1`);
  const get = prepare<PolicyColumns>(`${from} AND revision = ?`);
  const find = prepare<PolicyColumns>(`${from} AND version = ? ORDER BY revision DESC LIMIT 1`);
  const list = prepare<PolicyColumns>(`${from} AND revision < ? ORDER BY revision DESC LIMIT ?`);
  const findBuiltIn = prepare<{ readonly policy: string }>(
    'SELECT policy FROM built_in_policies WHERE version = ?',
  );
  return {
    findBuiltIn: (version: string) => findBuiltIn.first(version)?.policy ?? null,
    currentPolicy: (tenantId: string) => current.first(tenantId),
    getPolicy: ([tenantId, revision]: readonly [tenantId: string, revision: number]) =>
      get.first(tenantId, revision),
    findPolicy: ([tenantId, version]: readonly [tenantId: string, version: string]) =>
      find.first(tenantId, version),
    listPolicies: ([tenantId, before, limit]: readonly [tenantId: string, before: number, limit: number]) =>
      list.all(tenantId, before, limit),
  };
}
