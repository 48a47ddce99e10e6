import type { GoldenId, GoldenQuestion } from '@avow/evaluation';
import type { MessageId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';
import { openText, sealBytes } from '@avow/storage/sealing';
import { decodeList } from '../../content/store/list-column.ts';

interface PlainColumns {
  readonly golden_id: GoldenId;
  readonly state: GoldenQuestion['state'];
  readonly origin: GoldenQuestion['origin'];
  readonly message_id: MessageId | null;
  readonly groups: string;
  readonly updated_at_ms: number;
}

interface TextColumns {
  readonly question: string;
  readonly expects: string;
  readonly note: string;
}

/** A golden question as passed between threads, unsealed. */
export interface OpenGolden extends PlainColumns, TextColumns {}

/** A row of `golden_questions` without its pack. Its texts are empty if they are sealed under the secret of a message. */
export interface GoldenColumns extends OpenGolden {
  readonly words: Uint8Array | null;
}

export const goldenColumns = columnsOf<GoldenColumns>()([
  'golden_id',
  'state',
  'origin',
  'message_id',
  'groups',
  'updated_at_ms',
  'question',
  'expects',
  'note',
  'words',
]);

/** What is sealed, in this order. */
type Words = readonly [question: string, expects: string, note: string];

/** The secret of the message it came from; null: it came from none. */
export function sealGolden(golden: OpenGolden, secret: Uint8Array | null): GoldenColumns {
  if (secret === null) return { ...golden, words: null };
  const { question, expects, note, ...plain } = golden;
  const words: Words = [question, expects, note];
  const sealed = sealBytes(secret, 'golden', JSON.stringify(words));
  return { ...plain, question: '', expects: '', note: '', words: sealed };
}

export function openGolden({ words, ...row }: GoldenColumns, secret: Uint8Array | null): OpenGolden {
  if (words === null) return row;
  if (secret === null) throw new Error('a golden question has outlasted its message');
  // Only what `sealGolden` wrote opens.
  const [question, expects, note]: Words = JSON.parse(openText(secret, 'golden', words));
  return { ...row, question, expects, note };
}

export function encodeGolden(golden: GoldenQuestion): OpenGolden {
  return {
    golden_id: golden.goldenId,
    state: golden.state,
    origin: golden.origin,
    message_id: golden.messageId,
    groups: JSON.stringify(golden.groups),
    updated_at_ms: golden.updatedAtMs,
    question: golden.question,
    expects: JSON.stringify(golden.expects),
    note: golden.note,
  };
}

export function decodeGolden(row: OpenGolden): GoldenQuestion {
  return {
    goldenId: row.golden_id,
    question: row.question,
    // Only what `encodeGolden` wrote is ever in that column.
    expects: JSON.parse(row.expects),
    state: row.state,
    origin: row.origin,
    messageId: row.message_id,
    note: row.note,
    groups: decodeList(row.groups),
    updatedAtMs: row.updated_at_ms,
  };
}
