import { blob, defineTable, integer, optional, text } from '@avow/storage';

export const logs = defineTable(
  'logs',
  {
    tenant_id: text('REFERENCES tenants'),
    size: integer(),
    frontier: blob(),
  },
  {
    key: ['tenant_id'],
    installation: 'SELECT',
  },
);

export const logEntries = defineTable(
  'log_entries',
  {
    tenant_id: text(),
    leaf_index: integer(),
    leaf_hash: blob('CHECK (length(leaf_hash) = 32)'),
    event_kind: optional(text()),
    subject: optional(text()),
    entry: text(),
  },
  {
    key: ['tenant_id', 'leaf_index'],
    indexes: [
      'log_events (tenant_id, leaf_index) WHERE event_kind IS NOT NULL',
      'log_events_by_kind (tenant_id, event_kind, leaf_index) WHERE event_kind IS NOT NULL',
      'log_events_by_subject (tenant_id, subject, leaf_index) WHERE event_kind IS NOT NULL',
    ],
    installation: 'SELECT',
  },
);

export const logNodes = defineTable(
  'log_nodes',
  {
    tenant_id: text(),
    level: integer(),
    node_index: integer(),
    hash: blob('CHECK (length(hash) = 32)'),
  },
  {
    key: ['tenant_id', 'level', 'node_index'],
    installation: 'SELECT',
  },
);

export const checkpoints = defineTable(
  'checkpoints',
  {
    tenant_id: text(),
    size: integer(),
    root: text(),
    note: text(),
    created_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'size'],
    installation: 'SELECT',
  },
);
