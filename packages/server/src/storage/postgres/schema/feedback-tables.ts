/** Rows that reference a message are deleted with it. */
const ofMessage =
  'FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE';

/** An author who is an end user is named by their pseudonym; the feedback and their name are sealed. */
export const feedbackTables = `
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
  PRIMARY KEY (tenant_id, feedback_id),
  UNIQUE (tenant_id, message_id, author),
  ${ofMessage}
);
CREATE INDEX feedback_by_verdict ON feedback (tenant_id, verdict, feedback_id);
-- Most feedback proposes nothing, and nobody lists that.
CREATE INDEX feedback_by_proposal ON feedback (tenant_id, proposal_state, feedback_id)
  WHERE proposal_state <> 'none';
CREATE INDEX feedback_by_person ON feedback (tenant_id, person, feedback_id) WHERE person IS NOT NULL;

CREATE TABLE calibrations (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  model TEXT NOT NULL,
  fit TEXT,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (tenant_id, revision)
);

CREATE TABLE question_vectors (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  encoder TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (tenant_id, message_id),
  ${ofMessage}
);

CREATE TABLE handled_questions (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('drafted', 'dismissed')),
  curated_id TEXT,
  marked_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, message_id),
  ${ofMessage}
);

-- Who it is about and why is sealed under a secret of its own.
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
  PRIMARY KEY (tenant_id, hold_id)
);
CREATE INDEX holds_standing ON holds (tenant_id, scope) WHERE lifted_at_ms IS NULL;
`;
