import type { MessageId } from '@avow/foundation';
import type { BlockLabel } from '../../answers/block-label.ts';
import type { Label } from '../../answers/label.ts';
import { columnsOf, intoTable, setExcluded } from '../sql/columns.ts';

export interface LabelColumns {
  readonly message_id: MessageId;
  readonly author: string;
  readonly origin: Label['origin'];
  readonly is_right: number;
  readonly score: number;
  readonly band: string;
  readonly asked_at_ms: number;
  readonly labelled_at_ms: number;
  readonly evidence: string;
}

export interface LabelOfTenant extends LabelColumns {
  readonly tenant_id: string;
}

export const labelColumns = columnsOf<LabelColumns>()([
  'message_id',
  'author',
  'origin',
  'is_right',
  'score',
  'band',
  'asked_at_ms',
  'labelled_at_ms',
  'evidence',
]);

/** Takes a `LabelOfTenant`. */
export const putLabelSql = `INSERT ${intoTable('labels', ['tenant_id', ...labelColumns])}
  ON CONFLICT (tenant_id, message_id, author) DO UPDATE SET ${setExcluded(labelColumns)}`;

/** The band of labels of blocked prompts, which are in the same table. */
export const blockedBand = 'blocked';

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
  };
}

export function decodeBlockLabel(row: LabelColumns): BlockLabel {
  return {
    messageId: row.message_id,
    author: row.author,
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
  };
}

export function decodeLabel(row: LabelColumns): Label {
  return {
    messageId: row.message_id,
    origin: row.origin,
    author: row.author,
    isRight: row.is_right === 1,
    // Only what `encodeLabel` wrote is ever in that column.
    evidence: JSON.parse(row.evidence),
    score: row.score,
    band: row.band,
    askedAtMs: row.asked_at_ms,
    labelledAtMs: row.labelled_at_ms,
  };
}
