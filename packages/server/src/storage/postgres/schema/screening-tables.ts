const ofDocument =
  'FOREIGN KEY (tenant_id, row_id) REFERENCES documents (tenant_id, row_id) ON DELETE CASCADE';

/** What passages score. Rows are found by their text, and go with the revision of the document that has it. */
export const screeningTables = `
CREATE TABLE screened_documents (
  tenant_id TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  screening TEXT NOT NULL,
  finished_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, row_id, screening),
  ${ofDocument}
);

CREATE TABLE screened_passages (
  tenant_id TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  screening TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  kind TEXT,
  judges INTEGER NOT NULL,
  seal TEXT,
  PRIMARY KEY (tenant_id, row_id, screening, text_hash),
  ${ofDocument}
);
CREATE INDEX screened_passages_by_text ON screened_passages (tenant_id, screening, text_hash);
`;
