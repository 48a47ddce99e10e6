import { InferenceSession, Tensor } from 'onnxruntime-node';
import { UserError } from '../../errors/user-error.ts';
import { createTokeniser, type Tokeniser } from './create-tokeniser.ts';
import { readCheckedFile } from './read-checked-file.ts';
import type { EncoderManifest } from './read-encoder-manifest.ts';
import { toLengthOne } from './to-length-one.ts';

export type TextUse = 'question' | 'passage';

export interface EncoderModel {
  readonly encode: (text: string, use: TextUse) => Promise<Float32Array>;
}

export interface ModelToLoad {
  readonly folder: string;
  /** As it was when the encoder was opened: files that were exchanged since then are not of the encoder's name. */
  readonly manifest: EncoderManifest;
  readonly threads: number;
}

const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];
const lengthTolerance = 1e-3;

/** Loads what a folder holds into this process, and runs it once: the first run is the slowest. */
export async function loadEncoderModel({ folder, manifest, threads }: ModelToLoad): Promise<EncoderModel> {
  const vocabulary = Buffer.from(await readCheckedFile(folder, manifest, 'vocab.txt')).toString('utf8');
  const tokeniser = createTokeniser({
    vocabulary: vocabulary.replace(/\n$/, '').split('\n'),
    lowerCase: manifest.lower_case,
  });
  const bytes = await readCheckedFile(folder, manifest, 'model.onnx');
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  release(bytes);
  checkShape(session, manifest);
  const encode: EncoderModel['encode'] = async (text, use) => {
    const prefix = use === 'question' ? manifest.question_prefix : manifest.passage_prefix;
    const ids = frameTokens(prefix + text, tokeniser, manifest.tokens_max);
    return vectorOf(await session.run(feedsFor(ids, session)), manifest);
  };
  const vector = await encode('warm', 'question');
  if (Math.abs(Math.hypot(...vector) - 1) > lengthTolerance)
    throw new UserError('model.onnx gives vectors that are not of length 1');
  return { encode };
}

/** The session has its own copy. This one would stay until the next collection, which a process at rest does not see. */
function release(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}

function checkShape(session: InferenceSession, manifest: EncoderManifest): void {
  const unknown = session.inputNames.find((name) => !inputs.includes(name));
  if (unknown !== undefined) throw new UserError(`model.onnx wants an input that is not known: ${unknown}`);
  const output = outputOf(manifest);
  if (!session.outputNames.includes(output)) throw new UserError(`model.onnx has no output ${output}`);
}

function outputOf(manifest: EncoderManifest): string {
  return manifest.pooling === 'none' ? 'embedding' : 'last_hidden_state';
}

/** A text that is too long for the model is cut: the tokens at its end take no part. */
function frameTokens(text: string, { tokenise, special }: Tokeniser, tokensMax: number): number[] {
  return [special.start, ...tokenise(text, tokensMax - 2).ids, special.separator];
}

/**
 * One text alone. Several at a time are no faster on a processor, and their padding would change the vectors: a model
 * in 8-bit integers takes its scale from the largest number among all that it is given at once.
 */
function feedsFor(ids: readonly number[], session: InferenceSession): Record<string, Tensor> {
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
  const feeds: Record<string, Tensor> = {
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  };
  return Object.fromEntries(session.inputNames.map((name) => [name, feeds[name] as Tensor]));
}

function vectorOf(outputs: InferenceSession.ReturnType, manifest: EncoderManifest): Float32Array {
  const { data, dims } = outputs[outputOf(manifest)] ?? {};
  if (!(data instanceof Float32Array) || dims?.at(-1) !== manifest.dimensions)
    throw new UserError('model.onnx gives other vectors than manifest.json says');
  const vector =
    manifest.pooling === 'mean' ? meanOf(data, manifest.dimensions) : data.slice(0, manifest.dimensions);
  return manifest.normalise ? toLengthOne(vector) : vector;
}

/** The mean of the rows. All of them count, because nothing was padded. */
function meanOf(rows: Float32Array, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < rows.length; at += 1)
    sums[at % dimensions] = (sums[at % dimensions] ?? 0) + (rows[at] ?? 0);
  const count = rows.length / dimensions;
  return Float32Array.from(sums, (sum) => sum / count);
}
