import type { EvaluationId, GoldenId, GoldenQuestion } from '@avow/evaluation';
import type { CallerId, MessageId, PackId } from '@avow/foundation';
import { blob, choice, defineTable, integer, json, optional, real, text } from '@avow/storage';
import { ofPack } from '../../content/store/pack-tables.ts';
import { ofMessage } from '../../records/store/message-tables.ts';

export const goldenQuestions = defineTable(
  'golden_questions',
  {
    tenant_id: text(),
    pack_id: text(),
    golden_id: text<GoldenId>(),
    state: choice('accepted', 'suggested'),
    origin: choice('person', 'generated', 'feedback'),
    message_id: optional(text<MessageId>()),
    groups: json<readonly string[]>(),
    updated_at_ms: integer(),
    question: text(),
    expects: json<GoldenQuestion['expects']>(),
    note: text(),
    words: optional(blob()),
  },
  {
    key: ['tenant_id', 'pack_id', 'golden_id'],
    installation: 'SELECT',
    isAppended: true,
    constraints: [ofPack, ofMessage],
    indexes: [
      'golden_questions_by_state (tenant_id, pack_id, state, golden_id)',
      'golden_questions_of_messages (tenant_id, message_id) WHERE message_id IS NOT NULL',
    ],
  },
);

export const goldenOrigins = defineTable(
  'golden_origins',
  {
    tenant_id: text(),
    message_id: text(),
    pack_id: text(),
    golden_id: text(),
  },
  {
    key: ['tenant_id', 'message_id', 'pack_id', 'golden_id'],
    constraints: [ofMessage, ofPack],
    indexes: ['golden_origins_by_pack (tenant_id, pack_id)'],
  },
);

export const publishGates = defineTable(
  'publish_gates',
  {
    tenant_id: text(),
    pack_id: text(),
    tolerance_share: real('CHECK (tolerance_share BETWEEN 0 AND 1)'),
  },
  {
    key: ['tenant_id', 'pack_id'],
    installation: 'SELECT',
    constraints: [ofPack],
  },
);

export const evaluations = defineTable(
  'evaluations',
  {
    tenant_id: text(),
    evaluation_id: text<EvaluationId>(),
    pack_id: text<PackId>(),
    version: integer(),
    draft_revision: optional(integer()),
    conditions: text(),
    right_count: integer(),
    question_count: integer(),
    created_at_ms: integer(),
    created_by: optional(text<CallerId>()),
    secret_no: integer(),
    sealed_report: blob(),
  },
  {
    key: ['tenant_id', 'evaluation_id'],
    isAppended: true,
    constraints: [ofPack],
    indexes: ['evaluations_by_pack (tenant_id, pack_id, evaluation_id)'],
  },
);

/** In SQLite: whatever deletes a report, the end of its pack among it, destroys its secret too. */
export const evaluationsWiped = `CREATE TRIGGER evaluations_wiped AFTER DELETE ON evaluations BEGIN
  UPDATE lasting_secrets SET secret = zeroblob(40) WHERE secret_no = OLD.secret_no;
END;`;
