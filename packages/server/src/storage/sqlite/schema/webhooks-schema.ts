/**
 * Version 9: webhooks. The address of an endpoint and its signing secrets are sealed under a secret of its own. A delivery
 * is an event of the outbox on its way to an endpoint; like the event it has ids and states, and no content.
 */
export const webhooksSchema = `
CREATE TABLE webhook_endpoints (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  endpoint_id TEXT NOT NULL,
  description TEXT NOT NULL,
  event_types TEXT,
  content_by TEXT,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason TEXT CHECK (disabled_reason IN ('request', 'gone', 'failing')),
  created_at_ms INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  failing_since_ms INTEGER,
  failed_attempts INTEGER NOT NULL,
  previous_until_ms INTEGER,
  secret_no INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (tenant_id, endpoint_id),
  CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_endpoints_rotated ON webhook_endpoints (previous_until_ms) WHERE previous_until_ms IS NOT NULL;

-- Until its lease ends, an attempt under way is due at that time.
CREATE TABLE webhook_deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  message_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  give_up_at_ms INTEGER NOT NULL,
  attempted_at_ms INTEGER,
  outcome TEXT,
  response_status INTEGER,
  body TEXT NOT NULL,
  UNIQUE (tenant_id, endpoint_id, event_id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, endpoint_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (tenant_id, endpoint_id, seq);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (tenant_id, endpoint_id, due_at_ms, seq)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (tenant_id, endpoint_id, message_id, seq)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (tenant_id, endpoint_id, seq) WHERE status = 'dead';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at_ms);
`;
