import type { AttestationKind } from '@avow/ledger';
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

/** What others have said of checkpoints. */
export const attestations = defineTable(
  'attestations',
  {
    tenant_id: text(),
    kind: text<AttestationKind>(),
    source: text(),
    size: integer(),
    proof: text(),
    at_ms: integer(),
    received_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'kind', 'source', 'size'],
    indexes: ['attestations_by_size (tenant_id, size)'],
    installation: 'SELECT',
  },
);

/** The newest checkpoint of each log elsewhere that this installation has cosigned. */
export const witnessedLogs = defineTable(
  'witnessed_logs',
  {
    origin: text(),
    size: integer(),
    root: text(),
    note: text(),
    cosigned_at_ms: integer(),
  },
  {
    key: ['origin'],
    installation: 'SELECT, INSERT, UPDATE',
  },
);

/** Why something was changed, of the entries whose author said so. */
export const logReasons = defineTable(
  'log_reasons',
  {
    tenant_id: text('REFERENCES tenants'),
    leaf_index: integer(),
    secret_no: integer(),
    words: blob(),
  },
  {
    key: ['tenant_id', 'leaf_index'],
    installation: 'SELECT',
  },
);
