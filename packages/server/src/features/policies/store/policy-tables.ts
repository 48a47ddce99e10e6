import type { StoredPolicy } from '@avow/guardrails/policies';
import { defineTable, integer, json, optional, text } from '@avow/storage';

export const guardrailPolicies = defineTable(
  'guardrail_policies',
  {
    tenant_id: text('REFERENCES tenants'),
    revision: integer('CHECK (revision >= 1)'),
    version: text(),
    policy: optional(json<NonNullable<StoredPolicy['policy']>>()),
    created_at_ms: integer(),
    created_by: optional(text<NonNullable<StoredPolicy['createdBy']>>()),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'revision'],
    indexes: ['guardrail_policies_by_version (tenant_id, version, revision)'],
    installation: 'SELECT',
  },
);

export const builtInPolicies = defineTable(
  'built_in_policies',
  {
    version: text(),
    policy: text(),
  },
  {
    key: ['version'],
    installation: 'SELECT, INSERT',
  },
);
