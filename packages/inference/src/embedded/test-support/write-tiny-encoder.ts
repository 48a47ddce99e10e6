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
import { writeModelManifest } from './write-manifest.ts';

export const tinyDimensions = 16;
export const tinyTokensMax = 32;

/** Writes the files of an encoder: its model is a table of vectors to which their mean is added. */
export function writeTinyEncoder(folder: string, manifest: Readonly<Record<string, unknown>> = {}): void {
  writeFileSync(join(folder, 'model.onnx'), tinyModel());
  writeFileSync(join(folder, 'vocab.txt'), `${tinyVocabulary.join('\n')}\n`);
  writeTinyManifest(folder, manifest);
}

/** Describes the files as they are. */
export function writeTinyManifest(folder: string, manifest: Readonly<Record<string, unknown>>): void {
  writeModelManifest(folder, {
    name: 'tiny',
    kind: 'transformer',
    dimensions: tinyDimensions,
    pooling: 'mean',
    normalise: true,
    lower_case: true,
    tokens_max: tinyTokensMax,
    question_prefix: 'question: ',
    passage_prefix: '',
    ...manifest,
  });
}

/** The mean of the vectors that the table has for these tokens. */
export function tinyMean(ids: readonly number[]): number[] {
  return Array.from(
    { length: tinyDimensions },
    (_, column) => ids.reduce((total, id) => total + weight(id, column), 0) / ids.length,
  );
}

/** Any number will do, as long as it is always the same one. */
function weight(row: number, column: number): number {
  return Math.fround(Math.sin(row * 12.9898 + column * 78.233) * 0.5);
}

function tinyModel(): Buffer {
  const table = Float32Array.from({ length: tinyVocabulary.length * tinyDimensions }, (_, at) =>
    weight(Math.floor(at / tinyDimensions), at % tinyDimensions),
  );
  return onnxModel('tiny', [
    node('Gather', ['table', 'input_ids'], 'looked_up'),
    node('Cast', ['attention_mask'], 'mask', [integerAttribute('to', floatType)]),
    node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
    node('Mul', ['looked_up', 'mask_column'], 'masked'),
    node('ReduceSum', ['masked', 'token_axis'], 'sum'),
    node('ReduceSum', ['mask_column', 'token_axis'], 'count'),
    node('Div', ['sum', 'count'], 'mean'),
    node('Add', ['looked_up', 'mean'], 'last_hidden_state'),
    node('Squeeze', ['mean', 'token_axis'], 'embedding'),
    floats('table', [tinyVocabulary.length, tinyDimensions], table),
    axis('last_axis', 2),
    axis('token_axis', 1),
    value(11, 'input_ids', int64Type, ['batch', 'tokens']),
    value(11, 'attention_mask', int64Type, ['batch', 'tokens']),
    value(12, 'last_hidden_state', floatType, ['batch', 'tokens', 'dimensions']),
    value(12, 'embedding', floatType, ['batch', 'dimensions']),
  ]);
}
