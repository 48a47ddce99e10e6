import type { GoldenQuestion } from '@avow/evaluation';
import type { Row } from '@avow/storage';
import { openText, sealBytes } from '@avow/storage/sealing';
import { goldenQuestions, publishGates } from './evaluation-tables.ts';

const goldenRows = goldenQuestions.without('tenant_id', 'pack_id');
/** A row of `golden_questions` without its pack. Its texts are empty if they are sealed under the secret of a message. */
export type GoldenColumns = Row<typeof goldenRows>;

export const goldenColumns = goldenRows.columns;

const openGoldens = goldenRows.without('words');
/** A golden question, unsealed. */
export type OpenGolden = Row<typeof openGoldens>;

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

export const encodeGolden: (golden: GoldenQuestion) => OpenGolden = openGoldens.encode;
export const decodeGolden: (row: OpenGolden) => GoldenQuestion = openGoldens.decode;

/** What the log says of golden questions and gates. */
export const committedGolden = { table: 'golden_questions', columns: goldenQuestions.columns };
export const committedGates = { table: 'publish_gates', columns: publishGates.columns };
