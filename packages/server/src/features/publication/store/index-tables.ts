import { withTypes } from '@avow/storage/postgres';
import { ofPack } from '../../content/store/pack-tables.ts';

/** On PostgreSQL: files of the search index of published versions, by their hashes and in pieces. A file is whole once it is in the list. */
export const indexTables = withTypes(`
CREATE TABLE index_versions (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  manifest TEXT NOT NULL,
  files TEXT NOT NULL,
  encoder TEXT,
  PRIMARY KEY (tenant_id, pack_id, version),
  ${ofPack}
);

CREATE TABLE index_files (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (tenant_id, pack_id, hash),
  ${ofPack}
);

CREATE TABLE index_pieces (
  tenant_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (tenant_id, pack_id, hash, piece),
  ${ofPack}
);
`);
