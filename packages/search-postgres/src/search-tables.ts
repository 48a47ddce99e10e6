import { securedSql, tenantRole, withTypes } from '@avow/storage/postgres';

const ofPack = 'FOREIGN KEY (tenant_id, pack) REFERENCES search_packs ON DELETE CASCADE';
const ofUnit = 'FOREIGN KEY (tenant_id, pack, unit) REFERENCES search_units ON DELETE CASCADE';
const ofEntry = 'FOREIGN KEY (tenant_id, pack, entry) REFERENCES search_entries ON DELETE CASCADE';

/**
 * Packs have short numbers here, and every key leads with the tenant. Only the primary key of a table goes on with the pack:
 * before a new table was analyzed, two indexes that begin alike would look the same to PostgreSQL, and it takes the wrong one.
 */
const versionTables = `
CREATE SEQUENCE search_numbers;

CREATE TABLE search_packs (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL DEFAULT nextval('search_numbers'),
  pack_id TEXT NOT NULL,
  last_unit int NOT NULL DEFAULT 0,
  last_number INTEGER NOT NULL DEFAULT 0,
  change INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, pack),
  UNIQUE (tenant_id, pack_id)
);

-- A version exists once its row is here. Staged again, it is another stage under the same number.
CREATE TABLE search_versions (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  version INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, pack, version),
  UNIQUE (tenant_id, pack, stage),
  ${ofPack}
);

-- A revision of a document or pair, as one stage has filed it.
CREATE TABLE search_entries (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  place_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, pack, entry),
  ${ofPack}
);

CREATE TABLE search_members (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, pack, entry, stage),
  ${ofEntry}
);
CREATE INDEX search_members_by_stage ON search_members (tenant_id, stage, entry, pack);
`;

/** Texts are bytes: PostgreSQL keeps no text that contains a zero character. */
const textTables = `
-- Equal headings and text of a pack are one unit, wherever they stand.
CREATE TABLE search_units (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  unit int NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  length int NOT NULL,
  headings BLOB NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (tenant_id, pack, unit),
  UNIQUE (tenant_id, key, pack),
  ${ofPack}
);

CREATE TABLE search_places (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  unit int NOT NULL,
  place INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  is_historical boolean NOT NULL,
  groups text[] COLLATE "C" NOT NULL,
  valid_from_ms REAL,
  valid_until_ms REAL,
  PRIMARY KEY (tenant_id, pack, unit, place),
  ${ofUnit},
  ${ofEntry}
);
CREATE INDEX search_places_by_entry ON search_places (tenant_id, entry, pack);
CREATE INDEX search_places_timed ON search_places (tenant_id, pack)
  WHERE valid_from_ms IS NOT NULL OR valid_until_ms IS NOT NULL;

-- The units of a batch that have a term, how often, and how long they are.
CREATE TABLE search_postings (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  kind TEXT NOT NULL,
  term TEXT NOT NULL,
  batch INTEGER NOT NULL,
  units int[] NOT NULL,
  frequencies int[] NOT NULL,
  lengths int[] NOT NULL,
  PRIMARY KEY (tenant_id, pack, kind, term, batch),
  ${ofPack}
);
CREATE INDEX search_postings_by_batch ON search_postings (tenant_id, batch, pack);

CREATE TABLE search_batches (
  tenant_id TEXT NOT NULL,
  pack INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  unit_count INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, pack, batch),
  ${ofPack}
);
`;

/**
 * Vectors of one encoder for one kind of passage in a pack are a space; each large one gets an index of its own. The same 8 bits
 * a number as in the embedded search, so that both compare alike: `vector × scale` is nearly of length 1.
 */
const vectorTables = `
CREATE TABLE search_spaces (
  tenant_id TEXT NOT NULL,
  space INTEGER NOT NULL DEFAULT nextval('search_numbers'),
  pack INTEGER NOT NULL,
  kind TEXT NOT NULL,
  encoder TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, space),
  UNIQUE (tenant_id, pack, kind, encoder),
  ${ofPack}
);

CREATE TABLE search_vectors (
  tenant_id TEXT NOT NULL,
  space INTEGER NOT NULL,
  unit int NOT NULL,
  pack INTEGER NOT NULL,
  vector halfvec NOT NULL,
  scale double precision NOT NULL,
  PRIMARY KEY (tenant_id, space, unit),
  FOREIGN KEY (tenant_id, space) REFERENCES search_spaces ON DELETE CASCADE,
  ${ofUnit}
);
CREATE INDEX search_vectors_by_unit ON search_vectors (tenant_id, pack, unit);
`;

const tables = withTypes(`${versionTables}${textTables}${vectorTables}`);

/** Forward only, like those of the records, and apart from them: only this search needs the extension. */
export const searchMigrations: readonly string[] = [
  `${securedSql(tables)}\nGRANT USAGE ON SEQUENCE search_numbers TO ${tenantRole};`,
];
