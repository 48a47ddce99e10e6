/** Where a label comes from, and whether it counts; how a calibration came into force. */
export const labelOriginColumns = `
ALTER TABLE feedback ADD COLUMN from_visitor INTEGER NOT NULL DEFAULT 0 CHECK (from_visitor IN (0, 1));
ALTER TABLE labels ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
ALTER TABLE labels ADD COLUMN from_visitor INTEGER NOT NULL DEFAULT 0 CHECK (from_visitor IN (0, 1));
ALTER TABLE labels ADD COLUMN is_counted INTEGER NOT NULL DEFAULT 1 CHECK (is_counted IN (0, 1));
CREATE INDEX labels_counted_by_author ON labels (tenant_id, author, labelled_at_ms) WHERE is_counted = 1;
CREATE INDEX labels_counted_by_key ON labels (tenant_id, key_id, labelled_at_ms) WHERE is_counted = 1;
ALTER TABLE calibrations ADD COLUMN cause TEXT NOT NULL DEFAULT 'automatic'
  CHECK (cause IN ('accepted', 'automatic', 'dismissed', 'reset', 'reverted'));
`;

export const proposalTables = `
CREATE TABLE calibration_proposals (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants,
  proposal_id TEXT NOT NULL,
  model TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('fit', 'withdrawal')),
  fit TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT
);
`;
