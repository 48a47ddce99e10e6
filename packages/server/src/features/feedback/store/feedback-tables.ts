import type { CalibrationId, ProposedCalibration, StoredCalibration } from '@avow/answering/score';
import type { CallerId, CuratedId, MessageId, PackId } from '@avow/foundation';
import { blob, choice, defineTable, flag, integer, json, optional, real, text } from '@avow/storage';
import { ofMessage } from '../../records/store/message-tables.ts';
import type { Feedback, FeedbackId } from '../feedback-store.ts';

export const feedback = defineTable(
  'feedback',
  {
    tenant_id: text(),
    feedback_id: text<FeedbackId>(),
    message_id: text<MessageId>(),
    author: text(),
    verdict: text<Feedback['verdict']>(),
    reason: optional(text<NonNullable<Feedback['reason']>>()),
    proposal_state: choice('none', 'proposed', 'drafted', 'dismissed'),
    proposal_pack_id: optional(text<PackId>()),
    proposal_curated_id: optional(text<CuratedId>()),
    person: optional(text()),
    key_id: text<CallerId>(),
    created_at_ms: integer(),
    words: blob(),
    from_visitor: flag(),
  },
  {
    key: ['tenant_id', 'feedback_id'],
    isAppended: true,
    constraints: ['UNIQUE (tenant_id, message_id, author)', ofMessage],
    indexes: [
      'feedback_by_verdict (tenant_id, verdict, feedback_id)',
      "feedback_by_proposal (tenant_id, proposal_state, feedback_id) WHERE proposal_state <> 'none'",
      "feedback_open (tenant_id, feedback_id) WHERE proposal_state = 'proposed' OR (proposal_state = 'none' AND verdict <> 'right')",
      'feedback_by_person (tenant_id, person, feedback_id) WHERE person IS NOT NULL',
    ],
  },
);

export const labels = defineTable(
  'labels',
  {
    tenant_id: text(),
    message_id: text<MessageId>(),
    author: text(),
    origin: choice('feedback', 'review'),
    is_right: flag(),
    score: real(),
    band: text(),
    asked_at_ms: integer(),
    labelled_at_ms: integer(),
    evidence: text(),
    key_id: text<CallerId>(),
    from_visitor: flag(),
    is_counted: flag(),
  },
  {
    key: ['tenant_id', 'message_id', 'author'],
    constraints: [ofMessage],
    indexes: [
      'labels_by_time (tenant_id, labelled_at_ms)',
      {
        sqlite: 'labels_by_person (tenant_id, substr(author, -32))',
        postgres: 'labels_by_person (tenant_id, right(author, 32), message_id)',
      },
      'labels_counted_by_author (tenant_id, author, labelled_at_ms) WHERE is_counted = 1',
      'labels_counted_by_key (tenant_id, key_id, labelled_at_ms) WHERE is_counted = 1',
    ],
  },
);

export const calibrations = defineTable(
  'calibrations',
  {
    tenant_id: text('REFERENCES tenants'),
    revision: integer('CHECK (revision >= 1)'),
    model: text(),
    fit: optional(json<NonNullable<StoredCalibration['fit']>>()),
    created_at_ms: integer(),
    created_by: optional(text<CallerId>()),
    cause: choice('accepted', 'automatic', 'dismissed', 'reset', 'reverted'),
  },
  {
    key: ['tenant_id', 'revision'],
    installation: 'SELECT',
  },
);

export const calibrationProposals = defineTable(
  'calibration_proposals',
  {
    tenant_id: text('REFERENCES tenants'),
    proposal_id: text<CalibrationId>(),
    model: text(),
    kind: choice('fit', 'withdrawal'),
    fit: json<ProposedCalibration['fit']>(),
    created_at_ms: integer(),
    created_by: optional(text<CallerId>()),
  },
  {
    key: ['tenant_id'],
  },
);
