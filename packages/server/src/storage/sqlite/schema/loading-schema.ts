/**
 * Version 7: loading a folder knows what it loaded before, and can be taken back.
 *
 * `loaded_items` has what the folder gave for each document and pair when it was last loaded: whatever the draft has
 * beside or instead of it is the work of people. `draft_undo` has what the draft was before a load that is neither
 * published nor kept yet. `prior` is null if the draft had nothing under the id, empty if the latest version still
 * holds the row, and otherwise the whole row, of which nothing else is left.
 */
export const loadingSchema = `
CREATE TABLE loaded_items (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  file TEXT NOT NULL,
  given TEXT NOT NULL,
  UNIQUE (tenant_id, pack_id, item_id),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT;

CREATE TABLE draft_undo (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('document', 'pair', 'loaded')),
  item_id TEXT NOT NULL,
  prior TEXT,
  UNIQUE (tenant_id, pack_id, kind, item_id),
  FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE
) STRICT;
`;
