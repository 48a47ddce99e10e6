/** What a source is connected to and its credentials are sealed. */
export const sourceTables = `
CREATE TABLE sources (
  tenant_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
  every_ms INTEGER,
  publish TEXT NOT NULL CHECK (publish IN ('automatic', 'manual')),
  removal_percent INTEGER NOT NULL,
  groups TEXT NOT NULL,
  credential_names TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  due_at_ms INTEGER,
  failing_since_ms INTEGER,
  failed_count INTEGER NOT NULL,
  waiting_revision INTEGER,
  item_count INTEGER NOT NULL,
  read_cursor TEXT,
  sync_run TEXT,
  sync_last TEXT,
  secret_no INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (tenant_id, source_id),
  UNIQUE (tenant_id, pack_id, name),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
);
CREATE INDEX sources_due ON sources (due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX sources_syncing ON sources (source_id) WHERE sync_run IS NOT NULL;

CREATE TABLE source_items (
  tenant_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  item_key TEXT NOT NULL,
  path TEXT NOT NULL,
  version TEXT NOT NULL,
  notes TEXT NOT NULL,
  fault TEXT NOT NULL,
  PRIMARY KEY (tenant_id, source_id, item_key),
  FOREIGN KEY (tenant_id, source_id) REFERENCES sources (tenant_id, source_id) ON DELETE CASCADE
);

CREATE TABLE source_reads (
  tenant_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  item_key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('read', 'unchanged', 'removed', 'fault')),
  path TEXT NOT NULL,
  version TEXT NOT NULL,
  notes TEXT NOT NULL,
  fault TEXT NOT NULL,
  payload TEXT,
  PRIMARY KEY (tenant_id, source_id, item_key),
  FOREIGN KEY (tenant_id, source_id) REFERENCES sources (tenant_id, source_id) ON DELETE CASCADE
);
`;

/** What a load noted belongs to a source, or to a folder that a person loaded. */
export const loadedColumns = `ALTER TABLE loaded_items ADD COLUMN source_id TEXT;
CREATE INDEX loaded_items_by_source ON loaded_items (tenant_id, source_id) WHERE source_id IS NOT NULL;`;

/** How many readings of a source were begun since the last one that ended, and why it is paused. */
export const readingColumns = `ALTER TABLE sources ADD COLUMN begun_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN held_until_ms INTEGER;
ALTER TABLE sources ADD COLUMN paused_reason TEXT;`;
