const ofPack = 'FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE';

const packTables = `
CREATE TABLE packs (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  pack_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  draft_revision INTEGER NOT NULL,
  draft_document_count INTEGER NOT NULL CHECK (draft_document_count >= 0),
  draft_curated_count INTEGER NOT NULL CHECK (draft_curated_count >= 0),
  latest_version INTEGER NOT NULL,
  served_version INTEGER CHECK (served_version BETWEEN 1 AND latest_version),
  description TEXT NOT NULL,
  PRIMARY KEY (tenant_id, pack_id),
  UNIQUE (tenant_id, name)
);

CREATE TABLE pack_versions (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  document_count INTEGER NOT NULL,
  curated_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  published_at_ms INTEGER NOT NULL,
  retired INTEGER NOT NULL CHECK (retired IN (0, 1)),
  note TEXT NOT NULL,
  PRIMARY KEY (tenant_id, pack_id, version),
  ${ofPack}
);
`;

/** A text is in the versions from one up to, not including, another; both null: only in the draft. */
const revisionColumns = `
  revision INTEGER NOT NULL,
  pack_id TEXT NOT NULL,
  from_version INTEGER,
  until_version INTEGER CHECK (until_version > from_version),
  removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
  updated_at_ms INTEGER NOT NULL,`;

const revisionChecks = (id: string) => `
  PRIMARY KEY (tenant_id, row_id),
  UNIQUE (tenant_id, ${id}, revision),
  ${ofPack},
  CHECK (from_version IS NOT NULL OR (until_version IS NULL AND removed = 0)),
  CHECK (removed = 0 OR until_version IS NULL)`;

const revisionIndexes = (table: string, id: string) => `
CREATE UNIQUE INDEX ${table}_draft ON ${table} (tenant_id, pack_id, ${id})
  WHERE removed = 0 AND until_version IS NULL;
CREATE INDEX ${table}_by_version ON ${table} (tenant_id, pack_id, from_version);
CREATE UNIQUE INDEX ${table}_taken_out ON ${table} (tenant_id, pack_id, ${id}) WHERE removed = 1;
CREATE INDEX ${table}_past ON ${table} (tenant_id, pack_id, from_version, until_version)
  WHERE until_version IS NOT NULL;
`;

const textTables = `
CREATE TABLE documents (
  tenant_id TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  document_id TEXT NOT NULL,${revisionColumns}
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  groups TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('markdown', 'text')),
  content_hash TEXT NOT NULL,
  code_points INTEGER NOT NULL,${revisionChecks('document_id')}
);
${revisionIndexes('documents', 'document_id')}
CREATE UNIQUE INDEX documents_draft_by_source ON documents (tenant_id, pack_id, source)
  WHERE removed = 0 AND until_version IS NULL;

CREATE TABLE document_texts (
  tenant_id TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (tenant_id, row_id),
  FOREIGN KEY (tenant_id, row_id) REFERENCES documents (tenant_id, row_id) ON DELETE CASCADE
);

CREATE TABLE curated_pairs (
  tenant_id TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  curated_id TEXT NOT NULL,${revisionColumns}
  source TEXT NOT NULL,
  url TEXT,
  groups TEXT NOT NULL,
  tags TEXT NOT NULL,
  valid_from_ms INTEGER,
  valid_until_ms INTEGER,
  question TEXT NOT NULL,
  alternatives TEXT NOT NULL,
  answer TEXT NOT NULL,${revisionChecks('curated_id')}
);
${revisionIndexes('curated_pairs', 'curated_id')}

CREATE TABLE curated_keys (
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, key, row_id),
  FOREIGN KEY (tenant_id, row_id) REFERENCES curated_pairs (tenant_id, row_id) ON DELETE CASCADE
);
CREATE INDEX curated_keys_by_pair ON curated_keys (tenant_id, row_id);
`;

const jobTables = `
CREATE TABLE jobs (
  tenant_id TEXT NOT NULL,
  job_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('documents', 'pairs', 'publish')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  added INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  version INTEGER,
  created_at_ms INTEGER NOT NULL,
  started_at_ms INTEGER,
  ended_at_ms INTEGER,
  failure TEXT,
  faults TEXT NOT NULL,
  PRIMARY KEY (tenant_id, job_id),
  ${ofPack},
  CHECK ((ended_at_ms IS NULL) = (status IN ('queued', 'running')))
);
CREATE INDEX jobs_by_pack ON jobs (tenant_id, pack_id, job_id);
CREATE INDEX jobs_unfinished ON jobs (job_id) WHERE ended_at_ms IS NULL;
CREATE INDEX jobs_ended ON jobs (ended_at_ms) WHERE ended_at_ms IS NOT NULL;

CREATE TABLE job_inputs (
  tenant_id TEXT NOT NULL,
  job_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  source TEXT NOT NULL,
  options TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (tenant_id, job_id, position),
  FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, job_id) ON DELETE CASCADE
);

-- What a folder gave when it was last loaded.
CREATE TABLE loaded_items (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  file TEXT NOT NULL,
  given TEXT NOT NULL,
  PRIMARY KEY (tenant_id, pack_id, item_id),
  ${ofPack}
);

-- What a draft was before a load that is neither published nor kept yet.
CREATE TABLE draft_undo (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('document', 'pair', 'loaded')),
  item_id TEXT NOT NULL,
  prior TEXT,
  PRIMARY KEY (tenant_id, pack_id, kind, item_id),
  ${ofPack}
);
`;

export const contentTables = `${packTables}${textTables}${jobTables}`;
