import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  axis,
  floats,
  floatType,
  int64Type,
  integerAttribute,
  node,
  onnxModel,
  value,
} from './onnx-model.ts';
import { tinyVocabulary } from './tiny-vocabulary.ts';
import { writeManifest } from './write-manifest.ts';

export const tinyReaderTokensMax = 320;
export const tinyReaderVocabulary: readonly string[] = [
  ...tinyVocabulary,
  ...['[unused1]', '[unused2]', '[unused3]', '[unused4]'],
];

/** The model's outputs that are of a whole text, and how wide they are. */
const textOutputs = { relevance: 1, judge: 3, injection: 1, unsafe: 6 };
type TextOutput = keyof typeof textOutputs;
type TokenOutput = 'start' | 'end';

/** Over this token the model gives what is no number. */
export const nonsense = '𠀡';

/** Another table for each output, as long as it is always the same one. */
function weight(output: TextOutput | TokenOutput, id: number, column = 0): number {
  if (tinyReaderVocabulary[id] === nonsense) return Number.NaN;
  const seed = [...output].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return Math.fround(Math.sin(id * 12.9898 + column * 78.233 + seed) * 0.5);
}

/** What the model says of a token: by itself, and its segment. */
export function tinyTokenScore(output: TokenOutput, id: number, segment: 0 | 1): number {
  return weight(output, id) + segment;
}

/** What the model says of a text: the sum over its tokens. */
export function tinyTextScores(output: TextOutput, ids: readonly number[]): number[] {
  return Array.from({ length: textOutputs[output] }, (_, column) =>
    ids.reduce((sum, id) => sum + weight(output, id, column), 0),
  );
}

/** Writes the files of a reading model whose scores can be worked out by hand. */
export function writeTinyReader(
  folder: string,
  {
    vocabulary = tinyReaderVocabulary,
    without,
    narrow,
    ...manifest
  }: Readonly<Record<string, unknown>> & {
    readonly vocabulary?: readonly string[];
    /** An output that the model is to lack. */
    readonly without?: string;
    /** An output that the model is to give one number of. */
    readonly narrow?: string;
  } = {},
): void {
  writeFileSync(join(folder, 'model.onnx'), tinyModel({ without, narrow }));
  writeFileSync(join(folder, 'vocab.txt'), `${vocabulary.join('\n')}\n`);
  writeManifest(folder, {
    name: 'tiny-reader',
    kind: 'reader',
    lower_case: true,
    tokens_max: tinyReaderTokensMax,
    judge_temperature: 2,
    unsafe_temperature: 4,
    ...manifest,
  });
}

function tinyModel(faults: {
  readonly without: string | undefined;
  readonly narrow: string | undefined;
}): Buffer {
  const rows = tinyReaderVocabulary.length;
  const ofTokens = (['start', 'end'] as const).flatMap((name) => [
    floats(
      `${name}_table`,
      [rows],
      Float32Array.from({ length: rows }, (_, id) => weight(name, id)),
    ),
    node('Gather', [`${name}_table`, 'input_ids'], `${name}_raw`),
    node('Add', [`${name}_raw`, 'segments'], faults.without === name ? `no_${name}` : name),
  ]);
  const ofTexts = (Object.keys(textOutputs) as TextOutput[]).flatMap((name) => {
    const width = faults.narrow === name ? 1 : textOutputs[name];
    const table = Float32Array.from({ length: rows * width }, (_, at) =>
      weight(name, Math.floor(at / width), at % width),
    );
    return [
      floats(`${name}_table`, [rows, width], table),
      node('Gather', [`${name}_table`, 'input_ids'], `${name}_raw`),
      node('Mul', [`${name}_raw`, 'mask_column'], `${name}_masked`),
      node('ReduceSum', [`${name}_masked`, 'token_axis'], `${name}_sum`),
      node('Squeeze', [`${name}_sum`, 'token_axis'], faults.without === name ? `no_${name}` : name),
    ];
  });
  const given = (name: string) => (faults.without === name ? `no_${name}` : name);
  return onnxModel('tiny', [
    node('Cast', ['token_type_ids'], 'segments', [integerAttribute('to', floatType)]),
    node('Cast', ['attention_mask'], 'mask', [integerAttribute('to', floatType)]),
    node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
    ...ofTokens,
    ...ofTexts,
    axis('last_axis', 2),
    axis('token_axis', 1),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
      value(11, name, int64Type, ['batch', 'tokens']),
    ),
    ...['start', 'end'].map((name) => value(12, given(name), floatType, ['batch', 'tokens'])),
    ...Object.keys(textOutputs).map((name) => value(12, given(name), floatType, ['batch', `${name}_width`])),
  ]);
}
