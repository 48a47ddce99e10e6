import { blob, owner, rowNumber, text } from '../sql/column-types.ts';
import { defineTable, type TableDefinition } from '../sql/define-table.ts';

const tenantKeys = defineTable(
  'tenant_keys',
  {
    tenant_id: text('REFERENCES tenants'),
    wrapped: blob('CHECK (length(wrapped) = 40)'),
  },
  {
    key: ['tenant_id'],
    installation: 'SELECT',
  },
);

const recordSecrets = defineTable(
  'record_secrets',
  {
    tenant_id: owner(),
    secret_no: rowNumber(),
    secret: blob('CHECK (length(secret) = 32)'),
  },
  {
    key: ['tenant_id', 'secret_no'],
    installation: 'SELECT',
  },
);

const recordContents = defineTable(
  'record_contents',
  {
    tenant_id: owner(),
    content_no: rowNumber(),
    content: blob(),
  },
  {
    key: ['tenant_id', 'content_no'],
    installation: 'SELECT',
  },
);

const lastingSecrets = defineTable(
  'lasting_secrets',
  {
    tenant_id: owner(),
    secret_no: rowNumber(),
    secret: blob('CHECK (length(secret) = 40)'),
  },
  {
    key: ['tenant_id', 'secret_no'],
  },
);

/** Each after those that it refers to. */
export const keyTables: readonly TableDefinition[] = [
  tenantKeys,
  recordSecrets,
  recordContents,
  lastingSecrets,
];
