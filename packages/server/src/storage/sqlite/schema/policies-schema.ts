/** Version 3: guardrail policies. Rows are only ever added: a record names the policy that it was made under. */
export const policiesSchema = `
CREATE TABLE guardrail_policies (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  version TEXT NOT NULL,
  policy TEXT,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (tenant_id, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX guardrail_policies_by_version ON guardrail_policies (tenant_id, version, revision);
`;

/** Part of version 6: those that came with the service, each as it was first served with. */
export const builtInPoliciesSchema = `
CREATE TABLE built_in_policies (
  version TEXT PRIMARY KEY,
  policy TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
