import type { EncoderModel, TextUse } from './load-encoder-model.ts';

/** What the process that runs an encoder is asked. */
export interface EncodingRequest {
  readonly texts: readonly string[];
  readonly use: TextUse;
}

/** The vectors one after another, in the order of the texts. */
export async function encodeTexts(
  model: EncoderModel,
  { texts, use }: EncodingRequest,
): Promise<Float32Array> {
  const found: Float32Array[] = [];
  for (const text of texts) found.push(await model.encode(text, use));
  const dimensions = found[0]?.length ?? 0;
  const vectors = new Float32Array(found.length * dimensions);
  for (const [index, vector] of found.entries()) vectors.set(vector, index * dimensions);
  return vectors;
}
