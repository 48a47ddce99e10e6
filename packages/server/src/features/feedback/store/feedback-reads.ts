import {
  assertPage,
  type Operation,
  type OperationsFor,
  type Read,
  type SqlValue,
  type Statements,
} from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import { readableSql } from '../../records/store/readable-sql.ts';
import type { Feedback, FeedbackStore } from '../feedback-store.ts';
import {
  calibrationColumns,
  decodeCalibration,
  decodeProposal,
  proposalColumns,
} from './calibration-columns.ts';
import { decodeFeedback, type FeedbackColumns, feedbackColumns, openFeedback } from './feedback-columns.ts';
import {
  blockedBand,
  decodeBlockLabel,
  decodeLabel,
  type LabelColumns,
  labelColumns,
} from './label-columns.ts';

/** Whose labels: those that count, those of visitors, all others, or all. */
type LabelSelection = 'counted' | 'visitors' | 'others' | 'all';

const selectionSql: Readonly<Record<LabelSelection, string>> = {
  counted: 'AND is_counted = 1',
  visitors: 'AND from_visitor = 1',
  others: 'AND from_visitor = 0',
  all: '',
};

interface LabelCounts {
  readonly all: number;
  readonly visitors: number;
  readonly since: number;
}

/** Sorts after every id. */
const lastId = '~';

/** As the partial index spells it. */
const isOpenSql = "proposal_state = 'proposed' OR (proposal_state = 'none' AND verdict <> 'right')";

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
    open: `${feedbackSql} AND (${isOpenSql}) ${newestFirstSql}`,
    openOf: `${feedbackSql} AND (${isOpenSql}) AND ${dialect.withoutIndex('verdict')} = ? ${newestFirstSql}`,
    done: `${feedbackSql} AND NOT (${isOpenSql}) ${newestFirstSql}`,
    doneOf: `${feedbackSql} AND NOT (${isOpenSql}) AND ${dialect.withoutIndex('verdict')} = ? ${newestFirstSql}`,
  };
}

type ListName = 'all' | 'verdict' | 'proposal' | 'both' | 'none' | `${'open' | 'done'}${'' | 'Of'}`;

type Filter = Parameters<FeedbackStore['listFeedback']>[1];

function chooseList({ verdict, proposal, state }: Filter): readonly [ListName, SqlValue[]] {
  if (state !== undefined) return verdict === undefined ? [state, []] : [`${state}Of`, [verdict]];
  if (verdict !== undefined && proposal !== undefined) return ['both', [verdict, proposal]];
  if (verdict !== undefined) return ['verdict', [verdict]];
  if (proposal === 'none') return ['none', []];
  return proposal === undefined ? ['all', []] : ['proposal', [proposal]];
}

