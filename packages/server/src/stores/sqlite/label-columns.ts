import type { MessageId } from '../../interfaces/identity.ts';
import type { Label } from '../../interfaces/learning-store.ts';
import { intoTable } from './into-table.ts';

/** In the order of `labelColumnsSql`. */
export type LabelColumns = readonly [
  messageId: MessageId,
  author: string,
  origin: Label['origin'],
  isRight: number,
  score: number,
  band: string,
  askedAtMs: number,
  labelledAtMs: number,
  evidence: string,
];

export const labelColumnsSql =
  'message_id, author, origin, is_right, score, band, asked_at_ms, labelled_at_ms, evidence';

/** Behind the tenant, the columns of a label. */
export const putLabelSql = `REPLACE ${intoTable('labels', labelColumnsSql)}`;

export function encodeLabel(label: Label): LabelColumns {
  const { messageId, author, origin, isRight, score, band, askedAtMs, labelledAtMs, evidence } = label;
  const times = [askedAtMs, labelledAtMs] as const;
  return [messageId, author, origin, isRight ? 1 : 0, score, band, ...times, JSON.stringify(evidence)];
}

export function decodeLabel(columns: LabelColumns): Label {
  const [messageId, author, origin, isRight, score, band, askedAtMs, labelledAtMs, evidence] = columns;
  return {
    messageId,
    origin,
    author,
    isRight: isRight === 1,
    // Only what `encodeLabel` wrote is ever in that column.
    evidence: JSON.parse(evidence),
    score,
    band,
    askedAtMs,
    labelledAtMs,
  };
}
