import { isEndUser } from '@avow/foundation/threads';
import type { Operation, Row, Statements } from '@avow/storage';
import { intoTable, setExcluded } from '@avow/storage';
import type { Label } from '../../records/record-store.ts';
import type { BlockLabel } from '../block-label.ts';
import { labelBounds } from '../label-bounds.ts';
import { labels } from './feedback-tables.ts';

const labelRows = labels.without('tenant_id', 'is_counted');
export type LabelColumns = Row<typeof labelRows>;

interface LabelOfTenant extends LabelColumns {
  readonly tenant_id: string;
  readonly is_counted: number;
}

export const labelColumns = labelRows.columns;

const putLabelSql = `INSERT ${intoTable('labels', ['tenant_id', ...labelColumns, 'is_counted'])}
  ON CONFLICT (tenant_id, message_id, author) DO UPDATE SET ${setExcluded([...labelColumns, 'is_counted'])}`;

const dayMs = 86_400_000;

/** How many other labels of that day count, up to a limit. */
const countedSql = (whose: string) => `SELECT count(*) AS counted FROM (SELECT 1 AS one FROM labels
  WHERE tenant_id = ? AND ${whose} = ? AND labelled_at_ms >= ? AND labelled_at_ms < ? AND is_counted = 1
  AND NOT (message_id = ? AND author = ?) LIMIT ?) AS found`;

/** Stores a label, replacing the same author's on the message, and decides whether it counts. */
export function prepareLabels({ read, write }: Pick<Statements, 'read' | 'write'>) {
  const put = write<LabelOfTenant>(putLabelSql);
  const ofAuthor = read<{ readonly counted: number }>(countedSql('author'));
  const ofCaller = read<{ readonly counted: number }>(countedSql('key_id'));

  function* isWithinBounds(tenantId: string, label: LabelColumns): Operation<boolean> {
    const { perEndUserAndDay, perCallerAndDay } = labelBounds;
    const fromMs = Math.floor(label.labelled_at_ms / dayMs) * dayMs;
    const bounds = [
      [ofAuthor, label.author, isEndUser(label.author) ? perEndUserAndDay : perCallerAndDay],
      [ofCaller, label.key_id, perCallerAndDay],
    ] as const;
    for (const [count, whose, max] of bounds) {
      const own = [label.message_id, label.author] as const;
      const found = yield* count.first(tenantId, whose, fromMs, fromMs + dayMs, ...own, max);
      if ((found?.counted ?? 0) >= max) return false;
    }
    return true;
  }

  return function* putLabel(tenantId: string, label: LabelColumns): Operation<void> {
    const isCounted = label.from_visitor === 0 && (yield* isWithinBounds(tenantId, label));
    yield* put.put({ ...label, tenant_id: tenantId, is_counted: isCounted ? 1 : 0 });
  };
}

/** The band of labels of blocked prompts, which are in the same table. */
export const blockedBand = 'blocked';

function originOf(label: Pick<Label, 'callerId' | 'isFromVisitor'>) {
  return { key_id: label.callerId, from_visitor: label.isFromVisitor ? 1 : 0 };
}

export function encodeBlockLabel(label: BlockLabel): LabelColumns {
  return {
    message_id: label.messageId,
    author: label.author,
    origin: 'feedback',
    is_right: label.isRight ? 1 : 0,
    score: label.score,
    band: blockedBand,
    asked_at_ms: label.askedAtMs,
    labelled_at_ms: label.labelledAtMs,
    evidence: JSON.stringify({ threshold: label.threshold }),
    ...originOf(label),
  };
}

export function decodeBlockLabel(row: LabelColumns): BlockLabel {
  return {
    messageId: row.message_id,
    author: row.author,
    callerId: row.key_id,
    isFromVisitor: row.from_visitor === 1,
    isRight: row.is_right === 1,
    ...(JSON.parse(row.evidence) as Pick<BlockLabel, 'threshold'>),
    score: row.score,
    askedAtMs: row.asked_at_ms,
    labelledAtMs: row.labelled_at_ms,
  };
}

export function encodeLabel(label: Label): LabelColumns {
  return {
    message_id: label.messageId,
    author: label.author,
    origin: label.origin,
    is_right: label.isRight ? 1 : 0,
    score: label.score,
    band: label.band,
    asked_at_ms: label.askedAtMs,
    labelled_at_ms: label.labelledAtMs,
    evidence: JSON.stringify(label.evidence),
    ...originOf(label),
  };
}

export function decodeLabel(row: LabelColumns): Label {
  return {
    messageId: row.message_id,
    origin: row.origin,
    author: row.author,
    callerId: row.key_id,
    isFromVisitor: row.from_visitor === 1,
    isRight: row.is_right === 1,
    // Only what `encodeLabel` wrote is ever in that column.
    evidence: JSON.parse(row.evidence),
    score: row.score,
    band: row.band,
    askedAtMs: row.asked_at_ms,
    labelledAtMs: row.labelled_at_ms,
  };
}
