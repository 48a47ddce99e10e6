import type { CuratedId, DocumentId, PackId } from '@avow/foundation';
import {
  choice,
  defineTable,
  flag,
  integer,
  json,
  named,
  optional,
  owner,
  rowNumber,
  text,
} from '@avow/storage';

/** What belongs to a pack is deleted with it. */
export const ofPack =
  'FOREIGN KEY (tenant_id, pack_id) REFERENCES packs (tenant_id, pack_id) ON DELETE CASCADE';

const ofRow = (table: string) => ({
  sqlite: `FOREIGN KEY (row_id) REFERENCES ${table} ON DELETE CASCADE`,
  postgres: `FOREIGN KEY (tenant_id, row_id) REFERENCES ${table} (tenant_id, row_id) ON DELETE CASCADE`,
});

/** The same for a revision of a document. */
export const ofDocument = ofRow('documents');

export const packs = defineTable(
  'packs',
  {
    tenant_id: text('REFERENCES tenants'),
    pack_id: text<PackId>(),
    name: text(),
    created_at_ms: integer(),
    updated_at_ms: integer(),
    draft_revision: integer(),
    draft_document_count: integer('CHECK (draft_document_count >= 0)'),
    draft_curated_count: integer('CHECK (draft_curated_count >= 0)'),
    latest_version: integer(),
    served_version: optional(integer('CHECK (served_version BETWEEN 1 AND latest_version)')),
    description: text(),
  },
  {
    key: ['tenant_id', 'pack_id'],
    installation: 'SELECT',
    constraints: ['UNIQUE (tenant_id, name)'],
    indexes: [
      {
        sqlite: 'packs_served (tenant_id, pack_id, served_version) WHERE served_version IS NOT NULL',
        postgres: '',
      },
    ],
  },
);

export const packVersions = defineTable(
  'pack_versions',
  {
    tenant_id: text(),
    pack_id: text(),
    version: integer('CHECK (version > 0)'),
    document_count: integer(),
    curated_count: integer(),
    passage_count: integer(),
    published_at_ms: integer(),
    retired: named('isRetired', flag()),
    note: text(),
    root: text(),
  },
  {
    key: ['tenant_id', 'pack_id', 'version'],
    installation: 'SELECT',
    constraints: [ofPack],
  },
);

export const documents = defineTable(
  'documents',
  {
    row_id: rowNumber(),
    tenant_id: text(),
    document_id: text<DocumentId>(),
    revision: integer(),
    pack_id: text(),
    from_version: optional(integer()),
    until_version: optional(integer('CHECK (until_version > from_version)')),
    removed: flag(),
    source: text(),
    title: text(),
    url: optional(text()),
    groups: json<readonly string[]>(),
    format: choice('markdown', 'text'),
    content_hash: text(),
    updated_at_ms: integer(),
    code_points: integer(),
    commitment: text(),
  },
  {
    key: ['tenant_id', 'row_id'],
    installation: 'SELECT',
    constraints: [
      'UNIQUE (tenant_id, document_id, revision)',
      ofPack,
      'CHECK (from_version IS NOT NULL OR (until_version IS NULL AND removed = 0))',
      'CHECK (removed = 0 OR until_version IS NULL)',
    ],
    indexes: [
      'UNIQUE documents_draft (tenant_id, pack_id, document_id) WHERE removed = 0 AND until_version IS NULL',
      'documents_by_version (tenant_id, pack_id, from_version)',
      'UNIQUE documents_taken_out (tenant_id, pack_id, document_id) WHERE removed = 1',
      'documents_past (tenant_id, pack_id, from_version, until_version) WHERE until_version IS NOT NULL',
      'UNIQUE documents_draft_by_source (tenant_id, pack_id, source) WHERE removed = 0 AND until_version IS NULL',
    ],
  },
);

export const documentTexts = defineTable(
  'document_texts',
  {
    tenant_id: owner(),
    row_id: rowNumber(),
    text: text(),
  },
  {
    key: ['tenant_id', 'row_id'],
    installation: 'SELECT',
    constraints: [ofDocument],
  },
);

export const curatedPairs = defineTable(
  'curated_pairs',
  {
    row_id: rowNumber(),
    tenant_id: text(),
    curated_id: text<CuratedId>(),
    revision: integer(),
    pack_id: text(),
    from_version: optional(integer()),
    until_version: optional(integer('CHECK (until_version > from_version)')),
    removed: flag(),
    source: text(),
    url: optional(text()),
    groups: json<readonly string[]>(),
    tags: json<readonly string[]>(),
    valid_from_ms: optional(integer()),
    valid_until_ms: optional(integer()),
    updated_at_ms: integer(),
    question: text(),
    alternatives: json<readonly string[]>(),
    answer: text(),
    commitment: text(),
  },
  {
    key: ['tenant_id', 'row_id'],
    installation: 'SELECT',
    constraints: [
      'UNIQUE (tenant_id, curated_id, revision)',
      ofPack,
      'CHECK (from_version IS NOT NULL OR (until_version IS NULL AND removed = 0))',
      'CHECK (removed = 0 OR until_version IS NULL)',
    ],
    indexes: [
      'UNIQUE curated_pairs_draft (tenant_id, pack_id, curated_id) WHERE removed = 0 AND until_version IS NULL',
      'curated_pairs_by_version (tenant_id, pack_id, from_version)',
      'UNIQUE curated_pairs_taken_out (tenant_id, pack_id, curated_id) WHERE removed = 1',
      'curated_pairs_past (tenant_id, pack_id, from_version, until_version) WHERE until_version IS NOT NULL',
    ],
  },
);

export const curatedKeys = defineTable(
  'curated_keys',
  {
    tenant_id: text(),
    key: text(),
    row_id: integer(),
  },
  {
    key: ['tenant_id', 'key', 'row_id'],
    installation: 'SELECT',
    constraints: [ofRow('curated_pairs')],
    indexes: [
      { sqlite: 'curated_keys_by_pair (row_id)', postgres: 'curated_keys_by_pair (tenant_id, row_id)' },
    ],
  },
);

export const loadedItems = defineTable(
  'loaded_items',
  {
    tenant_id: text(),
    pack_id: text(),
    item_id: text(),
    file: text(),
    given: text(),
    source_id: optional(text()),
  },
  {
    key: ['tenant_id', 'pack_id', 'item_id'],
    isAppended: true,
    constraints: [ofPack],
    indexes: ['loaded_items_by_source (tenant_id, source_id) WHERE source_id IS NOT NULL'],
  },
);

/** Who looks after a document or pair, and the tags of a document: no part of versions, and kept when files are loaded again. */
export const itemLabels = defineTable(
  'item_labels',
  {
    tenant_id: text(),
    pack_id: text(),
    item_id: text<DocumentId | CuratedId>(),
    owner: optional(text()),
    tags: json<readonly string[]>(),
  },
  {
    key: ['tenant_id', 'pack_id', 'item_id'],
    constraints: [ofPack],
  },
);

export const draftUndo = defineTable(
  'draft_undo',
  {
    tenant_id: text(),
    pack_id: text(),
    kind: choice('document', 'pair', 'loaded'),
    item_id: text(),
    prior: optional(text()),
  },
  {
    key: ['tenant_id', 'pack_id', 'kind', 'item_id'],
    isAppended: true,
    constraints: [ofPack],
    installation: 'SELECT',
  },
);
