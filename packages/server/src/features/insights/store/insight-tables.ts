import { blob, choice, defineTable, integer, optional, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';

export const questionVectors = defineTable(
  'question_vectors',
  {
    tenant_id: text(),
    message_id: text(),
    encoder: text(),
    vector: blob(),
  },
  {
    key: ['tenant_id', 'message_id'],
    isAppended: true,
    constraints: [ofMessage],
  },
);

export const handledQuestions = defineTable(
  'handled_questions',
  {
    tenant_id: text(),
    message_id: text(),
    state: choice('drafted', 'dismissed'),
    curated_id: optional(text()),
    marked_at_ms: integer(),
  },
  {
    key: ['tenant_id', 'message_id'],
    constraints: [ofMessage],
  },
);
