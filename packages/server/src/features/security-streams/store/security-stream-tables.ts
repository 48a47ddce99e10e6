import type { TenantId } from '@avow/foundation';
import { defineTable, integer, optional, text } from '@avow/storage';

/** Streams that have run, by the names that the operator gave them. */
export const securityStreams = defineTable(
  'security_streams',
  {
    stream: text(),
    started_at_ms: integer(),
    sent_at_ms: optional(integer()),
    failing_since_ms: optional(integer()),
    fault: optional(text()),
  },
  {
    key: ['stream'],
    installation: 'SELECT, INSERT, UPDATE',
  },
);

/** How far each of them is in the log of a tenant. */
export const streamPlaces = defineTable(
  'stream_places',
  {
    tenant_id: text<TenantId>('REFERENCES tenants'),
    stream: text(),
    next_leaf: integer('CHECK (next_leaf >= 0)'),
  },
  {
    key: ['tenant_id', 'stream'],
    installation: 'SELECT',
  },
);
