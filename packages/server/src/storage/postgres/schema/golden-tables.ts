const ofMessage =
  'FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE';
const ofPack = 'FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE';

/**
 * The texts of a golden question that came from a message are sealed with it, in `words`, and empty elsewhere. Reports hold
 * such texts too: each has a secret of its own, and which messages they are of is stored for as long as they may be there.
 */
export const goldenTables = `
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
  words BLOB,
  PRIMARY KEY (tenant_id, pack_id, golden_id),
  ${ofPack},
  ${ofMessage}
);
CREATE INDEX golden_questions_by_state ON golden_questions (tenant_id, pack_id, state, golden_id);
CREATE INDEX golden_questions_of_messages ON golden_questions (tenant_id, message_id) WHERE message_id IS NOT NULL;

CREATE TABLE golden_origins (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  golden_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id, pack_id, golden_id),
  ${ofMessage},
  ${ofPack}
);
CREATE INDEX golden_origins_by_pack ON golden_origins (tenant_id, pack_id);

CREATE TABLE publish_gates (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  tolerance_share REAL NOT NULL CHECK (tolerance_share BETWEEN 0 AND 1),
  PRIMARY KEY (tenant_id, pack_id),
  ${ofPack}
);

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
  secret_no INTEGER NOT NULL,
  sealed_report BLOB NOT NULL,
  PRIMARY KEY (tenant_id, evaluation_id),
  ${ofPack}
);
CREATE INDEX evaluations_by_pack ON evaluations (tenant_id, pack_id, evaluation_id);
`;
