import { blob, defineTable, integer, optional, text } from '@avow/storage';
import { ofPack } from '../../content/store/pack-tables.ts';

const indexVersions = defineTable(
  'index_versions',
  {
    tenant_id: text(),
    pack_id: text(),
    version: integer(),
    manifest: text(),
    files: text(),
    encoder: optional(text()),
  },
  { key: ['tenant_id', 'pack_id', 'version'], constraints: [ofPack] },
);

const indexFiles = defineTable(
  'index_files',
  { tenant_id: text(), pack_id: text(), hash: text() },
  { key: ['tenant_id', 'pack_id', 'hash'], constraints: [ofPack] },
);

const indexPieces = defineTable(
  'index_pieces',
  { tenant_id: text(), pack_id: text(), hash: text(), piece: integer(), bytes: blob() },
  { key: ['tenant_id', 'pack_id', 'hash', 'piece'], constraints: [ofPack] },
);

/** On PostgreSQL: files of the search index of published versions, by their hashes and in pieces. A file is whole once it is in the list. */
export const indexTables = [indexVersions, indexFiles, indexPieces];
