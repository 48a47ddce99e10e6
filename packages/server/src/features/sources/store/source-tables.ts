import type { PackId, SourceId, TenantId } from '@avow/foundation';
import { blob, choice, defineTable, integer, optional, text } from '@avow/storage';
import { ofPack } from '../../content/store/pack-tables.ts';
import type { Source } from '../source-store.ts';

export const sources = defineTable(
  'sources',
  {
    tenant_id: text<TenantId>(),
    source_id: text<SourceId>(),
    pack_id: text<PackId>(),
    name: text(),
    status: choice('active', 'paused'),
    every_ms: optional(integer()),
    publish: choice('automatic', 'manual'),
    removal_percent: integer(),
    groups: text(),
    credential_names: text(),
    created_at_ms: integer(),
    created_by: text<Source['createdBy']>(),
    updated_at_ms: integer(),
    due_at_ms: optional(integer()),
    failing_since_ms: optional(integer()),
    failed_count: integer(),
    waiting_revision: optional(integer()),
    item_count: integer(),
    read_cursor: optional(text()),
    sync_run: optional(text()),
    sync_last: optional(text()),
    secret_no: integer(),
    sealed: blob(),
    begun_count: integer(),
    held_until_ms: optional(integer()),
    paused_reason: optional(text<NonNullable<Source['pausedReason']>>()),
  },
  {
    key: ['tenant_id', 'source_id'],
    constraints: ['UNIQUE (tenant_id, pack_id, name)', ofPack],
    indexes: [
      'sources_due (due_at_ms) WHERE due_at_ms IS NOT NULL',
      'sources_syncing (source_id) WHERE sync_run IS NOT NULL',
    ],
    installation: 'SELECT',
  },
);

export const sourceItems = defineTable(
  'source_items',
  {
    tenant_id: text(),
    source_id: text(),
    item_key: text(),
    path: text(),
    version: text(),
    notes: text(),
    fault: text(),
  },
  {
    key: ['tenant_id', 'source_id', 'item_key'],
    constraints: [
      'FOREIGN KEY (tenant_id, source_id) REFERENCES sources (tenant_id, source_id) ON DELETE CASCADE',
    ],
  },
);

export const sourceReads = defineTable(
  'source_reads',
  {
    tenant_id: text(),
    source_id: text(),
    item_key: text(),
    state: choice('read', 'unchanged', 'removed', 'fault'),
    path: text(),
    version: text(),
    notes: text(),
    fault: text(),
    payload: optional(text()),
  },
  {
    key: ['tenant_id', 'source_id', 'item_key'],
    isAppended: true,
    constraints: [
      'FOREIGN KEY (tenant_id, source_id) REFERENCES sources (tenant_id, source_id) ON DELETE CASCADE',
    ],
  },
);
