import { builtInPoliciesSchema } from './policies-schema.ts';

/** Rows that reference a message are deleted with it. */
const ofMessage =
  'FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE';

/**
 * Version 6: the log as a tree, content under keys of its own, erasure and retention. What is destroyed must be
 * gone from the file: `record_secrets` and `record_contents` are only appended to, overwritten in place with zeros of the same
 * length, and shortened from their oldest end, far from what lives, so that SQLite moves no row of theirs but zeros.
 */
const sealedTables = `
CREATE TABLE tenant_keys (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants,
  wrapped BLOB NOT NULL CHECK (length(wrapped) = 40)
) STRICT, WITHOUT ROWID;

CREATE TABLE record_secrets (
  secret_no INTEGER PRIMARY KEY,
  secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TABLE record_contents (
  content_no INTEGER PRIMARY KEY,
  content BLOB NOT NULL
) STRICT;

-- Of what is no message: only appended to and overwritten in place too, and never shortened.
CREATE TABLE lasting_secrets (
  secret_no INTEGER PRIMARY KEY,
  secret BLOB NOT NULL CHECK (length(secret) = 40)
) STRICT;

-- Null once the content is gone.
ALTER TABLE messages ADD COLUMN secret_no INTEGER;
ALTER TABLE messages ADD COLUMN content_no INTEGER;
-- Curated pairs that were drafted from it, and of which nothing else tells any more.
ALTER TABLE messages ADD COLUMN left_pairs TEXT;
`;

export const logEventIndexes = `
CREATE INDEX log_events ON log_entries (tenant_id, leaf_index) WHERE event_kind IS NOT NULL;
CREATE INDEX log_events_by_kind ON log_entries (tenant_id, event_kind, leaf_index) WHERE event_kind IS NOT NULL;
CREATE INDEX log_events_by_subject ON log_entries (tenant_id, subject, leaf_index) WHERE event_kind IS NOT NULL;
`;

/**
 * An event is any entry that is not the end of a message, and is looked up by its kind and subject. Of the tree, leaves and the
 * roots of full tiles are stored: everything else that a proof needs is computed from one tile.
 */
const logTables = `
CREATE TABLE logs (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants,
  size INTEGER NOT NULL,
  frontier BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE log_entries (
  tenant_id TEXT NOT NULL,
  leaf_index INTEGER NOT NULL,
  leaf_hash BLOB NOT NULL CHECK (length(leaf_hash) = 32),
  event_kind TEXT,
  subject TEXT,
  entry TEXT NOT NULL,
  PRIMARY KEY (tenant_id, leaf_index)
) STRICT, WITHOUT ROWID;
${logEventIndexes}
CREATE TABLE log_nodes (
  tenant_id TEXT NOT NULL,
  level INTEGER NOT NULL,
  node_index INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant_id, level, node_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
  tenant_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  root TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, size)
) STRICT, WITHOUT ROWID;
`;

/** `person` is as in `messages.end_user_id`; who it is and why, its words, are sealed under a secret of its own. */
const retentionTables = `
CREATE TABLE holds (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  hold_id TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('message', 'thread', 'end_user', 'tenant')),
  message_id TEXT,
  thread_id TEXT,
  person TEXT,
  placed_at_ms INTEGER NOT NULL,
  placed_by TEXT NOT NULL,
  lifted_at_ms INTEGER,
  lifted_by TEXT,
  secret_no INTEGER NOT NULL,
  words BLOB NOT NULL,
  UNIQUE (tenant_id, hold_id)
) STRICT;
CREATE INDEX holds_standing ON holds (tenant_id, scope) WHERE lifted_at_ms IS NULL;

-- What is older than these ids has been looked at, and is held or done with.
CREATE TABLE retentions (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants,
  content_days INTEGER,
  record_days INTEGER,
  content_swept_to TEXT NOT NULL,
  records_swept_to TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE dropped_records (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  leaf_index INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, message_id)
) STRICT, WITHOUT ROWID;

-- When the service ran: what bears out the clock that records expire by. A few hundred, of the installation as a whole.
CREATE TABLE noted_times (
  at_ms INTEGER PRIMARY KEY
) STRICT;
`;

