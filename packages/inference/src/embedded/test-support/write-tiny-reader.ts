import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { axis, floats, floatType, node, onnxModel, value } from './onnx-model.ts';
import { tinyInputs, tinySumNodes, tinySums, tinyWeight } from './tiny-outputs.ts';
import { tinyVocabulary } from './tiny-vocabulary.ts';
import { writeModelManifest } from './write-manifest.ts';

export const tinyReaderTokensMax = 320;
export const tinyReaderVocabulary: readonly string[] = [
  ...tinyVocabulary,
  ...['[unused1]', '[unused2]', '[unused4]'],
];

/** The model's outputs that are of a whole text, and how wide they are. */
const textOutputs = { relevance: 1, judge: 3 };
type TokenOutput = 'start' | 'end';

/** What the model says of a token: by itself, and its segment. */
export function tinyTokenScore(output: TokenOutput, id: number, segment: 0 | 1): number {
  return tinyWeight(output, id) + segment;
}

/** What the model says of a text: the sum over its tokens. */
export function tinyTextScores(output: keyof typeof textOutputs, ids: readonly number[]): number[] {
  return tinySums(output, textOutputs[output], ids);
}

/** Writes the files of a reading model whose scores can be worked out by hand. */
export function writeTinyReader(
  folder: string,
  {
    vocabulary = tinyReaderVocabulary,
    without,
    narrow,
    isCompressed = false,
    ...manifest
  }: Readonly<Record<string, unknown>> & {
    readonly vocabulary?: readonly string[];
    /** An output that the model is to lack. */
    readonly without?: string;
    /** An output that the model is to give one number of. */
    readonly narrow?: string;
    readonly isCompressed?: boolean;
  } = {},
): void {
  const graph = tinyModel({ without, narrow });
  if (isCompressed) writeFileSync(join(folder, 'model.onnx.zst'), zstdCompressSync(graph));
  else writeFileSync(join(folder, 'model.onnx'), graph);
  writeFileSync(join(folder, 'vocab.txt'), `${vocabulary.join('\n')}\n`);
  writeModelManifest(folder, {
    name: 'tiny-reader',
    kind: 'reader',
    lower_case: true,
    tokens_max: tinyReaderTokensMax,
    judge_temperature: 2,
    ...manifest,
  });
}

function tinyModel(faults: {
  readonly without: string | undefined;
  readonly narrow: string | undefined;
}): Buffer {
  const rows = tinyReaderVocabulary.length;
  const given = (name: string) => (faults.without === name ? `no_${name}` : name);
  const ofTokens = (['start', 'end'] as const).flatMap((name) => [
    floats(
      `${name}_table`,
      [rows],
      Float32Array.from({ length: rows }, (_, id) => tinyWeight(name, id)),
    ),
    node('Gather', [`${name}_table`, 'input_ids'], `${name}_raw`),
    node('Add', [`${name}_raw`, 'segments'], given(name)),
    value(12, given(name), floatType, ['batch', 'tokens']),
  ]);
  return onnxModel('tiny', [
    ...tinyInputs(),
    ...ofTokens,
    ...Object.entries(textOutputs).flatMap(([name, width]) =>
      tinySumNodes(name, { rows, width: faults.narrow === name ? 1 : width, given: given(name) }),
    ),
    axis('last_axis', 2),
    axis('token_axis', 1),
  ]);
}
