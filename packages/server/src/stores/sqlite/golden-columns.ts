import type { GoldenId, GoldenQuestion } from '../../interfaces/golden-store.ts';
import type { MessageId } from '../../interfaces/identity.ts';
import { openText, sealBytes } from '../sealing/seal-bytes.ts';
import { decodeList } from './list-column.ts';

type PlainValues = readonly [
  goldenId: GoldenId,
  state: GoldenQuestion['state'],
  origin: GoldenQuestion['origin'],
  messageId: MessageId | null,
  groups: string,
  updatedAtMs: number,
];

type Texts = readonly [question: string, expects: string, note: string];

/** A golden question as the threads pass it, open. */
export type GoldenColumns = readonly [...PlainValues, ...Texts];

/** In the order of `goldenColumnsSql`. Its texts are empty where they are sealed, as those that came from a message are. */
export type SealedGolden = readonly [...PlainValues, ...Texts, words: Uint8Array | null];

export const goldenColumnsSql =
  'golden_id, state, origin, message_id, groups, updated_at_ms, question, expects, note, words';

/** The secret of the message it came from; null: of none. */
export function sealGolden(columns: GoldenColumns, secret: Uint8Array | null): SealedGolden {
  if (secret === null) return [...columns, null];
  const [goldenId, state, origin, messageId, groups, updatedAtMs, ...texts] = columns;
  const plain = [goldenId, state, origin, messageId, groups, updatedAtMs] as const;
  return [...plain, '', '', '', sealBytes(secret, 'golden', JSON.stringify(texts))];
}

export function openGolden(
  sealed: SealedGolden,
  secretOf: (messageId: MessageId) => Uint8Array | null,
): GoldenColumns {
  const [goldenId, state, origin, messageId, groups, updatedAtMs, ...more] = sealed;
  const [question, expects, note, words] = more;
  const openWords = (bytes: Uint8Array): Texts => {
    const secret = messageId === null ? null : secretOf(messageId);
    if (secret === null) throw new Error('a golden question has outlasted its message');
    // Only what `sealGolden` wrote opens.
    return JSON.parse(openText(secret, 'golden', bytes));
  };
  const texts: Texts = words === null ? [question, expects, note] : openWords(words);
  return [goldenId, state, origin, messageId, groups, updatedAtMs, ...texts];
}

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
