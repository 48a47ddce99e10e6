import type { DatabaseSync } from 'node:sqlite';
import { rightsColumns } from '../../rights/rights-columns.ts';
import { answeringSchema } from './answering-schema.ts';
import { audienceSchema } from './audience-schema.ts';
import { feedbackSchema } from './feedback-schema.ts';
import { labelsSchema } from './labels-schema.ts';
import { listsSchema } from './lists-schema.ts';
import { loadingSchema } from './loading-schema.ts';
import { moveIntoLog } from './move-into-log.ts';
import { nodesSchema } from './nodes-schema.ts';
import { originsSchema } from './origins-schema.ts';
import { packsSchema } from './packs-schema.ts';
import { peopleSchema } from './people-schema.ts';
import { policiesSchema } from './policies-schema.ts';
import { readingsSchema } from './readings-schema.ts';
import { renameStoredNames } from './rename-stored-names.ts';
import { requestsSchema } from './requests-schema.ts';
import { screeningsSchema } from './screenings-schema.ts';
import { sourcesSchema } from './sources-schema.ts';
import { webhooksSchema } from './webhooks-schema.ts';

/**
 * Version 1. Every row has its tenant, and every uniqueness but that of tenants and keys is within one tenant:
 * a "duplicate" must not reveal another's ids. The envelope is last, so that lists filter without reading it.
 */
const firstSchema = `
CREATE TABLE tenants (
  tenant_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  key_id TEXT NOT NULL,
  public_id TEXT NOT NULL UNIQUE,
  secret_hmac TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER,
  rotated_from TEXT,
  UNIQUE (tenant_id, key_id)
) STRICT;

CREATE TABLE threads (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  thread_id TEXT NOT NULL,
  end_user_id TEXT,
  PRIMARY KEY (tenant_id, thread_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  status TEXT NOT NULL,
  band TEXT NOT NULL,
  confidence_score REAL NOT NULL,
  tripwire_triggered INTEGER NOT NULL CHECK (tripwire_triggered IN (0, 1)),
  source_type TEXT NOT NULL,
  channel_type TEXT NOT NULL,
  end_user_id TEXT,
  content_state TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  policy_version TEXT NOT NULL,
  pack_versions TEXT NOT NULL,
  leaf_index INTEGER,
  leaf_hash TEXT,
  salt BLOB NOT NULL CHECK (length(salt) = 32),
  envelope TEXT NOT NULL,
  UNIQUE (tenant_id, message_id),
  FOREIGN KEY (tenant_id, thread_id) REFERENCES threads (tenant_id, thread_id),
  CHECK ((leaf_index IS NULL) = (leaf_hash IS NULL))
) STRICT;
CREATE INDEX messages_by_thread ON messages (tenant_id, thread_id, message_id);
CREATE INDEX messages_by_band ON messages (tenant_id, band, message_id);
-- Most messages are delivered and trip nothing: those are listed from the tenant's whole list.
CREATE INDEX messages_by_status ON messages (tenant_id, status, message_id) WHERE status <> 'delivered';
CREATE INDEX messages_tripped ON messages (tenant_id, message_id) WHERE tripwire_triggered = 1;
CREATE INDEX messages_unfinished ON messages (message_id) WHERE leaf_index IS NULL;
CREATE UNIQUE INDEX messages_by_leaf ON messages (tenant_id, leaf_index) WHERE leaf_index IS NOT NULL;

CREATE TABLE log_sizes (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants,
  size INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  message_id TEXT NOT NULL,
  lease_until_ms INTEGER NOT NULL,
  keep_until_ms INTEGER NOT NULL,
  finished INTEGER NOT NULL CHECK (finished IN (0, 1)),
  PRIMARY KEY (tenant_id, route, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_expiry ON idempotency (keep_until_ms);

-- AUTOINCREMENT: a reader that remembers the last number it saw must never meet it again.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id TEXT NOT NULL REFERENCES tenants,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE packs (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  pack_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  document_count INTEGER NOT NULL,
  curated_count INTEGER NOT NULL,
  passage_count INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  published_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, pack_id),
  UNIQUE (tenant_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
  tenant_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  text TEXT NOT NULL,
  UNIQUE (tenant_id, document_id),
  UNIQUE (tenant_id, pack_id, source),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT;

CREATE TABLE curated_pairs (
  tenant_id TEXT NOT NULL,
  curated_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  question TEXT NOT NULL,
  alternatives TEXT NOT NULL,
  answer TEXT NOT NULL,
  source TEXT NOT NULL,
  url TEXT,
  UNIQUE (tenant_id, curated_id),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX curated_pairs_by_pack ON curated_pairs (tenant_id, pack_id);

CREATE TABLE curated_keys (
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  curated_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, key, curated_id),
  FOREIGN KEY (tenant_id, curated_id) REFERENCES curated_pairs (tenant_id, curated_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX curated_keys_by_pair ON curated_keys (tenant_id, curated_id);

-- As large as a record with its indexes: a disk that has room for this has room for the next answer.
CREATE TABLE write_proof (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  written BLOB NOT NULL
) STRICT;
INSERT INTO write_proof VALUES (1, zeroblob(1));
`;

/** SQL, or a function for what SQL cannot express, which is given the master key. */
export type Migration = string | ((database: DatabaseSync, masterKey: Uint8Array) => void);

/** Forward only: a released migration is never edited, the next one is added below it. */
export const schemaMigrations: readonly Migration[] = [
  firstSchema,
  packsSchema,
  policiesSchema,
  answeringSchema,
  feedbackSchema,
  moveIntoLog,
  renameStoredNames,
  loadingSchema,
  webhooksSchema,
  nodesSchema,
  peopleSchema,
  requestsSchema,
  originsSchema,
  sourcesSchema,
  listsSchema,
  readingsSchema,
  labelsSchema,
  rightsColumns,
  audienceSchema,
  screeningsSchema,
];
