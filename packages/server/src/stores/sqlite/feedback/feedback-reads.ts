import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from '../keys/key-ring.ts';
import { prepareMessageSecrets } from '../messages/message-secrets.ts';
import { prepareReads } from '../prepare-reads.ts';
import type { SqlValue } from '../threads/worker-protocol.ts';
import { type CalibrationColumns, calibrationColumns } from './calibration-columns.ts';
import {
  type FeedbackColumns,
  feedbackColumns,
  type OpenFeedback,
  openFeedback,
} from './feedback-columns.ts';
import { type LabelColumns, labelColumns } from './label-columns.ts';

export interface ListFeedbackCall {
  readonly tenantId: string;
  readonly verdict: string | null;
  readonly proposal: string | null;
  readonly before: string;
  readonly limit: number;
}

export type ListLabelsCall = readonly [
  tenantId: string,
  askedFromMs: number,
  askedBeforeMs: number,
  limit: number,
];

const feedbackSql = `SELECT ${feedbackColumns.join(', ')} FROM feedback WHERE tenant_id = ?`;
const newestFirstSql = 'AND feedback_id < ? ORDER BY feedback_id DESC LIMIT ?';

/** Lists, by the filters given. Values that select a partial index are literals, because a bound value would not. */
export const listFeedbackSql = {
  all: `${feedbackSql} ${newestFirstSql}`,
  verdict: `${feedbackSql} AND verdict = ? ${newestFirstSql}`,
  proposal: `${feedbackSql} AND proposal_state = ? AND proposal_state <> 'none' ${newestFirstSql}`,
  both: `${feedbackSql} AND verdict = ? AND +proposal_state = ? ${newestFirstSql}`,
  none: `${feedbackSql} AND proposal_state = 'none' ${newestFirstSql}`,
} as const;

function chooseList({
  verdict,
  proposal,
}: ListFeedbackCall): readonly [keyof typeof listFeedbackSql, SqlValue[]] {
  if (verdict !== null && proposal !== null) return ['both', [verdict, proposal]];
  if (verdict !== null) return ['verdict', [verdict]];
  if (proposal === 'none') return ['none', []];
  return proposal === null ? ['all', []] : ['proposal', [proposal]];
}

/** The reader's operations on feedback, labels and calibrations. */
export function createFeedbackReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const secretOf = prepareMessageSecrets(database, keys);
  const open =
    (tenantId: string) =>
    (sealed: FeedbackColumns): OpenFeedback => {
      const secret = secretOf(tenantId, sealed.message_id);
      if (secret === null) throw new Error('feedback has outlasted its message');
      return openFeedback(sealed, secret);
    };
  const lists = Object.fromEntries(
    Object.entries(listFeedbackSql).map(([name, sql]) => [name, prepare<FeedbackColumns>(sql)]),
  );
  const get = prepare<FeedbackColumns>(`${feedbackSql} AND feedback_id = ?`);
  const listOf = prepare<FeedbackColumns>(`${feedbackSql} AND message_id = ? ORDER BY feedback_id`);
  const listLabels = prepare<LabelColumns>(
    `SELECT ${labelColumns.join(', ')} FROM labels WHERE tenant_id = ? AND asked_at_ms >= ? AND asked_at_ms < ?
     ORDER BY labelled_at_ms DESC, message_id DESC, author DESC LIMIT ?`,
  );
  const countLabels = prepare<{ readonly all: number; readonly since: number }>(
    'SELECT count(*) AS "all", coalesce(sum(labelled_at_ms > ?2), 0) AS since FROM labels WHERE tenant_id = ?1',
  );
  const listCalibrations = prepare<CalibrationColumns>(
    `SELECT ${calibrationColumns.join(', ')} FROM calibrations WHERE tenant_id = ? ORDER BY revision DESC LIMIT ?`,
  );
  return {
    getFeedback([tenantId, feedbackId]: readonly [
      tenantId: string,
      feedbackId: string,
    ]): OpenFeedback | null {
      const sealed = get.first(tenantId, feedbackId);
      return sealed === null ? null : open(tenantId)(sealed);
    },
    listFeedbackOf: (key: readonly [tenantId: string, messageId: string]) =>
      listOf.all(...key).map(open(key[0])),
    listFeedback(call: ListFeedbackCall): OpenFeedback[] {
      const [name, values] = chooseList(call);
      const rows = lists[name]?.all(call.tenantId, ...values, call.before, call.limit) ?? [];
      return rows.map(open(call.tenantId));
    },
    listLabels: (call: ListLabelsCall) => listLabels.all(...call),
    countLabels: (call: readonly [tenantId: string, sinceMs: number]) => countLabels.first(...call),
    listCalibrations: (call: readonly [tenantId: string, limit: number]) => listCalibrations.all(...call),
  };
}
