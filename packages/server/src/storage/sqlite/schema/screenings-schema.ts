/**
 * Version 20: what passages score. Rows are found by their text, and go with the revision of the document that has it.
 */
export const screeningsSchema = `
CREATE TABLE screened_documents (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  row_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  screening TEXT NOT NULL,
  finished_at_ms INTEGER NOT NULL,
  PRIMARY KEY (row_id, screening),
  UNIQUE (tenant_id, row_id, screening)
) STRICT, WITHOUT ROWID;

CREATE TABLE screened_passages (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  row_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  screening TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  kind TEXT,
  judges INTEGER NOT NULL,
  seal TEXT,
  PRIMARY KEY (row_id, screening, text_hash),
  UNIQUE (tenant_id, row_id, screening, text_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX screened_passages_by_text ON screened_passages (tenant_id, screening, text_hash);
`;
