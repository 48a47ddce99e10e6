import { defineTable, integer, optional, real, text } from '@avow/storage';
import { ofDocument } from '../../content/store/pack-tables.ts';

export const screenedDocuments = defineTable(
  'screened_documents',
  {
    tenant_id: text({ sqlite: 'REFERENCES tenants', postgres: '' }),
    row_id: integer(),
    screening: text(),
    finished_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'row_id', 'screening'],
    sqliteKey: ['row_id', 'screening'],
    constraints: [ofDocument],
  },
);

export const screenedPassages = defineTable(
  'screened_passages',
  {
    tenant_id: text({ sqlite: 'REFERENCES tenants', postgres: '' }),
    row_id: integer(),
    screening: text(),
    text_hash: text(),
    score: real('CHECK (score BETWEEN 0 AND 1)'),
    kind: optional(text()),
    judges: integer(),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'row_id', 'screening', 'text_hash'],
    sqliteKey: ['row_id', 'screening', 'text_hash'],
    constraints: [ofDocument],
    indexes: ['screened_passages_by_text (tenant_id, screening, text_hash)'],
  },
);
