import type { Operation, Read, SqlValue, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { ReaderGroups } from '../../records/records.ts';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import { readableSql } from '../../records/store/readable-sql.ts';
import {
  type CalibrationColumns,
  calibrationColumns,
  type ProposalColumns,
  proposalColumns,
} from './calibration-columns.ts';
import {
  type FeedbackColumns,
  feedbackColumns,
  type OpenFeedback,
  openFeedback,
} from './feedback-columns.ts';
import { blockedBand, type LabelColumns, labelColumns } from './label-columns.ts';

export interface ListFeedbackCall {
  readonly tenantId: string;
  readonly verdict: string | null;
  readonly proposal: string | null;
  readonly readableBy: ReaderGroups;
  readonly before: string;
  readonly limit: number;
}

/** Whose labels: those that count, those of visitors, all others, or all. */
export type LabelSelection = 'counted' | 'visitors' | 'others' | 'all';

const selectionSql: Readonly<Record<LabelSelection, string>> = {
  counted: 'AND is_counted = 1',
  visitors: 'AND from_visitor = 1',
  others: 'AND from_visitor = 0',
  all: '',
};

export type ListLabelsCall = readonly [
  selection: LabelSelection,
  tenantId: string,
  askedFromMs: number,
  askedBeforeMs: number,
  limit: number,
];

export interface LabelCounts {
  readonly all: number;
  readonly visitors: number;
  readonly since: number;
}

const feedbackSql = `SELECT ${feedbackColumns.join(', ')} FROM feedback WHERE tenant_id = ?`;

/** On messages that a reader may see; `readable` is a condition on those. */
const newestFirst = (readable: string | null) => {
  const isReadable = `AND EXISTS (SELECT 1 FROM messages
    WHERE messages.tenant_id = feedback.tenant_id AND messages.message_id = feedback.message_id AND ${readable})`;
  return `AND feedback_id < ? ${readable === null ? '' : isReadable} ORDER BY feedback_id DESC LIMIT ?`;
};

/** Lists, by the filters given. Values that select a partial index are literals, because a bound value would not. */
export function listFeedbackSql(
  { dialect }: Pick<Statements, 'dialect'>,
  readable: string | null = null,
): Readonly<Record<ListName, string>> {
  const newestFirstSql = newestFirst(readable);
  return {
    all: `${feedbackSql} ${newestFirstSql}`,
    verdict: `${feedbackSql} AND verdict = ? ${newestFirstSql}`,
    proposal: `${feedbackSql} AND proposal_state = ? AND proposal_state <> 'none' ${newestFirstSql}`,
    both: `${feedbackSql} AND verdict = ? AND ${dialect.withoutIndex('proposal_state')} = ? ${newestFirstSql}`,
    none: `${feedbackSql} AND proposal_state = 'none' ${newestFirstSql}`,
  };
}

type ListName = 'all' | 'verdict' | 'proposal' | 'both' | 'none';

function chooseList({ verdict, proposal }: ListFeedbackCall): readonly [ListName, SqlValue[]] {
  if (verdict !== null && proposal !== null) return ['both', [verdict, proposal]];
  if (verdict !== null) return ['verdict', [verdict]];
  if (proposal === 'none') return ['none', []];
  return proposal === null ? ['all', []] : ['proposal', [proposal]];
}

/** The reader's operations on feedback, labels and calibrations. */
export function createFeedbackReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  function* open(tenantId: string, sealed: FeedbackColumns): Operation<OpenFeedback> {
    const secret = yield* secretOf(tenantId, sealed.message_id);
    if (secret === null) throw new Error('feedback has outlasted its message');
    return openFeedback(sealed, secret);
  }
  function* openAll(tenantId: string, rows: Operation<FeedbackColumns[]>): Operation<OpenFeedback[]> {
    const opened: OpenFeedback[] = [];
    for (const row of yield* rows) opened.push(yield* open(tenantId, row));
    return opened;
  }
  /** There are few kinds of lists, so every kind is prepared once. */
  const lists = new Map<string, Read<FeedbackColumns>>();
  const prepareOnce = (sql: string) => {
    const list = lists.get(sql) ?? read<FeedbackColumns>(sql);
    lists.set(sql, list);
    return list;
  };
  const get = read<FeedbackColumns>(`${feedbackSql} AND feedback_id = ?`);
  const listOf = read<FeedbackColumns>(`${feedbackSql} AND message_id = ? ORDER BY feedback_id`);
  const listed = (condition: string) =>
    read<LabelColumns>(
      `SELECT ${labelColumns.join(', ')} FROM labels
       WHERE tenant_id = ? AND asked_at_ms >= ? AND asked_at_ms < ? ${condition}
       ORDER BY labelled_at_ms DESC, message_id DESC, author DESC LIMIT ?`,
    );
  const ofAnswers = (selection: LabelSelection) =>
    listed(`AND band <> '${blockedBand}' ${selectionSql[selection]}`);
  const labelLists: Readonly<Record<LabelSelection, Read<LabelColumns>>> = {
    counted: ofAnswers('counted'),
    visitors: ofAnswers('visitors'),
    others: ofAnswers('others'),
    all: ofAnswers('all'),
  };
  const blockLabels = listed(`AND band = '${blockedBand}' AND is_counted = 1`);
  const countLabels = read<LabelCounts>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE from_visitor = 1) AS visitors,
       count(*) FILTER (WHERE is_counted = 1 AND labelled_at_ms > ?2) AS since
     FROM labels WHERE tenant_id = ?1 AND band <> '${blockedBand}'`,
  );
  const listCalibrations = read<CalibrationColumns>(
    `SELECT ${calibrationColumns.join(', ')} FROM calibrations WHERE tenant_id = ? ORDER BY revision DESC LIMIT ?`,
  );
  const lastAccepted = read<CalibrationColumns>(
    `SELECT ${calibrationColumns.join(', ')} FROM calibrations WHERE tenant_id = ? AND cause <> 'automatic'
     ORDER BY revision DESC LIMIT 1`,
  );
  const getProposal = read<ProposalColumns>(
    `SELECT ${proposalColumns.join(', ')} FROM calibration_proposals WHERE tenant_id = ?`,
  );
  return {
    *getFeedback([tenantId, feedbackId]: readonly [
      tenantId: string,
      feedbackId: string,
    ]): Operation<OpenFeedback | null> {
      const sealed = yield* get.first(tenantId, feedbackId);
      return sealed === null ? null : yield* open(tenantId, sealed);
    },
    listFeedbackOf: (key: readonly [tenantId: string, messageId: string]) =>
      openAll(key[0], listOf.all(...key)),
    listFeedback(call: ListFeedbackCall): Operation<OpenFeedback[]> {
      const [name, values] = chooseList(call);
      const { tenantId, before, limit, readableBy } = call;
      const readable = readableBy === null ? null : readableSql(statements.dialect, readableBy);
      const list = prepareOnce(listFeedbackSql(statements, readable?.sql)[name]);
      return openAll(tenantId, list.all(tenantId, ...values, before, ...(readable?.parameters ?? []), limit));
    },
    listLabels: ([selection, ...call]: ListLabelsCall) => labelLists[selection].all(...call),
    listBlockLabels: ([tenantId, askedFromMs, limit]: readonly [
      string,
      askedFromMs: number,
      limit: number,
    ]) => blockLabels.all(tenantId, askedFromMs, Number.MAX_SAFE_INTEGER, limit),
    countLabels: (call: readonly [tenantId: string, sinceMs: number]) => countLabels.first(...call),
    lastAcceptedCalibration: (tenantId: string) => lastAccepted.first(tenantId),
    getCalibrationProposal: (tenantId: string) => getProposal.first(tenantId),
    listCalibrations: (call: readonly [tenantId: string, limit: number]) => listCalibrations.all(...call),
  };
}
