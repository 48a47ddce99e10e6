import type { CallerId } from '@avow/foundation';
import { defineTable, flag, integer, json, text } from '@avow/storage';
import type { Purpose } from '../purpose-store.ts';

/** What records are read for: at most one row for each tenant. */
export const purposes = defineTable(
  'purposes',
  {
    tenant_id: text('REFERENCES tenants'),
    required: flag(),
    purposes: json<readonly Purpose[]>(),
    updated_at_ms: integer(),
    updated_by: text<CallerId | 'operator'>(),
  },
  { key: ['tenant_id'] },
);
