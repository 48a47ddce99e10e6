import type { AuditRecord } from '@avow/contract/records';
import { writeTable } from '../../../http/write-table.ts';

type Cell = (record: AuditRecord) => string | number | null | undefined;

const columns: Readonly<Record<string, Cell>> = {
  asked_at: (record) => record.created_at,
  question: (record) => record.question,
  answer: (record) => record.answer,
  end_user: (record) => record.end_user_id,
  channel: (record) => record.channel_type,
  status: (record) => record.status,
  band: (record) => record.response?.confidence.band,
  score: (record) => record.confidence_score,
  answered_from: (record) => record.source_type,
  sources: ({ response }) =>
    [...new Set(response?.citations.map(({ title, source }) => title || source))].join('; '),
  no_answer_cause: (record) => record.response?.agent_context.no_answer_cause,
  // As reviewers see it in what they decided.
  review: ({ review }) => (review?.proposed_answer == null ? review?.outcome : 'edit'),
  review_comment: (record) => record.review?.comment,
  proposed_answer: (record) => record.review?.proposed_answer,
  metadata: ({ metadata }) =>
    Object.entries(metadata)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  cost: ({ cost }) => (cost.amount === 0 ? '' : `${cost.amount} ${cost.currency}`),
  thread_id: (record) => record.thread_id,
  message_id: (record) => record.message_id,
};

/** Records as a table for spreadsheets, one a line. */
export const writeRecordTable = (records: readonly AuditRecord[], head: { readonly hasHead: boolean }) =>
  writeTable(columns, records, head);