/** Bodies are sealed from now on; rows are appended, so that none is moved by those that come after it. */
const journalTable = `
ALTER TABLE message_journal RENAME TO old_journal;
DROP INDEX message_journal_ended;
CREATE TABLE message_journal (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  type TEXT NOT NULL,
  ended_at_ms INTEGER,
  body BLOB NOT NULL,
  UNIQUE (tenant_id, message_id, seq),
  ${ofMessage}
) STRICT;
CREATE INDEX message_journal_ended ON message_journal (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
`;

/** An author who is an end user is named by their pseudonym; the feedback and their name are sealed. */
const feedbackTable = `
ALTER TABLE feedback RENAME TO old_feedback;
DROP INDEX feedback_by_verdict;
DROP INDEX feedback_by_proposal;
CREATE TABLE feedback (
  tenant_id TEXT NOT NULL,
  feedback_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  author TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,
  proposal_state TEXT NOT NULL CHECK (proposal_state IN ('none', 'proposed', 'drafted', 'dismissed')),
  proposal_pack_id TEXT,
  proposal_curated_id TEXT,
  person TEXT,
  key_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  words BLOB NOT NULL,
  UNIQUE (tenant_id, feedback_id),
  UNIQUE (tenant_id, message_id, author),
  ${ofMessage}
) STRICT;
CREATE INDEX feedback_by_verdict ON feedback (tenant_id, verdict, feedback_id);
-- Most feedback proposes nothing, and nobody lists that.
CREATE INDEX feedback_by_proposal ON feedback (tenant_id, proposal_state, feedback_id)
  WHERE proposal_state <> 'none';
CREATE INDEX feedback_by_person ON feedback (tenant_id, person, feedback_id) WHERE person IS NOT NULL;
-- Vectors are made again where they are missed, and sealed then.
DELETE FROM question_vectors;
`;

/**
 * The texts of a golden question that came from a message are sealed with it, in `words`, and empty elsewhere. Reports hold
 * such texts too: each has a secret of its own, and which messages they are of is remembered for as long as they may be there.
 */
const evaluatingTables = `
ALTER TABLE golden_questions ADD COLUMN words BLOB;
CREATE TABLE golden_origins (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  golden_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id, pack_id, golden_id),
  ${ofMessage},
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX golden_origins_by_pack ON golden_origins (tenant_id, pack_id);
INSERT INTO golden_origins SELECT tenant_id, message_id, pack_id, golden_id FROM golden_questions
  WHERE message_id IS NOT NULL;

ALTER TABLE evaluations ADD COLUMN secret_no INTEGER;
ALTER TABLE evaluations ADD COLUMN sealed_report BLOB;
-- Whatever takes a report away, a pack that goes among it, takes its secret too.
CREATE TRIGGER evaluations_wiped AFTER DELETE ON evaluations BEGIN
  UPDATE lasting_secrets SET secret = zeroblob(40) WHERE secret_no = OLD.secret_no;
END;

-- Claims go with their message.
CREATE INDEX idempotency_by_message ON idempotency (tenant_id, message_id);
`;

export const logSchema = [
  sealedTables,
  logTables,
  retentionTables,
  journalTable,
  feedbackTable,
  evaluatingTables,
  builtInPoliciesSchema,
].join('');

/** Runs after existing data was moved. */
export const logSchemaEnd = `
DROP TABLE old_journal;
DROP TABLE old_feedback;
ALTER TABLE evaluations DROP COLUMN report;
DROP TABLE log_sizes;
ALTER TABLE messages DROP COLUMN salt;
ALTER TABLE messages DROP COLUMN envelope;
CREATE INDEX messages_by_person ON messages (tenant_id, end_user_id, message_id) WHERE end_user_id IS NOT NULL;
CREATE INDEX labels_by_person ON labels (tenant_id, substr(author, -32));
`;
