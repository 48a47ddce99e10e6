import type { DatabaseSync } from 'node:sqlite';

export interface PutPolicyCall {
  readonly tenantId: string;
  readonly version: string;
  readonly policy: string | null;
  readonly createdAtMs: number;
  readonly createdBy: string | null;
  readonly expectedRevision: number | null;
}

/** The writer's operations on guardrail policies. */
export function createPolicyWrites(database: DatabaseSync) {
  const last = database.prepare(
    'SELECT coalesce(max(revision), 0) AS revision FROM guardrail_policies WHERE tenant_id = ?',
  );
  const insert = database.prepare(
    'INSERT INTO guardrail_policies (tenant_id, revision, version, policy, created_at_ms, created_by) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const keep = database.prepare(
    'INSERT INTO built_in_policies (version, policy) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    keepBuiltIn([version, policy]: readonly [version: string, policy: string]): null {
      keep.run(version, policy);
      return null;
    },
    /** The revision that it got; null where another is in force than was expected. */
    putPolicy({
      tenantId,
      version,
      policy,
      createdAtMs,
      createdBy,
      expectedRevision,
    }: PutPolicyCall): number | null {
      const inForce = Number(last.get(tenantId)?.['revision']);
      if (expectedRevision !== null && expectedRevision !== inForce) return null;
      const revision = inForce + 1;
      insert.run(tenantId, revision, version, policy, createdAtMs, createdBy);
      return revision;
    },
  };
}
