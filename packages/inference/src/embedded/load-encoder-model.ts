import { UserError } from '@avow/foundation';
import type { InferenceSession } from 'onnxruntime-node';
import type { Tokeniser } from './create-tokeniser.ts';
import type { ModelLoadRequest } from './model-load-request.ts';
import { normaliseVector } from './normalise-vector.ts';
import { openSession } from './open-session.ts';
import type { EncoderManifest } from './read-encoder-manifest.ts';
import { readTokeniser } from './read-tokeniser.ts';

export type TextUse = 'question' | 'passage';

export interface EncoderModel {
  readonly encode: (text: string, use: TextUse) => Promise<Float32Array>;
}

const lengthTolerance = 1e-3;

/** Loads the model of a folder into this process and runs it once, because the first run is the slowest. */
export async function loadEncoderModel(toLoad: ModelLoadRequest<EncoderManifest>): Promise<EncoderModel> {
  const { folder, manifest } = toLoad;
  const tokeniser = await readTokeniser(folder, manifest);
  const output = manifest.pooling === 'none' ? 'embedding' : 'last_hidden_state';
  const session = await openSession(toLoad, [output]);
  const encode: EncoderModel['encode'] = async (text, use) => {
    const prefix = use === 'question' ? manifest.question_prefix : manifest.passage_prefix;
    const ids = frameTokens(prefix + text, tokeniser, manifest.tokens_max);
    return vectorOf((await session.run({ ids }, [output]))[output], manifest);
  };
  const vector = await encode('warm', 'question');
  if (Math.abs(Math.hypot(...vector) - 1) > lengthTolerance)
    throw new UserError('model.onnx gives vectors that are not of length 1');
  return { encode };
}

/** A text that is too long for the model is cut: the tokens at its end take no part. */
function frameTokens(text: string, { tokenise, special }: Tokeniser, tokensMax: number): number[] {
  return [special.start, ...tokenise(text, tokensMax - 2).ids, special.separator];
}

function vectorOf(
  output: InferenceSession.ReturnType[string] | undefined,
  manifest: EncoderManifest,
): Float32Array {
  const { data, dims } = output ?? {};
  if (!(data instanceof Float32Array) || dims?.at(-1) !== manifest.dimensions)
    throw new UserError('model.onnx gives other vectors than manifest.json says');
  const vector =
    manifest.pooling === 'mean' ? meanOf(data, manifest.dimensions) : data.slice(0, manifest.dimensions);
  return manifest.normalise ? normaliseVector(vector) : vector;
}

/** The mean of the rows. All of them count, because nothing was padded. */
function meanOf(rows: Float32Array, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < rows.length; at += 1)
    sums[at % dimensions] = (sums[at % dimensions] ?? 0) + (rows[at] ?? 0);
  const count = rows.length / dimensions;
  return Float32Array.from(sums, (sum) => sum / count);
}
