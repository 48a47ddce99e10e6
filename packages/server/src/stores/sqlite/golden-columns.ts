import type { GoldenId, GoldenQuestion } from '../../interfaces/golden-store.ts';
import type { MessageId } from '../../interfaces/identity.ts';
import { decodeList } from './list-column.ts';

/** In the order of `goldenColumnsSql`. */
export type GoldenColumns = readonly [
  goldenId: GoldenId,
  state: GoldenQuestion['state'],
  origin: GoldenQuestion['origin'],
  messageId: MessageId | null,
  groups: string,
  updatedAtMs: number,
  question: string,
  expects: string,
  note: string,
];

export const goldenColumnsSql =
  'golden_id, state, origin, message_id, groups, updated_at_ms, question, expects, note';

export function encodeGolden(golden: GoldenQuestion): GoldenColumns {
  const { goldenId, state, origin, messageId, groups, updatedAtMs, question, expects, note } = golden;
  const texts = [question, JSON.stringify(expects), note] as const;
  return [goldenId, state, origin, messageId, JSON.stringify(groups), updatedAtMs, ...texts];
}

export function decodeGolden(columns: GoldenColumns): GoldenQuestion {
  const [goldenId, state, origin, messageId, groups, updatedAtMs, question, expects, note] = columns;
  return {
    goldenId,
    question,
    // Only what `encodeGolden` wrote is ever in that column.
    expects: JSON.parse(expects),
    state,
    origin,
    messageId,
    note,
    groups: decodeList(groups),
    updatedAtMs,
  };
}
