import type { AuditRecord } from '@avow/contract/records';

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
  review: (record) => record.review?.outcome,
  review_comment: (record) => record.review?.comment,
  metadata: ({ metadata }) =>
    Object.entries(metadata)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  cost: ({ cost }) => (cost.amount === 0 ? '' : `${cost.amount} ${cost.currency}`),
  thread_id: (record) => record.thread_id,
  message_id: (record) => record.message_id,
};

/** Records as a table for spreadsheets (RFC 4180), one a line. */
export function writeRecordTable(
  records: readonly AuditRecord[],
  { hasHead }: { readonly hasHead: boolean },
) {
  const rows = records.map((record) => Object.values(columns).map((cell) => writeCell(cell(record))));
  const head = hasHead ? [Object.keys(columns)] : [];
  return [...head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A spreadsheet takes a cell that begins with one of these for a formula, and a visitor may have written it. */
const formulaStart = /^[=+\-@\t\r]/;

function writeCell(value: ReturnType<Cell>): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const plain = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
