/**
 * Version 4: what followers of a message are sent, and what language models cost. `ended_at_ms` stands on the last event of
 * a message that has ended, and nowhere else: journals are swept by it. An amount is whole units and trillionths of one,
 * because integers add up exactly in any order; a price for a million tokens with six decimals is exact for one token.
 */
export const answeringSchema = `
CREATE TABLE message_journal (
  tenant_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  type TEXT NOT NULL,
  ended_at_ms INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant_id, message_id, seq),
  FOREIGN KEY (tenant_id, message_id) REFERENCES messages (tenant_id, message_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX message_journal_ended ON message_journal (ended_at_ms) WHERE ended_at_ms IS NOT NULL;

CREATE TABLE model_spending (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  day TEXT NOT NULL,
  currency TEXT NOT NULL,
  units INTEGER NOT NULL,
  trillionths INTEGER NOT NULL CHECK (trillionths BETWEEN 0 AND 999999999999),
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day, currency)
) STRICT, WITHOUT ROWID;
`;
