import { floats, floatType, int64Type, integerAttribute, node, value } from './onnx-model.ts';
import { tinyVocabulary } from './tiny-vocabulary.ts';

/** For this token a tiny model returns NaN. */
export const nonsense = '𠀡';

/** Another table for each output; any numbers will do, as long as they are always the same. */
export function tinyWeight(output: string, id: number, column = 0): number {
  if (tinyVocabulary[id] === nonsense) return Number.NaN;
  const seed = [...output].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return Math.fround(Math.sin(id * 12.9898 + column * 78.233 + seed) * 0.5);
}

/** What a model says of a text where it says the sum over its tokens. */
export function tinySums(output: string, width: number, ids: readonly number[]): number[] {
  return Array.from({ length: width }, (_, column) =>
    ids.reduce((sum, id) => sum + tinyWeight(output, id, column), 0),
  );
}

/** The table of an output, as a constant: a row for each token. */
export function tinyTable(
  output: string,
  { rows, width }: { readonly rows: number; readonly width: number },
) {
  const table = Float32Array.from({ length: rows * width }, (_, at) =>
    tinyWeight(output, Math.floor(at / width), at % width),
  );
  return floats(`${output}_table`, [rows, width], table);
}

/** The part of a graph that says the sum over the tokens, under the name `given`. Wants `tinyInputs` in the graph. */
export function tinySumNodes(
  output: string,
  shape: { readonly rows: number; readonly width: number; readonly given: string },
): Buffer[] {
  return [
    tinyTable(output, shape),
    node('Gather', [`${output}_table`, 'input_ids'], `${output}_raw`),
    node('Mul', [`${output}_raw`, 'mask_column'], `${output}_masked`),
    node('ReduceSum', [`${output}_masked`, 'token_axis'], `${output}_sum`),
    node('Squeeze', [`${output}_sum`, 'token_axis'], shape.given),
    value(12, shape.given, floatType, ['batch', `${output}_width`]),
  ];
}

/** The inputs, the segments as floats, and the mask as a column. Wants `token_axis` and `last_axis` in the graph. */
export function tinyInputs(): Buffer[] {
  return [
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
      value(11, name, int64Type, ['batch', 'tokens']),
    ),
    node('Cast', ['token_type_ids'], 'segments', [integerAttribute('to', floatType)]),
    node('Cast', ['attention_mask'], 'mask', [integerAttribute('to', floatType)]),
    node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
  ];
}
