import type { SampleFinding, SampleMethod } from '@avow/contract/values';
import type { CallerId, MessageId } from '@avow/foundation';
import { defineTable, integer, json, optional, text } from '@avow/storage';
import type { DrawnSample, SampleId } from '../sample-store.ts';

export const samples = defineTable(
  'samples',
  {
    tenant_id: text('REFERENCES tenants'),
    sample_id: text<SampleId>(),
    method: text<SampleMethod>(),
    size: integer(),
    from_ms: integer(),
    until_ms: integer(),
    filters: json<DrawnSample['filters']>(),
    seed: text(),
    population: integer(),
    readable_by: json<DrawnSample['readableBy']>(),
    drawn_at_ms: integer(),
    drawn_by: text<CallerId>(),
    leaf_index: integer(),
    signed_off_at_ms: optional(integer()),
    signed_off_by: optional(text<CallerId>()),
    signed_off_leaf: optional(integer()),
  },
  { key: ['tenant_id', 'sample_id'], installation: 'SELECT' },
);

/** They outlive the records: a sample says for ever what was drawn. */
export const sampleItems = defineTable(
  'sample_items',
  {
    tenant_id: text(),
    sample_id: text<SampleId>(),
    message_id: text<MessageId>(),
    position: integer(),
    reason: text(),
  },
  {
    key: ['tenant_id', 'sample_id', 'message_id'],
    constraints: ['FOREIGN KEY (tenant_id, sample_id) REFERENCES samples (tenant_id, sample_id)'],
    installation: 'SELECT',
  },
);

/** The last of a record counts. Notes are the reasons of their entries. */
export const sampleJudgements = defineTable(
  'sample_judgements',
  {
    tenant_id: text(),
    sample_id: text<SampleId>(),
    message_id: text<MessageId>(),
    leaf_index: integer(),
    finding: text<SampleFinding>(),
    judged_at_ms: integer(),
    judged_by: text<CallerId>(),
  },
  {
    key: ['tenant_id', 'sample_id', 'message_id', 'leaf_index'],
    constraints: [
      'FOREIGN KEY (tenant_id, sample_id, message_id) REFERENCES sample_items (tenant_id, sample_id, message_id)',
    ],
    indexes: ['sample_judgements_by_message (tenant_id, message_id)'],
    installation: 'SELECT',
  },
);
