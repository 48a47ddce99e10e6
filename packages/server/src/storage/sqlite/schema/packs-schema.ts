/**
 * Version 2: packs get a draft, versions and jobs. Texts are kept as revisions that never change. What one row is in:
 *
 *   the draft       removed = 0 AND until_version IS NULL
 *   version v       from_version <= v AND (until_version IS NULL OR until_version > v)
 *
 * so that publishing touches only what the draft changed. `removed` says: in the latest version, taken out of the
 * draft since. Every row is in the draft or in a version that is not retired.
 */
const newTables = `
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
) STRICT, WITHOUT ROWID;
CREATE INDEX packs_served ON packs (tenant_id, pack_id, served_version) WHERE served_version IS NOT NULL;

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
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
  row_id INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  pack_id TEXT NOT NULL,
  from_version INTEGER,
  until_version INTEGER CHECK (until_version > from_version),
  removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  groups TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('markdown', 'text')),
  content_hash TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  code_points INTEGER NOT NULL,
  UNIQUE (tenant_id, document_id, revision),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE,
  CHECK (from_version IS NOT NULL OR (until_version IS NULL AND removed = 0)),
  CHECK (removed = 0 OR until_version IS NULL)
) STRICT;

-- Apart, because an update writes a row anew: publishing is to write no texts.
CREATE TABLE document_texts (
  row_id INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE curated_pairs (
  row_id INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  curated_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  pack_id TEXT NOT NULL,
  from_version INTEGER,
  until_version INTEGER CHECK (until_version > from_version),
  removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
  source TEXT NOT NULL,
  url TEXT,
  groups TEXT NOT NULL,
  tags TEXT NOT NULL,
  valid_from_ms INTEGER,
  valid_until_ms INTEGER,
  updated_at_ms INTEGER NOT NULL,
  question TEXT NOT NULL,
  alternatives TEXT NOT NULL,
  answer TEXT NOT NULL,
  UNIQUE (tenant_id, curated_id, revision),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE,
  CHECK (from_version IS NOT NULL OR (until_version IS NULL AND removed = 0)),
  CHECK (removed = 0 OR until_version IS NULL)
) STRICT;

CREATE TABLE curated_keys (
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  row_id INTEGER NOT NULL REFERENCES curated_pairs ON DELETE CASCADE,
  PRIMARY KEY (tenant_id, key, row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX curated_keys_by_pair ON curated_keys (row_id);

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
  UNIQUE (tenant_id, job_id),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE,
  CHECK ((ended_at_ms IS NULL) = (status IN ('queued', 'running')))
) STRICT;
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
  UNIQUE (tenant_id, job_id, position),
  FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, job_id) ON DELETE CASCADE
) STRICT;
`;

/** What both kinds of text are looked up by: in the draft, by version, as taken out of the draft, and as let go since. */
const revisionIndexes = (table: string, id: string) => `
CREATE UNIQUE INDEX ${table}_draft ON ${table} (tenant_id, pack_id, ${id}) WHERE removed = 0 AND until_version IS NULL;
CREATE INDEX ${table}_by_version ON ${table} (tenant_id, pack_id, from_version);
CREATE UNIQUE INDEX ${table}_taken_out ON ${table} (tenant_id, pack_id, ${id}) WHERE removed = 1;
CREATE INDEX ${table}_past ON ${table} (tenant_id, pack_id, from_version, until_version)
  WHERE until_version IS NOT NULL;
`;

const indexes = `
${revisionIndexes('documents', 'document_id')}
${revisionIndexes('curated_pairs', 'curated_id')}
CREATE UNIQUE INDEX documents_draft_by_source ON documents (tenant_id, pack_id, source)
  WHERE removed = 0 AND until_version IS NULL;
`;

/**
 * Loaded content is unchanged: version n stays version n, published, and the draft is the same. A pack of version 0
 * had only its name taken. Hashes were of whole folders; a text gets none, so that the next load writes it anew.
 */
const copyContent = `
INSERT INTO packs
  SELECT tenant_id, pack_id, name, published_at_ms, published_at_ms, min(version, 1),
    (SELECT count(*) FROM old_documents AS d WHERE d.tenant_id = p.tenant_id AND d.pack_id = p.pack_id),
    (SELECT count(*) FROM old_curated_pairs AS c WHERE c.tenant_id = p.tenant_id AND c.pack_id = p.pack_id),
    version, nullif(version, 0), description
  FROM old_packs AS p;
INSERT INTO pack_versions
  SELECT tenant_id, pack_id, version, document_count, curated_count, passage_count, published_at_ms, 0, ''
  FROM old_packs WHERE version > 0;
INSERT INTO documents
  SELECT NULL, tenant_id, document_id, 1, pack_id, nullif(version, 0), NULL, 0, source, title, url, '[]',
    CASE WHEN source LIKE '%.txt' THEN 'text' ELSE 'markdown' END, '', published_at_ms, length(text)
  FROM old_documents JOIN old_packs USING (tenant_id, pack_id);
INSERT INTO document_texts
  SELECT row_id, text FROM documents JOIN old_documents USING (tenant_id, document_id);
INSERT INTO curated_pairs
  SELECT NULL, tenant_id, curated_id, 1, pack_id, nullif(version, 0), NULL, 0, source, url, '[]', '[]', NULL, NULL,
    published_at_ms, question, alternatives, answer
  FROM old_curated_pairs JOIN old_packs USING (tenant_id, pack_id);
INSERT INTO curated_keys
  SELECT tenant_id, key, row_id FROM old_curated_keys JOIN curated_pairs USING (tenant_id, curated_id);
`;

export const packsSchema = `
DROP INDEX curated_pairs_by_pack;
DROP INDEX curated_keys_by_pair;
ALTER TABLE curated_keys RENAME TO old_curated_keys;
ALTER TABLE curated_pairs RENAME TO old_curated_pairs;
ALTER TABLE documents RENAME TO old_documents;
ALTER TABLE packs RENAME TO old_packs;
${newTables}
${copyContent}
${indexes}
DROP TABLE old_curated_keys;
DROP TABLE old_curated_pairs;
DROP TABLE old_documents;
DROP TABLE old_packs;
`;
