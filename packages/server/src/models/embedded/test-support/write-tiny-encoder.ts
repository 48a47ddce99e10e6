import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tinyVocabulary } from './tiny-vocabulary.ts';

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
  const files = ['model.onnx', 'vocab.txt'].map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }];
  });
  const whole = {
    name: 'tiny',
    kind: 'transformer',
    dimensions: tinyDimensions,
    pooling: 'mean',
    normalise: true,
    lower_case: true,
    tokens_max: tinyTokensMax,
    question_prefix: 'question: ',
    passage_prefix: '',
    files: Object.fromEntries(files),
    ...manifest,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(whole, null, 2));
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

// The wire types and field numbers below are those of ONNX's protocol buffers.

const floatType = 1;
const int64Type = 7;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

const numberField = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)]);

function bytesField(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function node(
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Buffer[] = [],
): Buffer {
  const parts = [
    ...inputs.map((name) => bytesField(1, name)),
    bytesField(2, output),
    bytesField(4, type),
    ...attributes.map((attribute) => bytesField(5, attribute)),
  ];
  return bytesField(1, Buffer.concat(parts));
}

const integerAttribute = (name: string, value: number) =>
  Buffer.concat([bytesField(1, name), numberField(3, value), numberField(20, 2)]);

function constant(name: string, type: number, shape: readonly number[], data: Buffer): Buffer {
  const dimensions = shape.map((length) => numberField(1, length));
  const tensor = [...dimensions, numberField(2, type), bytesField(8, name), bytesField(9, data)];
  return bytesField(5, Buffer.concat(tensor));
}

function value(field: number, name: string, type: number, axes: readonly string[]): Buffer {
  const shape = axes.map((axis) => bytesField(1, bytesField(2, axis)));
  const tensor = Buffer.concat([numberField(1, type), bytesField(2, Buffer.concat(shape))]);
  return bytesField(field, Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))]));
}

function tinyModel(): Buffer {
  const table = Float32Array.from({ length: tinyVocabulary.length * tinyDimensions }, (_, at) =>
    weight(Math.floor(at / tinyDimensions), at % tinyDimensions),
  );
  const axis = (at: number) => Buffer.from(BigInt64Array.of(BigInt(at)).buffer);
  const graph = [
    node('Gather', ['table', 'input_ids'], 'looked_up'),
    node('Cast', ['attention_mask'], 'mask', [integerAttribute('to', floatType)]),
    node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
    node('Mul', ['looked_up', 'mask_column'], 'masked'),
    node('ReduceSum', ['masked', 'token_axis'], 'sum'),
    node('ReduceSum', ['mask_column', 'token_axis'], 'count'),
    node('Div', ['sum', 'count'], 'mean'),
    node('Add', ['looked_up', 'mean'], 'last_hidden_state'),
    node('Squeeze', ['mean', 'token_axis'], 'embedding'),
    bytesField(2, 'tiny'),
    constant('table', floatType, [tinyVocabulary.length, tinyDimensions], Buffer.from(table.buffer)),
    constant('last_axis', int64Type, [1], axis(2)),
    constant('token_axis', int64Type, [1], axis(1)),
    value(11, 'input_ids', int64Type, ['batch', 'tokens']),
    value(11, 'attention_mask', int64Type, ['batch', 'tokens']),
    value(12, 'last_hidden_state', floatType, ['batch', 'tokens', 'dimensions']),
    value(12, 'embedding', floatType, ['batch', 'dimensions']),
  ];
  const operators = bytesField(8, numberField(2, 17));
  return Buffer.concat([numberField(1, 8), operators, bytesField(7, Buffer.concat(graph))]);
}