/** The reader's operations on feedback, labels and calibrations. */
export function createFeedbackReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  function* open(tenantId: string, sealed: FeedbackColumns): Operation<Feedback> {
    const secret = yield* secretOf(tenantId, sealed.message_id);
    if (secret === null) throw new Error('feedback has outlasted its message');
    return decodeFeedback(openFeedback(sealed, secret));
  }
  function* openAll(tenantId: string, rows: Operation<FeedbackColumns[]>): Operation<Feedback[]> {
    const opened: Feedback[] = [];
    for (const row of yield* rows) opened.push(yield* open(tenantId, row));
    return opened;
  }
  /** There are few kinds of lists, so every kind is prepared once. */
  const lists = new Map<string, unknown>();
  const prepareOnce = <Found = FeedbackColumns>(sql: string): Read<Found> => {
    const list = (lists.get(sql) ?? read<Found>(sql)) as Read<Found>;
    lists.set(sql, list);
    return list;
  };
  const listOpen = read(
    `SELECT feedback_id, message_id FROM feedback WHERE tenant_id = ? AND (${isOpenSql})
     ORDER BY feedback_id DESC LIMIT ?`,
    (row: Pick<FeedbackColumns, 'feedback_id' | 'message_id'>) => ({
      feedbackId: row.feedback_id,
      messageId: row.message_id,
    }),
  );
  const get = read<FeedbackColumns>(`${feedbackSql} AND feedback_id = ?`);
  const listOf = read<FeedbackColumns>(`${feedbackSql} AND message_id = ? ORDER BY feedback_id`);
  const listed = <Value>(condition: string, decode: (row: LabelColumns) => Value) =>
    read(
      `SELECT ${labelColumns.join(', ')} FROM labels
       WHERE tenant_id = ? AND asked_at_ms >= ? AND asked_at_ms < ? ${condition}
       ORDER BY labelled_at_ms DESC, message_id DESC, author DESC LIMIT ?`,
      decode,
    );
  const ofAnswers = (selection: LabelSelection) =>
    listed(`AND band <> '${blockedBand}' ${selectionSql[selection]}`, decodeLabel);
  const labelLists: Readonly<Record<LabelSelection, ReturnType<typeof ofAnswers>>> = {
    counted: ofAnswers('counted'),
    visitors: ofAnswers('visitors'),
    others: ofAnswers('others'),
    all: ofAnswers('all'),
  };
  const blockLabels = listed(`AND band = '${blockedBand}' AND is_counted = 1`, decodeBlockLabel);
  const countLabels = read<LabelCounts>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE from_visitor = 1) AS visitors,
       count(*) FILTER (WHERE is_counted = 1 AND labelled_at_ms > ?2) AS since
     FROM labels WHERE tenant_id = ?1 AND band <> '${blockedBand}'`,
  );
  const listCalibrations = read(
    `SELECT ${calibrationColumns.join(', ')} FROM calibrations WHERE tenant_id = ? ORDER BY revision DESC LIMIT ?`,
    decodeCalibration,
  );
  const lastAccepted = read(
    `SELECT ${calibrationColumns.join(', ')} FROM calibrations WHERE tenant_id = ? AND cause <> 'automatic'
     ORDER BY revision DESC LIMIT 1`,
    decodeCalibration,
  );
  const getProposal = read(
    `SELECT ${proposalColumns.join(', ')} FROM calibration_proposals WHERE tenant_id = ?`,
    decodeProposal,
  );
  return {
    *getFeedback(tenantId, feedbackId) {
      const sealed = yield* get.first(tenantId, feedbackId);
      return sealed === null ? null : yield* open(tenantId, sealed);
    },
    listFeedbackOf: (tenantId, messageId) => openAll(tenantId, listOf.all(tenantId, messageId)),
    listFeedback(tenantId, filter, { before, limit }) {
      assertPage(limit);
      const [name, values] = chooseList(filter);
      const readable = filter.readableBy === null ? null : readableSql(statements.dialect, filter.readableBy);
      const list = prepareOnce(listFeedbackSql(statements, readable?.sql)[name]);
      const page = [before ?? lastId, ...(readable?.parameters ?? []), limit];
      return openAll(tenantId, list.all(tenantId, ...values, ...page));
    },
    listOpenFeedback(tenantId, limit) {
      assertPage(limit);
      return listOpen.all(tenantId, limit);
    },
    *countOpenFeedback(tenantId, { readableBy, max }) {
      const readable = readableBy === null ? null : readableSql(statements.dialect, readableBy);
      const count = prepareOnce<{ readonly open: number }>(`SELECT count(*) AS open FROM (
        SELECT feedback_id FROM feedback WHERE tenant_id = ? AND (${isOpenSql}) ${newestFirst(readable?.sql ?? null)}
      ) AS listed`);
      const counted = yield* count.first(tenantId, lastId, ...(readable?.parameters ?? []), max);
      return counted?.open ?? 0;
    },
    listLabels(
      tenantId,
      { selection = 'all', askedFromMs = 0, askedBeforeMs = Number.MAX_SAFE_INTEGER },
      limit,
    ) {
      assertPage(limit);
      return labelLists[selection].all(tenantId, askedFromMs, askedBeforeMs, limit);
    },
    listBlockLabels(tenantId, askedFromMs, limit) {
      assertPage(limit);
      return blockLabels.all(tenantId, askedFromMs, Number.MAX_SAFE_INTEGER, limit);
    },
    *countLabels(tenantId, sinceMs) {
      return (yield* countLabels.first(tenantId, sinceMs)) ?? { all: 0, visitors: 0, since: 0 };
    },
    currentCalibration: (tenantId) => listCalibrations.first(tenantId, 1),
    listCalibrations(tenantId, limit) {
      assertPage(limit);
      return listCalibrations.all(tenantId, limit);
    },
    lastAcceptedCalibration: (tenantId) => lastAccepted.first(tenantId),
    getCalibrationProposal: (tenantId) => getProposal.first(tenantId),
  } satisfies OperationsFor<FeedbackStore>;
}
