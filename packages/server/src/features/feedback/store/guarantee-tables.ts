import type { DrawId, StoredGuarantee } from '@avow/answering/guarantee';
import type { CallerId, MessageId } from '@avow/foundation';
import { choice, defineTable, flag, integer, json, optional, real, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';
import type { AnswerDraw } from '../guarantee/guarantee-store.ts';

export const answerDraws = defineTable(
  'answer_draws',
  {
    tenant_id: text('REFERENCES tenants'),
    draw_id: text<DrawId>(),
    model: text(),
    calibration: optional(integer()),
    content: json<AnswerDraw['content']>(),
    created_at_ms: integer(),
    created_by: text<CallerId>(),
    /** Whether somebody has checked an answer of it. */
    is_checked: flag(),
  },
  { key: ['tenant_id', 'draw_id'] },
);

export const drawnAnswers = defineTable(
  'drawn_answers',
  {
    tenant_id: text(),
    draw_id: text<DrawId>(),
    message_id: text<MessageId>(),
    score: real(),
    band: text(),
    position: integer(),
    asked_at_ms: integer(),
    is_right: optional(integer()),
    checked_at_ms: optional(integer()),
    checked_by: optional(text<CallerId>()),
  },
  {
    key: ['tenant_id', 'draw_id', 'message_id'],
    constraints: [ofMessage],
    indexes: [
      'drawn_answers_by_message (tenant_id, message_id)',
      'drawn_answers_checked (tenant_id, asked_at_ms) WHERE is_right IS NOT NULL',
    ],
  },
);

export const guarantees = defineTable(
  'guarantees',
  {
    tenant_id: text('REFERENCES tenants'),
    revision: integer('CHECK (revision >= 1)'),
    state: choice('in_force', 'lapsed', 'ended'),
    cause: optional(text<NonNullable<StoredGuarantee['cause']>>()),
    draw_id: text<DrawId>(),
    model: text(),
    calibration: optional(integer()),
    content: json<StoredGuarantee['content']>(),
    created_at_ms: integer(),
    created_by: optional(text<CallerId>()),
  },
  { key: ['tenant_id', 'revision'], installation: 'SELECT' },
);
