/**
 * Version 5: the facts of messages, feedback, insights and golden sets. The new columns of a message come after its
 * envelope, as SQLite adds columns nowhere else; most rows fit on one page, so that reading past it costs nothing. What a
 * person wrote is in a column of its own each: comment, better_answer, question, expects, note, report.
 */
const factColumns = `
ALTER TABLE messages ADD COLUMN time_ms REAL NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN model_tier INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN routing_source TEXT NOT NULL DEFAULT 'default';
ALTER TABLE messages ADD COLUMN degraded INTEGER NOT NULL DEFAULT 0 CHECK (degraded IN (0, 1));
ALTER TABLE messages ADD COLUMN findings TEXT;
`;

/** A guardrail that did not simply pass, as `encodeFindings` writes it. */
const oldFindings = `(SELECT json_group_array(json_array(
    one.value ->> 'guardrail_id', one.value ->> 'name',
    CASE WHEN one.value ->> 'status' <> 'ok' THEN 'failed'
      WHEN one.value ->> 'action' = 'none' THEN 'flag' ELSE one.value ->> 'action' END,
    one.value ->> 'mode' = 'shadow'))
  FROM json_each(envelope, '$.response.guardrails') AS one WHERE one.value ->> 'compliant' = 0)`;

/** Existing messages contain it in their response, which up to this version is unencrypted JSON. */
const fillFactColumns = `
UPDATE messages SET
  time_ms = coalesce(envelope ->> '$.response.processing.time_ms', 0),
  model_tier = coalesce(envelope ->> '$.response.processing.model_tier', 0),
  routing_source = coalesce(envelope ->> '$.response.processing.routing_source', 'default'),
  degraded = coalesce(envelope ->> '$.response.processing.degraded_mode', 0),
  findings = nullif(${oldFindings}, '[]')
WHERE leaf_index IS NOT NULL AND json_valid(envelope);
`;

/** Rows that reference a message are deleted with it. */
const ofMessage =
  'FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE';
const ofPack = 'FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE';

const feedbackTables = `
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
  end_user_id TEXT,
  key_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  comment TEXT,
  better_answer TEXT,
  UNIQUE (tenant_id, feedback_id),
  UNIQUE (tenant_id, message_id, author),
  ${ofMessage}
) STRICT;
CREATE INDEX feedback_by_verdict ON feedback (tenant_id, verdict, feedback_id);
-- Most feedback proposes nothing, and nobody lists that.
CREATE INDEX feedback_by_proposal ON feedback (tenant_id, proposal_state, feedback_id)
  WHERE proposal_state <> 'none';

CREATE TABLE labels (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  author TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('feedback', 'review')),
  is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
  score REAL NOT NULL,
  band TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  labelled_at_ms INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id, author),
  ${ofMessage}
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_by_time ON labels (tenant_id, labelled_at_ms);

CREATE TABLE calibrations (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  model TEXT NOT NULL,
  fit TEXT,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (tenant_id, revision)
) STRICT, WITHOUT ROWID;
`;

const insightTables = `
CREATE TABLE question_vectors (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  encoder TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (tenant_id, message_id),
  ${ofMessage}
) STRICT;

CREATE TABLE handled_questions (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('drafted', 'dismissed')),
  curated_id TEXT,
  marked_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, message_id),
  ${ofMessage}
) STRICT, WITHOUT ROWID;
`;

const goldenTables = `
CREATE TABLE golden_questions (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  golden_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('accepted', 'suggested')),
  origin TEXT NOT NULL CHECK (origin IN ('person', 'generated', 'feedback')),
  message_id TEXT,
  groups TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  question TEXT NOT NULL,
  expects TEXT NOT NULL,
  note TEXT NOT NULL,
  UNIQUE (tenant_id, pack_id, golden_id),
  ${ofPack},
  ${ofMessage}
) STRICT;
CREATE INDEX golden_questions_by_state ON golden_questions (tenant_id, pack_id, state, golden_id);
CREATE INDEX golden_questions_of_messages ON golden_questions (tenant_id, message_id) WHERE message_id IS NOT NULL;

CREATE TABLE publish_gates (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  tolerance_share REAL NOT NULL CHECK (tolerance_share BETWEEN 0 AND 1),
  PRIMARY KEY (tenant_id, pack_id),
  ${ofPack}
) STRICT, WITHOUT ROWID;

CREATE TABLE evaluations (
  tenant_id TEXT NOT NULL,
  evaluation_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  draft_revision INTEGER,
  conditions TEXT NOT NULL,
  right_count INTEGER NOT NULL,
  question_count INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT,
  report TEXT NOT NULL,
  UNIQUE (tenant_id, evaluation_id),
  ${ofPack}
) STRICT;
CREATE INDEX evaluations_by_pack ON evaluations (tenant_id, pack_id, evaluation_id);
`;

export const feedbackSchema = `${factColumns}${fillFactColumns}${feedbackTables}${insightTables}${goldenTables}`;
