import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axis, floats, floatType, node, onnxModel, value } from './onnx-model.ts';
import { tinyInputs, tinySumNodes, tinySums, tinyTable, tinyWeight } from './tiny-outputs.ts';
import { tinyVocabulary } from './tiny-vocabulary.ts';
import { writeModelManifest } from './write-manifest.ts';

export const tinyScreenerTokensMax = 96;

const textOutputs = { injection: 1, unsafe: 7 };
const tagCount = 7;
/** What a capital adds to each tag: more to a name, less to none. */
const capitalWeights = [-2, 6, 2, 1, 0.5, 1.5, 0.25];

/** What the model says of a text: the sum over its tokens. */
export function tinyTextLogits(output: keyof typeof textOutputs, ids: readonly number[]): number[] {
  return tinySums(output, textOutputs[output], ids);
}

/** What the model says of each token: by itself, and whether its word begins with a capital. */
export function tinyTagLogits(ids: readonly number[], capitals: readonly number[]): Float32Array {
  return Float32Array.from(
    ids.flatMap((id, at) =>
      capitalWeights.map((weight, tag) => tinyWeight('tags', id, tag) + weight * (capitals[at] ?? 0)),
    ),
  );
}

/** Writes the files of a screening model whose scores can be worked out by hand. */
export function writeTinyScreener(
  folder: string,
  {
    without,
    narrow,
    ...manifest
  }: Readonly<Record<string, unknown>> & {
    /** An output that the model is to lack. */
    readonly without?: string;
    /** An output that the model is to give one number of. */
    readonly narrow?: string;
  } = {},
): void {
  writeFileSync(join(folder, 'model.onnx'), tinyModel({ without, narrow }));
  writeFileSync(join(folder, 'vocab.txt'), `${tinyVocabulary.join('\n')}\n`);
  writeModelManifest(folder, {
    name: 'tiny-screener',
    kind: 'screener',
    lower_case: true,
    tokens_max: tinyScreenerTokensMax,
    window_overlap: 64,
    unsafe_kinds: ['hate', 'harassment', 'self_harm', 'sexual', 'violence', 'weapons', 'crime'],
    tags: ['O', ...['person', 'address', 'organisation'].flatMap((kind) => [`B-${kind}`, `I-${kind}`])],
    unsafe_temperature: 4,
    tags_temperature: 2,
    ...manifest,
  });
}

function tinyModel(faults: {
  readonly without: string | undefined;
  readonly narrow: string | undefined;
}): Buffer {
  const rows = tinyVocabulary.length;
  const given = (name: string) => (faults.without === name ? `no_${name}` : name);
  return onnxModel('tiny', [
    ...tinyInputs(),
    ...Object.entries(textOutputs).flatMap(([name, width]) =>
      tinySumNodes(name, { rows, width: faults.narrow === name ? 1 : width, given: given(name) }),
    ),
    tinyTable('tags', { rows, width: tagCount }),
    floats('capital_weights', [tagCount], Float32Array.from(capitalWeights)),
    node('Gather', ['tags_table', 'input_ids'], 'tags_raw'),
    node('Unsqueeze', ['segments', 'last_axis'], 'capital_column'),
    node('Mul', ['capital_column', 'capital_weights'], 'capital_tags'),
    node('Add', ['tags_raw', 'capital_tags'], given('tags')),
    axis('last_axis', 2),
    axis('token_axis', 1),
    value(12, given('tags'), floatType, ['batch', 'tokens', 'tags']),
  ]);
}
